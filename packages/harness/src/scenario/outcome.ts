import type { World } from '../world/world.ts';
import { matches, show } from './matching.ts';
import type { Stage } from './play/stage.ts';
import type { CountExpected, Expectations } from './schema/expectations.ts';

/** Items of one inbox, or of one list of jobs, that are looked at. */
const MANY = 1000;

/** Compares the world, when it has come to rest, with what is expected in the end. */
export function checkOutcome(stage: Stage, expected: Expectations): void {
  const { world } = stage;
  for (const { name, place } of spokenOf(expected)) {
    if (world.running.includes(name)) continue;
    stage.fail(`${place}: ${name} does not run in the end, so what it knows cannot be seen; start it again first`);
  }
  const turns = world.turns();
  count(stage, 'turns', turns.length, expected.turns);
  if (expected.depth !== undefined)
    count(stage, 'depth', Math.max(0, ...turns.map(({ depth }) => depth)), expected.depth);
  if (expected.handled !== undefined) {
    perPeer(stage, 'handled', tally(turns.map(({ node }) => node)), expected.handled);
  }
  if (expected.escalations !== undefined) {
    const asked = world.running.flatMap((name) =>
      world
        .node(name)
        .inbox({ all: true, limit: MANY })
        .map(() => name),
    );
    perPeer(stage, 'escalations', tally(asked), expected.escalations);
  }
  if (expected.stops !== undefined) {
    stage.compare('expect.stops', stopsIn(world), { $unordered: expected.stops.map((stop) => ({ ...stop })) });
  }
  for (const [name, jobs] of Object.entries(expected.jobs ?? {})) {
    if (!world.running.includes(name)) continue; // That has been told.
    const begun = [...world.node(name).jobs({ limit: MANY })].reverse();
    stage.compare(`expect.jobs.${name}`, begun, stage.scope.json(jobs));
  }
  if (expected.asked !== undefined) {
    const briefs = world.asked.map(({ brief }) => brief);
    stage.compare('expect.asked', briefs, { $unordered: stage.scope.json(expected.asked) });
  }
}

/** Peers of which something is expected that only they know, while they run. */
function spokenOf({ escalations = {}, stops = [], jobs = {} }: Expectations): readonly Spoken[] {
  const named = (what: string, names: readonly string[]): readonly Spoken[] =>
    names.map((name) => ({ name, place: `expect.${what}.${name}` }));
  return [
    ...named('escalations', Object.keys(escalations)),
    ...stops.flatMap(({ at }, index) => (at === undefined ? [] : [{ name: at, place: `expect.stops[${index}].at` }])),
    ...named('jobs', Object.keys(jobs)),
  ];
}

interface Spoken {
  readonly name: string;
  readonly place: string;
}

function stopsIn(world: World): readonly unknown[] {
  return world.running.flatMap((at) =>
    world
      .node(at)
      .inbox({ all: true, limit: MANY })
      .filter(({ kind }) => kind === 'stop')
      .map(({ reason, path }) => ({ at, reason, path })),
  );
}

function perPeer(
  stage: Stage,
  what: string,
  counted: ReadonlyMap<string, number>,
  expected: Readonly<Record<string, CountExpected>>,
): void {
  for (const name of new Set([...counted.keys(), ...Object.keys(expected)])) {
    count(stage, `${what}.${name}`, counted.get(name) ?? 0, expected[name] ?? 0);
  }
}

function count(stage: Stage, what: string, actual: number, expected: CountExpected | undefined): void {
  if (expected === undefined) return;
  const pattern =
    typeof expected === 'number'
      ? expected
      : {
          ...(expected.atMost === undefined ? {} : { $atMost: expected.atMost }),
          ...(expected.atLeast === undefined ? {} : { $atLeast: expected.atLeast }),
        };
  if (!matches(actual, pattern)) stage.fail(`expect.${what}: it was ${actual}, and should be ${show(expected)}`);
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
