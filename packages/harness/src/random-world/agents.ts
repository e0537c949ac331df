import type { JsonValue } from '@hoplite/tools';
import { ADVERSARIES, type AdversaryName } from '../agents/index.ts';
import type { AgentFile, AgentStep } from '../scenario/schema/agent.ts';
import { brief, channel, text } from './briefs.ts';
import type { Cast } from './cast.ts';
import { report, runaway } from './reports.ts';

const KINDS = Object.keys(ADVERSARIES) as AdversaryName[];

/** Steps within steps. */
const MAX_NESTING = 2;

/** Most that is sent at once, or one after the other, by one step. */
const MAX_TIMES = 5;

/** What answers at a peer: an honest agent, one that misbehaves, or a list of whatever steps. */
export function agent(around: Cast, me: string): AgentFile {
  const { dice } = around;
  // Where everybody turns to anybody, the first circle is the end of it: some only turn to who comes after them.
  const later = around.everyone.slice(around.everyone.indexOf(me) + 1);
  const cast: Cast = later.length > 0 && dice.chance(0.6) ? { ...around, everyone: later } : around;
  const { everyone } = cast;
  return dice.weighted<AgentFile>([
    [2, () => dice.pick(['relays', 'echo', 'builtin'] as const)],
    [1, () => dice.pick(KINDS)],
    [
      3,
      () => ({
        adversary: dice.pick(KINDS),
        ...dice.maybe(0.5, 'peers', () => dice.some(everyone, dice.between(1, everyone.length))),
        ...dice.maybe(0.8, 'times', () => dice.between(1, 8)),
        ...dice.maybe(0.5, 'channel', () => channel(cast)),
        ...dice.maybe(0.2, 'serial', () => true),
      }),
    ],
    [4, () => steps(cast, 0)],
    [
      2,
      () => ({
        turns: dice.list(1, 3, () => steps(cast, 0)),
        ...dice.maybe(0.3, 'idempotent', () => true),
        ...dice.maybe(0.3, 'serial', () => true),
      }),
    ],
  ]);
}

function steps(cast: Cast, nesting: number): AgentStep[] {
  const { dice } = cast;
  return [...dice.list(1, 3, () => step(cast, nesting)), ...(dice.chance(0.3) ? [ending(cast)] : [])];
}

function step(cast: Cast, nesting: number): AgentStep {
  const { dice } = cast;
  const inner = nesting < MAX_NESTING ? 1 : 0;
  return dice.weighted<AgentStep>([
    [12, () => sending(cast)],
    [3, () => pause(cast)],
    [4, () => report(cast)],
    [3 * inner, () => runaway(cast)],
    [2, () => ({ progress: 'so far, so good', ...dice.maybe(0.5, 'fraction', () => dice.pick([0, 0.5, 1])) })],
    [2, () => strangeCall(cast)],
    [2 * inner, () => ({ repeat: dice.between(2, MAX_TIMES), do: steps(cast, nesting + 1) })],
    [2 * inner, () => ({ together: dice.list(2, 3, () => step(cast, nesting + 1)) })],
    [2 * inner, () => branch(cast, nesting)],
    [inner, () => ({ each: { to: dice.some(cast.everyone, 3) }, do: [{ session: '$to', text: text(cast, 'agent') }] })],
    [1, () => ending(cast)],
  ]);
}

/** Something goes out, on any channel, to one or to several, once or often. */
function sending(cast: Cast): AgentStep {
  const { dice, everyone, rooms } = cast;
  const to = (): string | string[] =>
    dice.chance(0.7) ? dice.pick(everyone) : dice.some(everyone, dice.between(1, everyone.length));
  const often = dice.maybe(0.3, 'times', () => dice.between(1, MAX_TIMES));
  const wait = dice.maybe(0.5, 'wait', () => dice.pick([false, 0, 1, 30, 3600] as const));
  return dice.weighted<AgentStep>([
    [
      3,
      () => ({
        task: to(),
        brief: brief(cast, 'agent'),
        ...often,
        ...dice.maybe(0.2, 'timeoutSeconds', () => dice.pick([1, 10, 600])),
      }),
    ],
    [3, () => ({ session: to(), text: text(cast, 'agent'), ...wait, ...often })],
    [
      2,
      () => ({
        room: dice.pick(rooms),
        text: text(cast, 'agent'),
        ...dice.maybe(0.7, 'wake', () => (dice.chance(0.5) ? 'everyone' : to())),
        ...wait,
        ...often,
      }),
    ],
    [2, () => ({ ask: to(), via: channel(cast), brief: brief(cast, 'agent'), ...often })],
  ]);
}

function pause({ dice, holds }: Cast): AgentStep {
  return dice.weighted<AgentStep>([
    [6, () => ({ sleep: dice.pick([0, 1, 20, 1000, 15_000, 90_000]) })],
    [1, () => ({ forever: true })],
    [
      1,
      () => {
        const hold = `key-${holds.size + 1}`;
        holds.add(hold);
        return { hold };
      },
    ],
  ]);
}

function branch(cast: Cast, nesting: number): AgentStep {
  const { dice, everyone } = cast;
  const when = dice.weighted<JsonValue>([
    [2, () => ({ turn: dice.pick([1, 2, { $atMost: 3 }]) })],
    [1, () => ({ from: dice.pick([null, ...everyone]) })],
    [1, () => ({ channel: channel(cast) })],
  ]);
  return { when, do: steps(cast, nesting + 1), ...dice.maybe(0.4, 'else', () => steps(cast, nesting + 1)) };
}

/** Calls that no honest agent makes, or that only look. */
function strangeCall({ dice, everyone, rooms }: Cast): AgentStep {
  return dice.pick<AgentStep>([
    { tool: 'list_peers', input: {} },
    { tool: 'read_room', input: { room: dice.pick(rooms) } },
    { tool: 'no_such_tool', input: null },
    { tool: 'delegate_task', input: { peer: 'nobody', brief: 'go' } },
    { tool: 'delegate_task', input: { peer: dice.pick(everyone), brief: 'go', credit: 1_000_000, maxDepth: 99 } },
    { tool: 'send_message', input: { peer: 5 } },
    { tool: 'wait_for_message', input: { message_id: 'none', timeout_seconds: 5 } },
    { tool: 'post_to_room', input: { room: 'nowhere', text: 'hello', wake: 'everyone', wait_seconds: 5 } },
  ]);
}

/** How a turn may end. */
function ending(cast: Cast): AgentStep {
  const { dice } = cast;
  return dice.weighted<AgentStep>([
    [4, () => ({ answer: brief(cast, 'agent') })],
    [2, () => ({ refuse: 'not today' })],
    [
      1,
      () => ({ refuse: { reason: dice.pick(['busy', 'agent_refused', 'max_hops'] as const), detail: 'so it says' } }),
    ],
    [1, () => ({ crash: 'boom' })],
    [2, () => ({ forward: true })],
  ]);
}
