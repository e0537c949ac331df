import {
  decodeEnvelope,
  isSignedLink,
  shortHash,
  witnessFault,
  type Lineage,
  type Message,
  type Notice,
  type Settlement,
  type SignedLink,
} from '@hoplite/p2p';
import type { StoredMessage } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import { SpentCredit } from './double-spend.ts';
import type { Escalations } from './escalations.ts';

/** Catches peers that spend credit they were not granted, or give back more than they got, and keeps what proves it. */
export class Evidence {
  readonly #runtime: Runtime;
  readonly #escalations: Escalations;
  readonly #spent = new SpentCredit();

  constructor(runtime: Runtime, escalations: Escalations) {
    this.#runtime = runtime;
    this.#escalations = escalations;
  }

  /** A turn ran somewhere in a job of this node. */
  onReceipt(notice: Notice, witness: Lineage): void {
    const { clock, mesh, store } = this.#runtime;
    const { jobId, epoch } = witness.job;
    if (witness.origin !== mesh.localPeer || store.job(jobId) === undefined) {
      return;
    }
    const fault = witnessFault(notice, { now: clock.now(), verify: mesh.verify });
    if (fault !== undefined) {
      if (fault.reason === 'malformed') {
        mesh.charge(notice.from, `a receipt that proves nothing: ${fault.detail}`);
      }
      return; // One that was long under way is nobody's fault.
    }
    for (const { author, grant, spent, turns } of this.#spent.enter(witness, notice.from)) {
      // Not charged: a peer below it that gave back credit and used it all the same would put the blame on it.
      const detail = `it was granted ${grant.credit} turns, and ${turns} ran: it, or a peer it asked, spent credit twice`;
      this.#escalations.raise({
        id: `${jobId}.${epoch}!${author.slice(-8)}`,
        kind: 'evidence',
        jobId,
        epoch,
        peer: author,
        reason: 'malformed',
        detail,
        path: [...new Set([...witness.chain, notice.from])],
        payload: JSON.stringify({ job: hex(witness.jobBytes), grant: linkJson(grant), spent: spent.map(linkJson) }),
      });
    }
  }

  /** A settlement claims more than was granted. */
  onOverclaimed(lineage: Lineage, peer: string, { returned, burnt, open }: Settlement): void {
    const { mesh } = this.#runtime;
    const { jobId, epoch } = lineage.job;
    const detail = `its settlement does not add up: returned ${returned}, burnt ${burnt}, open ${open}`;
    mesh.charge(peer, detail);
    this.#escalations.raise({
      id: `${jobId}.${epoch}!${peer.slice(-8)}`,
      kind: 'evidence',
      jobId,
      epoch,
      peer,
      reason: 'malformed',
      detail,
      path: [...lineage.chain, mesh.localPeer, peer],
      payload: JSON.stringify({ returned, burnt, open }),
    });
  }

  /** An author has used one message ID for two messages. */
  onAltered(message: Message, { channel, envelope }: StoredMessage): void {
    const { mesh } = this.#runtime;
    const first = decodeEnvelope(channel, envelope);
    const isProof = [first, message].every(({ lineage }) => isSignedLink(lineage, lineage.depth - 1, mesh.verify));
    if (!isProof) {
      return; // Whoever sent the second one has not signed it, so it shows nothing about the author.
    }
    const { from, messageId } = message.link;
    const { jobId, epoch } = message.lineage.job;
    this.#escalations.raise({
      id: `altered!${from.slice(-16)}`, // One item for each such peer, however often it does this.
      kind: 'evidence',
      jobId,
      epoch,
      peer: from,
      reason: 'duplicate',
      detail: `it signed two different messages under one ID, ${messageId}`,
      path: [...message.lineage.chain, mesh.localPeer],
      payload: JSON.stringify({ signed: [first.link, message.link].map(linkJson) }),
    });
  }
}

/** A link as it was signed, so that anyone can check it. */
function linkJson({ from, to, credit, messageId, bytes, signature, bodyHash }: SignedLink) {
  return { from, to, credit, messageId, body: shortHash(bodyHash), bytes: hex(bytes), signature: hex(signature) };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
