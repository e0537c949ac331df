import { randomUUID } from 'node:crypto';
import {
  Lineage,
  composeMessage,
  composeNotice,
  encodeEnvelope,
  roomTopic,
  type NoticeContent,
  type Signer,
} from '../src/index.ts';

/** A post of a root turn. */
export function postFrom(signer: Signer, room: string, content: string): Uint8Array {
  const at = Date.now();
  const message = composeMessage(
    {
      channel: 'room',
      parent: rootLineage(at),
      to: roomTopic(room),
      act: 'inform',
      credit: 0,
      messageId: randomUUID(),
      at,
      body: { content, room },
    },
    signer,
  );
  return encodeEnvelope(message);
}

/** A task request of a root turn. */
export function requestFrom(signer: Signer, to: string, messageId: string, content = '"hello"'): Uint8Array {
  const at = Date.now();
  const message = composeMessage(
    {
      channel: 'task',
      parent: rootLineage(at),
      to,
      act: 'request',
      credit: 1,
      messageId,
      at,
      body: { content, deadline: at + 60_000 },
    },
    signer,
  );
  return encodeEnvelope(message);
}

/** A notice that halts a job. */
export function haltBy(signer: Signer, jobId: string): Uint8Array {
  const at = Date.now();
  const scope = { kind: 'job', jobId } as const;
  return composeNotice({ kind: 'halt', scope, note: 'enough' }, { id: randomUUID(), at, until: at + 60_000 }, signer);
}

/** One notice of each kind by which runtimes watch each other; the stall is of a message from `origin`. */
export function watchingBy(signer: Signer, origin: Signer): readonly Uint8Array[] {
  const at = Date.now();
  const [author, peer, messageId] = [signer.peerId, origin.peerId, randomUUID()];
  const bodyHash = new Uint8Array(32);
  const link = { to: author, act: 'request', credit: 1, messageId, at, bodyHash } as const;
  const witness = rootLineage(at).extend(link, origin);
  const { jobId, epoch } = witness.job;
  const wait = { peer: author, on: peer, messageId, since: at };
  const contents: readonly NoticeContent[] = [
    { kind: 'beat', every: 30_000, tokens: 5_000_000_000, costMicroUsd: 12 },
    { kind: 'probe', initiator: { peer: author, token: randomUUID() }, waits: [wait] },
    { kind: 'stall', jobId, epoch, reason: 'deadlock', detail: 'a circle', path: [author, peer, author], witness },
  ];
  return contents.map((content) => composeNotice(content, { id: randomUUID(), at, until: at + 60_000 }, signer));
}

function rootLineage(at: number): Lineage {
  return Lineage.root({ jobId: randomUUID(), maxDepth: 4, credit: 8, issuedAt: at, expiresAt: at + 60_000, epoch: 0 });
}
