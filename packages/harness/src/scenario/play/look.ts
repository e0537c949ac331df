import { decodeEnvelope, type Channel } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { ScenarioStepError } from '../../errors.ts';
import { matches, show } from '../matching.ts';
import type { Subject, UntilStep } from '../schema/look.ts';
import type { Scope } from '../scope.ts';
import { select } from '../selecting.ts';
import { inWords } from './settle.ts';
import { selectionIn, type Stage } from './stage.ts';

/** What to look at, with what its names stand for. */
interface Look {
  readonly job: string;
  readonly room: string;
  readonly id: string;
  readonly all: boolean;
  readonly per: NonNullable<UntilStep['per']>;
}

type Place = Pick<UntilStep, 'at' | 'job' | 'room' | 'id' | 'all' | 'per'>;

/** Items of one list that are looked at. */
const MANY = 1000;

/** Looks at something: at one place, or by the names of several. */
export function lookAt(stage: Stage, scope: Scope, looked: Subject, place: Place): LookedAt {
  const look: Look = {
    job: place.job === undefined ? '' : scope.word(place.job),
    room: place.room === undefined ? 'lobby' : scope.word(place.room),
    id: place.id === undefined ? '' : scope.word(place.id),
    all: place.all ?? false,
    per: place.per ?? 'day',
  };
  if (place.at === undefined) return { values: [viewOf(stage, looked, undefined, look, place.job)] };
  const names = place.at === 'everyone' ? stage.world.running : scope.words(place.at);
  const values = names.map((name) => viewOf(stage, looked, name, look, place.job));
  return typeof place.at === 'string' && place.at !== 'everyone' && names.length === 1 ? { values } : { values, names };
}

/** What was seen at each place; `names` when there may be several. */
export interface LookedAt {
  readonly values: readonly unknown[];
  readonly names?: readonly string[];
}

/** Waits until a look shows what is expected at each place, and gives what it shows. */
export async function untilLook(stage: Stage, scope: Scope, step: UntilStep): Promise<unknown> {
  const selection = selectionIn(scope, step);
  const expected = scope.json(step.expect);
  const see = (): LookedAt => {
    const { values, ...rest } = lookAt(stage, scope, step.until, step);
    return { ...rest, values: values.map((value) => select(value, selection)) };
  };
  try {
    await stage.world.until(
      inWords(`that ${step.until} is as expected`, () => see().values.every((value) => matches(value, expected))),
    );
  } catch (error) {
    const [last] = see().values.filter((value) => !matches(value, expected));
    throw new ScenarioStepError(`it never was ${show(expected)}, and is ${show(last)} now`, { cause: error });
  }
  const value = valueOf(see());
  scope.bind(step.as, value);
  return value;
}

/** One value, or an object of several by name. */
export function valueOf({ values, names }: LookedAt): unknown {
  return names === undefined ? values[0] : Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

function viewOf(stage: Stage, looked: Subject, name: string | undefined, look: Look, job: string | undefined): unknown {
  const { world } = stage;
  const ofPeer = <T extends { readonly node: string }>(items: readonly T[]): readonly T[] =>
    name === undefined ? items : items.filter(({ node }) => node === name);
  switch (looked) {
    case 'turns':
      return world.turns({
        ...(name === undefined ? {} : { node: name }),
        ...(job === undefined ? {} : { jobId: look.job }),
      });
    case 'asked':
      return ofPeer(world.asked);
    case 'events':
      return ofPeer(world.events);
    case 'calls':
      return stage.calls.all.filter(({ peer }) => name === undefined || peer === name);
    case 'notes':
      return stage.notes.all.filter(({ peer }) => name === undefined || peer === name);
    case 'holds':
      return stage.holds.view();
    case 'running':
      return world.running;
    case 'restarts':
      return world.restarts;
    case 'now':
      return world.now();
    case 'received':
    case 'sent':
    case 'heard':
    case 'notices':
      return strangerView(stage, looked, name ?? '');
    default:
      return nodeView(stage, looked, name ?? '', look);
  }
}

type OfNode = Exclude<
  Subject,
  'turns' | 'asked' | 'events' | 'calls' | 'notes' | 'holds' | 'running' | 'restarts' | 'now' | OfStranger
>;
type OfStranger = 'received' | 'sent' | 'heard' | 'notices';

/** Nothing, while the peer does not run. */
function nodeView({ world }: Stage, looked: OfNode, name: string, look: Look): unknown {
  if (!world.running.includes(name)) return undefined;
  const node = world.node(name);
  switch (looked) {
    case 'node':
      return { name: node.name, peerId: node.peerId, addresses: node.addresses };
    case 'job':
      return node.job(look.job);
    case 'jobs':
      return node.jobs({ limit: MANY });
    case 'trace':
      return node.trace(look.job);
    case 'hops':
      return node.trace(look.job)?.hops ?? [];
    case 'refusals':
      return node.trace(look.job)?.refusals ?? [];
    case 'thread':
      return node.trace(look.job)?.thread;
    case 'inbox':
      return node.inbox({ all: look.all, limit: MANY });
    case 'halts':
      return node.halts();
    case 'peers':
      return node.peers();
    case 'rooms':
      return node.rooms();
    case 'posts': {
      const read = node.readRoom(look.room, { limit: MANY });
      return read.ok ? read.value : read;
    }
    case 'explain':
      return node.explain(look.id);
    case 'breaker':
      return node.breaker();
    case 'usage':
      return node.usage({ by: look.per, limit: MANY, ...(look.job === '' ? {} : { jobId: look.job }) });
    case 'waits':
      return node.waits();
    case 'watch':
      return node.trace(look.job)?.watch;
  }
}

function strangerView(stage: Stage, looked: OfStranger, name: string): unknown {
  const { hand, received, sent } = stage.strangerOf(name);
  switch (looked) {
    case 'received':
      return received.map(({ id, peer, channel, envelope }) => ({
        id,
        from: peer,
        channel,
        ...saysOf(channel, envelope),
      }));
    case 'sent':
      return sent;
    case 'heard':
      return hand.posts.map(({ author, room, envelope }) => ({ author, room, ...saysOf('room', envelope) }));
    case 'notices':
      return hand.notices;
  }
}

/** What stands in an envelope, as far as it can be read. */
export function saysOf(channel: Channel, envelope: Uint8Array): { readonly [key: string]: JsonValue } {
  try {
    const { body, lineage, link } = decodeEnvelope(channel, envelope);
    return {
      content: body.content,
      act: link.act,
      credit: link.credit,
      messageId: link.messageId,
      jobId: lineage.job.jobId,
      depth: lineage.depth,
    };
  } catch {
    return {};
  }
}
