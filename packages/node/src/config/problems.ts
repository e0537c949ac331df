import { z } from 'zod';
import type { ConfigProblem } from './errors.ts';
import { nearest } from './nearest.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What is wrong, one problem per wrong key or value, each with its path and, for a slip, the key that was meant. */
export function problemsOf(schema: z.ZodType, issues: readonly Issue[]): readonly ConfigProblem[] {
  const problems = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(z.toJSONSchema(schema, { io: 'input' }), issue.path);
      return issue.keys.map((key) => ({ path: pathText([...issue.path, key]), message: unknownKey(key, known) }));
    }
    const inner = issue.code === 'invalid_key' ? issue.issues[0] : undefined;
    return [{ path: pathText(issue.path), message: (inner ?? issue).message.replace(/^Invalid input: /, '') }];
  });
  // Of a wrong type zod may say more, such as that a text is too long for a list.
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index);
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return meant === undefined
    ? `there is no such key; known here: ${known.join(', ')}`
    : `there is no such key: did you mean "${meant}"?`;
}

/** `http.port`, `peers[2]`, `rights["12D3KooW…"][0]`. */
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

/** The keys that an object at `path` may have. */
function keysAt(schema: z.core.JSONSchema.BaseSchema, path: Path): readonly string[] {
  const [head, ...rest] = path;
  const choices = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return choices.flatMap(({ properties = {}, additionalProperties }) => {
    const inner = head === undefined ? undefined : (properties[String(head)] ?? additionalProperties);
    if (head === undefined) return Object.keys(properties);
    return typeof inner === 'object' ? keysAt(inner, rest) : [];
  });
}
