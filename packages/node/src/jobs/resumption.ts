import { Lineage, obliges } from '@hoplite/p2p';
import type { PeerReply } from '@hoplite/tools';
import { askedOf, causeOf, grantOf } from '../dispatch/asked.ts';
import { withdraw, type EarlierRequest } from '../dispatch/earlier-requests.ts';
import { readStored } from '../dispatch/record.ts';
import type { Requests } from '../dispatch/requests.ts';
import { TurnAbortedError } from '../errors.ts';
import type { StoredJob } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import type { Jobs, OpenJob } from './jobs.ts';

/** Jobs of this node that a crash left open: they go on where their root event has asked a peer. */
export class Resumption {
  readonly #runtime: Runtime;
  readonly #requests: Requests;
  readonly #jobs: Jobs;

  constructor(runtime: Runtime, requests: Requests, jobs: Jobs) {
    this.#runtime = runtime;
    this.#requests = requests;
    this.#jobs = jobs;
  }

  /**
   * Takes them up, before the network is there: a settlement may come with the first connection.
   *
   * @param network resolves when messages can be sent
   */
  begin(network: Promise<void>): void {
    for (const record of this.#runtime.store.openJobs()) {
      this.#takeUp(record, network);
    }
  }

  #takeUp(record: StoredJob, network: Promise<void>): void {
    const { log, mesh, threads } = this.#runtime;
    const asked = this.#asked(record);
    const [first] = asked;
    if (first === undefined || record.target === mesh.localPeer) {
      // Its turn ran here. What it asked of others is withdrawn.
      for (const { message } of asked) {
        network.then(
          () => askedOf(message).forEach((peer) => withdraw(this.#runtime, message, peer)),
          (error: unknown) => log.debug({ err: error }, 'the network did not start'),
        );
      }
      const spent = record.target === mesh.localPeer ? spentBy(record, asked) : {};
      this.#jobs.interrupted({ ...record, ...spent }, 'the node stopped while the job ran');
      return;
    }
    const { job, jobBytes } = first.message.lineage;
    const open = this.#jobs.take(record, new Lineage(job, jobBytes, []), 0);
    const ban = threads.ban(open.lineage, []);
    if (ban?.reason === 'halted') {
      open.end.abort(new TurnAbortedError(ban.reason, ban.detail)); // Nothing is sent, and the job ends with that.
    }
    log.info({ job: record.jobId }, 'a job goes on after a restart');
    this.#seeThrough(open, asked, network).catch((error: unknown) => {
      log.error({ err: error, job: record.jobId }, 'a job could not be taken up');
    });
  }

  async #seeThrough(job: OpenJob, asked: readonly EarlierRequest[], network: Promise<void>): Promise<void> {
    const { mesh } = this.#runtime;
    const replies = asked.flatMap(({ message, envelope }) =>
      askedOf(message).map((peer) => {
        const credit = grantOf(message, peer);
        job.ledger.reserve(credit);
        const deadline = message.body.deadline ?? job.record.expiresAt;
        return this.#requests.run({ sender: job.sender, message, envelope, peer, credit, deadline, resumed: network });
      }),
    );
    const all = (await Promise.all(replies)).map(({ reply }) => reply);
    const [first] = all;
    const messageId = asked[0]?.message.link.messageId ?? '';
    const summary: PeerReply =
      job.record.channel === 'room' || first === undefined
        ? { ok: true, from: mesh.localPeer, messageId, content: { woken: all.length, replies: all.length } }
        : first;
    await this.#jobs.answered(job, all.find(({ ok }) => !ok) ?? summary);
  }

  /** What the root event has sent that obliges an answer, in this epoch. */
  #asked({ jobId, epoch }: StoredJob): readonly EarlierRequest[] {
    const { mesh, store } = this.#runtime;
    const sent = store
      .messagesOfJob(jobId)
      .filter((stored) => stored.author === mesh.localPeer && stored.epoch === epoch && obliges(stored.act));
    return sent.flatMap((stored) => {
      const message = readStored(this.#runtime, stored);
      return message !== undefined && causeOf(message) === undefined ? [{ message, envelope: stored.envelope }] : [];
    });
  }
}

/** What a root turn that a crash ended has cost: itself, and what it had given to others, of which nobody will hear. */
function spentBy(record: StoredJob, asked: readonly EarlierRequest[]): Pick<StoredJob, 'turns' | 'left'> {
  const granted = asked.flatMap(({ message }) => askedOf(message).map((peer) => grantOf(message, peer)));
  const left = granted.reduce((rest, credit) => rest - credit, record.credit - 1);
  return { turns: Math.max(record.turns, 1), left: Math.max(0, Math.min(record.left, left)) };
}
