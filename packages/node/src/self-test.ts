import {
  Lineage,
  composeMessage,
  encodeEnvelope,
  identityFromSeed,
  type Identity,
  type InboundRequest,
  type JobHeader,
  type Message,
  type MessageStamp,
  type Reason,
  type Refusal,
} from '@hoplite/p2p';
import { recordOf } from './dispatch/record.ts';
import { SelfTestError } from './errors.ts';
import type { Runtime } from './runtime.ts';
import type { Inbound } from './turns/inbound.ts';

/** A forged message, and what must become of it. */
interface Forgery {
  readonly what: string;
  readonly message: Message;
  /** Peer ID of who brings it. */
  readonly peer: string;
  /** Reasons that are right; the config may make an earlier brake fire, and never none. */
  readonly expected: readonly Reason[];
}

/**
 * Sends the node forged messages through its real way in, before the network is there: over its budget, in a cycle, a
 * duplicate, badly signed, terminal, expired. A guard that is configured and never called is found here.
 *
 * It tries the brakes with the node's own key, store and config. What each channel makes of them is rehearsed where no node
 * is touched: see `channels/checklist.ts`.
 *
 * @throws {SelfTestError} when one of them is not refused as it must be
 */
export function selfTest(inbound: Inbound, runtime: Runtime): void {
  for (const { what, message, peer, expected } of forgeries(runtime)) {
    const outcome = bring(inbound, peer, message);
    // A node that lets nobody use the channel refuses earlier, and that is as good.
    if (outcome === undefined || ![...expected, 'unauthorized'].includes(outcome.reason)) {
      throw new SelfTestError(what, expected, outcome?.reason);
    }
  }
}

function bring(inbound: Inbound, peer: string, message: Message): Refusal | undefined {
  let refusal: Refusal | undefined;
  const request: InboundRequest = {
    peer,
    channel: message.channel,
    id: message.link.messageId,
    envelope: encodeEnvelope(message),
    signal: new AbortController().signal,
    accept: () => undefined,
    progress: () => undefined,
    answer: () => undefined,
    refuse: (why) => {
      refusal = why;
    },
  };
  inbound.onRequest(request, { isRehearsal: true });
  return refusal;
}

function forgeries(runtime: Runtime): readonly Forgery[] {
  const { clock, ids, mesh, store } = runtime;
  const [mallory, accomplice] = [identityFromSeed(ids.bytes(32)), identityFromSeed(ids.bytes(32))];
  const now = clock.now();
  const root = (changes: Partial<JobHeader> = {}): Lineage =>
    Lineage.root({
      ...{ jobId: `self-test-${ids.next()}`, epoch: 0, maxDepth: 4, credit: 32 },
      ...{ issuedAt: now, expiresAt: now + 60_000, ...changes },
    });
  const write = (by: Pick<Identity, 'signer'>, stamp: Partial<MessageStamp> & Pick<MessageStamp, 'parent'>): Message =>
    composeMessage(
      {
        channel: 'session',
        to: mesh.localPeer,
        act: 'query',
        credit: 1,
        messageId: ids.next(),
        at: now,
        body: { content: 'a forged message of the self-test', deadline: now + 60_000 },
        ...stamp,
      },
      by.signer,
    );
  const task = { channel: 'task', act: 'request', body: { content: '"self-test"', deadline: now + 60_000 } } as const;

  const back = (parent: Lineage, by: Identity, to: Identity): Lineage =>
    write(by, { parent, to: to.peerId, credit: 8 }).lineage;
  const long = [0, 1, 2].reduce(
    (parent, hop) => (hop % 2 === 0 ? back(parent, mallory, accomplice) : back(parent, accomplice, mallory)),
    root(),
  );
  const fromHere = write(mesh, { ...task, parent: root(), to: mallory.peerId, credit: 8 }).lineage;
  const honest = write(mallory, { parent: root(), to: accomplice.peerId, credit: 8 }).lineage;
  const [link] = honest.links;
  const forged = new Lineage(
    honest.job,
    honest.jobBytes,
    link === undefined ? [] : [{ ...link, signature: link.signature.map((byte) => byte ^ 1) }],
  );
  const seen = write(mallory, { parent: root() });
  // Without its words, which nobody has said: a search would find them.
  store.addMessage({ ...recordOf({ message: seen, peer: SELF_TEST, direction: 'in', retentionMs: 0 }), content: '' });
  const past = { issuedAt: now - 7_200_000, expiresAt: now - 3_600_000 };
  const settlement = { returned: 0, burnt: 0, open: 0, path: [], stops: [], stopCount: 0 };
  const last = { act: 'inform', credit: 0, body: { content: 'thanks', inReplyTo: ids.next(), settlement } } as const;

  return [
    {
      what: 'a message over the hop budget',
      message: write(accomplice, { parent: long }),
      peer: accomplice.peerId,
      expected: ['max_hops'],
    },
    {
      what: 'a task that comes back to its origin',
      message: write(mallory, { ...task, parent: fromHere }),
      peer: mallory.peerId,
      expected: ['cannot: cycle', 'max_hops'],
    },
    {
      what: 'a chain with a bad signature',
      message: write(accomplice, { parent: forged }),
      peer: accomplice.peerId,
      expected: ['malformed'],
    },
    { what: 'a duplicate', message: seen, peer: mallory.peerId, expected: ['duplicate'] },
    {
      what: 'a terminal act',
      message: write(mallory, { parent: root(), ...last }),
      peer: mallory.peerId,
      expected: ['terminal', 'max_hops'],
    },
    {
      what: 'an expired job',
      message: write(mallory, { parent: root(past) }),
      peer: mallory.peerId,
      expected: ['expired'],
    },
  ];
}

/** Stands for the other side of what the self-test has stored: like a topic, it is owed no answer. */
const SELF_TEST = '/self-test';
