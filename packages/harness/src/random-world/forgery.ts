import type { StepWith } from '../scenario/play/verbs.ts';
import type { Step } from '../scenario/schema/step.ts';
import type { Forged } from '../scenario/schema/forged.ts';
import { channel } from './briefs.ts';
import { STRANGER, type Cast } from './cast.ts';

/** What comes of it when the peer does not run, or when no message can be made of it. */
const AWAY = ['PeerUnreachableError', 'EmptyMessageError', 'InvalidLinkError', 'NobodyListeningError'];

/** What a stranger sends: an honest message now and then, else one that is wrong in some way. */
export function forgery(cast: Cast, composed: string[], isThere: (peer: string) => boolean): Step[] {
  const { dice, present, rooms } = cast;
  const to = (): string => dice.pick(present);
  // What has been sent to one who is gone waits for him to come back, however long that takes.
  const left = (peer: string): { background: true } | { mayFail: string[] } =>
    isThere(peer) && dice.chance(0.8) ? { mayFail: AWAY } : { background: true };
  const forge = (): { forge: Forged } & ReturnType<typeof left> => {
    const made = forged(cast, composed);
    return { forge: made, ...left(made.to) };
  };
  return dice.weighted<Step[]>([
    [3, () => [forge()]],
    [1, () => [{ ...forge(), times: dice.between(2, 5) }]],
    [
      2,
      () => {
        const as = `forged${composed.length + 1}`;
        const message = `$${as}`;
        const { act: _act, credit: _credit, content: _content, ...made } = forged(cast, composed);
        composed.push(message);
        const delivery = (): Step => {
          const peer = to();
          return dice.chance(0.8)
            ? { deliver: { by: STRANGER, message, to: peer }, ...left(peer) }
            : { deliver: { by: STRANGER, message, room: dice.pick(rooms) }, mayFail: AWAY };
        };
        return [{ compose: made, as }, ...dice.list(1, 3, delivery)];
      },
    ],
    [
      1,
      () => [
        {
          notice: {
            by: STRANGER,
            to: to(),
            kind: dice.pick(['halt', 'resume'] as const),
            scope: dice.pick([
              { kind: 'all' },
              { kind: 'peer', peer: `@${to()}` },
              { kind: 'job', jobId: 'no such job' },
            ]),
          },
        },
      ],
    ],
    [2, () => [{ notice: watching(cast, to()) }]],
  ]);
}

/** What nodes tell each other of what they watch, said by one who has seen nothing. */
function watching({ dice, present }: Cast, to: string): StepWith<'notice'>['notice'] {
  const fromTo = { by: STRANGER, to };
  return dice.weighted<StepWith<'notice'>['notice']>([
    [
      2,
      () => ({
        ...{ ...fromTo, kind: 'beat', every: dice.pick([0, 50, 30_000]) },
        ...{ tokens: dice.pick([0, 600, 1_000_000]), costMicroUsd: dice.pick([0, 6_000_000]) },
      }),
    ],
    [
      2,
      () => ({
        ...{ ...fromTo, kind: 'probe', initiator: { peer: dice.pick(present), token: 'a-token' } },
        waits: dice.list(1, 3, () => ({
          ...{ peer: dice.pick(present), on: dice.pick(present), messageId: 'the-same', since: 0 },
        })),
      }),
    ],
  ]);
}

function forged(cast: Cast, composed: readonly string[]): Forged {
  const { dice, present } = cast;
  return {
    by: STRANGER,
    to: dice.pick(present),
    ...dice.maybe(0.6, 'channel', () => channel(cast)),
    ...dice.maybe(0.2, 'act', () => dice.pick(['request', 'query', 'inform', 'agree', 'refuse', 'done'] as const)),
    ...dice.maybe(0.3, 'credit', () => dice.pick([0, 1, 4, 10_001])),
    ...dice.maybe(0.1, 'messageId', () => 'the-same'),
    ...dice.maybe(0.2, 'content', () => dice.pick(['"go"', 'go', '', '{', '{"path":["alpha","beta"],"via":["task"]}'])),
    ...dice.maybe(0.2, 'deadlineMs', () => dice.pick([0, 1, 1000, 86_400_000])),
    ...dice.maybe(0.1, 'wake', () => false as const),
    ...dice.maybe(0.1, 'addressed', () => dice.pick(['nobody', '#lobby', dice.pick(present)])),
    ...dice.maybe(0.05, 'bytes', () => [0, 1, 2, 255]),
    ...dice.maybe(0.5, 'lineage', () => lineage(cast, composed)),
  };
}

function lineage({ dice }: Cast, composed: readonly string[]): NonNullable<Forged['lineage']> {
  return dice.weighted<NonNullable<Forged['lineage']>>([
    [
      3,
      () => ({
        job: {
          ...dice.maybe(0.3, 'jobId', () => dice.pick(['a-job', 'another'])),
          ...dice.maybe(0.3, 'epoch', () => dice.pick([0, 1, 2, 1000])),
          ...dice.maybe(0.3, 'maxDepth', () => dice.pick([0, 1, 4, 5])),
          ...dice.maybe(0.3, 'credit', () => dice.pick([0, 1, 1_000_000])),
          ...dice.maybe(0.3, 'lifetimeMs', () => dice.pick([0, 1000, 86_400_000, 90_000_000])),
        },
      }),
    ],
    [2, () => ({ before: dice.between(1, 4), ...dice.maybe(0.5, 'stampCredit', () => dice.pick([1, 16, 1000])) })],
    [1, () => ({ foreignRoot: true })],
    [1, () => ({ before: 2, cut: dice.between(0, 1) })],
    [1, () => ({ before: 1, widen: dice.pick([{ credit: 1000 }, { maxDepth: 20 }]) })],
    [2, () => (composed.length === 0 ? {} : { sameJobAs: dice.pick(composed) })],
  ]);
}
