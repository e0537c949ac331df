import { nearest } from '@hoplite/node';
import type { ScenarioProblem } from '../errors.ts';
import { MAX_EXPRESSION, PATTERN_OPERATORS } from './matching.ts';
import { mustBePeer, mustNamePeer } from './peer-places.ts';
import { pathText } from './problems.ts';
import { LIMITS } from './limits.ts';
import type { ScenarioFile } from './schema/scenario.ts';
import { peersOf } from './cast.ts';
import { roundsOf } from './schema/loop.ts';

/** Names that agents and loops have without binding them. */
const GIVEN = ['n', 'i', 'brief', 'from', 'channel', 'room', 'me', 'turn'];

const VALUE_OPERATORS = ['$text', '$sum', '$schema'];

interface Visit {
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
  readonly rounds: number;
}

/** What is said of names that nothing has, operators that there are not, and loops that are too long. */
export function nameProblems(scenario: ScenarioFile): readonly ScenarioProblem[] {
  const known = knownNames(scenario);
  const problems: ScenarioProblem[] = [...castProblems(scenario)];
  const isPeer = (name: string, path: string): void => {
    if (known.peers.has(name) || name.startsWith('$')) return;
    problems.push({ path, message: missing('peer', name, [...known.peers]) });
  };
  walk(scenario, ({ value, path, rounds }) => {
    const at = pathText(path);
    if (rounds > LIMITS.rounds) {
      problems.push({
        path: at,
        message: `loops within loops make ${rounds} rounds, and at most ${LIMITS.rounds} are taken`,
      });
    }
    const key = path.at(-1);
    if (typeof key === 'string' && key.startsWith('$') && !mustBePeer(path)) {
      const operators = [...PATTERN_OPERATORS, ...VALUE_OPERATORS];
      if (!operators.includes(key)) problems.push({ path: at, message: missing('operator', key, operators) });
    }
    if (key === '$matches') problems.push(...expressionProblems(value, at));
    if (typeof key === 'string' && mustBePeer(path)) isPeer(key, at);
    if (typeof value !== 'string') return;
    for (const name of boundNames(value)) {
      if (!known.bound.has(name)) problems.push({ path: at, message: missing('binding', name, [...known.bound]) });
    }
    const isAll = value === 'everyone' && (key === 'at' || key === 'from' || key === 'by');
    if (mustNamePeer(path) && !isAll) isPeer(value, at);
  });
  return problems;
}

function missing(kind: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined
    ? `there is no ${kind} "${name}"`
    : `there is no ${kind} "${name}": did you mean "${meant}"?`;
}

/** What is wrong with the names of the peers themselves. */
function castProblems({ peers }: ScenarioFile): readonly ScenarioProblem[] {
  const names = Array.isArray(peers) ? peers : Object.keys(peers);
  return names.flatMap((name, index) => {
    const path = pathText(['peers', Array.isArray(peers) ? index : name]);
    if (name === 'everyone') return [{ path, message: '"everyone" stands for all peers, and is no name for one' }];
    return names.indexOf(name) === index ? [] : [{ path, message: `there is a peer "${name}" before it` }];
  });
}

/** What is wrong with a regular expression, unless parts of it are bound while the scenario is played. */
function expressionProblems(value: unknown, path: string): readonly ScenarioProblem[] {
  if (typeof value !== 'string') return [{ path, message: 'expected a regular expression, as a text' }];
  if (boundNames(value).length > 0) return [];
  if (value.length > MAX_EXPRESSION) {
    return [{ path, message: `it has ${value.length} characters, and at most ${MAX_EXPRESSION} are taken` }];
  }
  try {
    new RegExp(value, 'u');
    return [];
  } catch (error) {
    return [{ path, message: String(error) }];
  }
}

/** `$name`, and `{name}` within a text. */
function boundNames(text: string): readonly string[] {
  const whole = /^\$([A-Za-z_][\w-]*)(\.[\w-]+)*$/.exec(text)?.[1];
  const inside = [...text.replace(/\{\{[\w.-]+\}\}/g, '').matchAll(/\{([A-Za-z_][\w-]*)(?:\.[\w-]+)*\}/g)];
  return [...(whole === undefined ? [] : [whole]), ...inside.flatMap(([, name]) => (name === undefined ? [] : [name]))];
}

function knownNames(scenario: ScenarioFile): {
  readonly peers: ReadonlySet<string>;
  readonly bound: ReadonlySet<string>;
} {
  const peers = new Set(peersOf(scenario).all);
  const bound = new Set(GIVEN);
  const start = (value: unknown): void => {
    for (const name of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof name === 'string') peers.add(name);
      else if (typeof name === 'object' && name !== null && 'name' in name) peers.add(String(name.name));
    }
  };
  walk(scenario, ({ value, path }) => {
    const key = path.at(-1);
    if (key === 'as' || key === 'hold') bound.add(String(value));
    if (key === 'stranger' || key === 'start') start(value);
    if (key === 'each' && typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) bound.add(name);
    }
  });
  return { peers, bound };
}

/** Visits every value. The scenario has been checked: it is neither deep nor large. */
function walk(root: unknown, visit: (seen: Visit) => void): void {
  const open: Visit[] = [{ value: root, path: [], rounds: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    visit(next);
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    const rounds = next.rounds * roundsIn(value);
    const children = Array.isArray(value)
      ? value.map((child: unknown, index) => ({ value: child, path: [...path, index], rounds }))
      : Object.entries(value).map(([key, child]) => ({ value: child as unknown, path: [...path, key], rounds }));
    open.push(...children.reverse());
  }
}

function roundsIn(value: object): number {
  if ('do' in value && 'repeat' in value && typeof value.repeat === 'number') return Math.max(1, value.repeat);
  if ('do' in value && 'each' in value) {
    return Math.max(1, roundsOf(value.each as Readonly<Record<string, readonly never[]>>));
  }
  return 1;
}
