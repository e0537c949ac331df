import { nearest } from '@hoplite/node';
import { z } from 'zod';
import type { ScenarioProblem } from '../errors.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;
type Path = readonly PropertyKey[];

/** How far a branch of a union is from what was written: its own verb is missing, so many keys are not its own. */
const MISSING = 100;
const UNKNOWN_KEY = 10;

/** What zod says of a wrong key, with the right one. For the `error` of a parse. */
export function issueMessage(issue: RawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const known = keysOf(issue.inst);
  return issue.keys.map((key) => unknownKey(key, known)).join('\n');
}

/** What is wrong, each with its path; of a choice, what is wrong with the choice that was most likely meant. */
export function problemsOf(issues: readonly Issue[], around: Path = []): readonly ScenarioProblem[] {
  const problems = issues.flatMap((issue) => {
    const path = [...around, ...issue.path];
    if (issue.code === 'invalid_union') return unionProblems(issue, path);
    if (issue.code === 'unrecognized_keys') {
      const messages = issue.message.split('\n');
      return issue.keys.map((key, index) => ({
        path: pathText([...path, key]),
        message: messages[index] ?? issue.message,
      }));
    }
    const inner = issue.code === 'invalid_key' ? issue.issues[0] : undefined;
    return [{ path: pathText(path), message: (inner ?? issue).message.replace(/^Invalid input: /, '') }];
  });
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index);
}

/** `steps[2].delegate.from`. */
export function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const key = String(part);
      if (!/^[\w$]+$/.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}

export function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return meant === undefined
    ? `there is no such key; known here: ${known.join(', ')}`
    : `there is no such key: did you mean "${meant}"?`;
}

function unionProblems(issue: z.core.$ZodIssueInvalidUnion, path: Path): readonly ScenarioProblem[] {
  const branches = issue.errors.filter((branch) => branch.length > 0);
  const scored = branches.map((branch) => ({ branch, score: branch.reduce((sum, each) => sum + scoreOf(each), 0) }));
  const [best] = scored.sort((a, b) => a.score - b.score);
  if (best === undefined) return [{ path: pathText(path), message: issue.message.replace(/^Invalid input: /, '') }];
  const verbs = branches.flatMap((branch) => branch.flatMap((each) => (isMissing(each) ? [String(each.path[0])] : [])));
  const strange = branches.length > 3 && best.score >= MISSING ? strangeKey(branches) : undefined;
  if (strange === undefined) return problemsOf(best.branch, path);
  const known = [...new Set(verbs)];
  return [{ path: pathText([...path, strange]), message: unknownKey(strange, known).replace('key', 'verb') }];
}

/** A key that no branch knows. */
function strangeKey(branches: readonly (readonly Issue[])[]): string | undefined {
  const unknown = branches.map(
    (branch) =>
      new Set(
        branch.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [])),
      ),
  );
  const candidates = unknown.flatMap((keys) => [...keys]);
  return candidates.find((key) => unknown.every((keys) => keys.size === 0 || keys.has(key)));
}

function scoreOf(issue: Issue): number {
  if (issue.code === 'unrecognized_keys') return issue.path.length === 0 ? UNKNOWN_KEY * issue.keys.length : 1;
  if (issue.path.length === 0 || isMissing(issue)) return MISSING;
  return 1;
}

/** Whether a key of the object itself is not there. Issues have their input: see `parseScenario`. */
function isMissing(issue: Issue): boolean {
  return issue.path.length === 1 && issue.input === undefined;
}

/** Keys that an object may have. */
function keysOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
