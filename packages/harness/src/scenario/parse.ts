import { readFileSync, statSync } from 'node:fs';
import { ScenarioFileError, type ScenarioProblem } from '../errors.ts';
import { LIMITS } from './limits.ts';
import { nameProblems } from './names.ts';
import { issueMessage, problemsOf } from './problems.ts';
import { scenarioSchema, type ScenarioFile } from './schema/scenario.ts';

/**
 * Checks a scenario.
 *
 * @param source what to call it in an error, usually its file
 * @throws {ScenarioFileError} which lists everything that is wrong
 */
export function parseScenario(value: unknown, source = 'the scenario'): ScenarioFile {
  const tooMuch = sizeProblem(value);
  if (tooMuch !== undefined) throw new ScenarioFileError(source, [tooMuch]);
  const parsed = scenarioSchema.safeParse(value, { error: issueMessage, reportInput: true });
  if (!parsed.success) throw new ScenarioFileError(source, problemsOf(parsed.error.issues));
  const problems = nameProblems(parsed.data);
  if (problems.length > 0) throw new ScenarioFileError(source, problems);
  return parsed.data;
}

/**
 * Reads a scenario file.
 *
 * @throws {ScenarioFileError} when it is not there, too large, no JSON, or no scenario
 */
export function readScenarioFile(path: string): ScenarioFile {
  return parseScenario(readJson(path), path);
}

function readJson(path: string): unknown {
  try {
    const { size } = statSync(path);
    if (size > LIMITS.fileBytes) {
      const message = `it has ${size} bytes, and a scenario file has at most ${LIMITS.fileBytes}`;
      throw new ScenarioFileError(path, [{ path: '', message }]);
    }
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    if (error instanceof ScenarioFileError) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const message = isMissing ? 'there is no such file' : String(error);
    throw new ScenarioFileError(path, [{ path: '', message }], error);
  }
}

/** What is too large or too deep to be looked at in detail. Does not recurse. */
function sizeProblem(root: unknown): ScenarioProblem | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    seen += 1;
    if (depth > LIMITS.nesting) return { path: '', message: `it is nested deeper than ${LIMITS.nesting} levels` };
    if (seen + open.length > LIMITS.values) return { path: '', message: `it has more than ${LIMITS.values} values` };
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
  return undefined;
}
