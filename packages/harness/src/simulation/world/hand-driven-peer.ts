import {
  Lineage,
  composeMessage,
  decodeNotice,
  encodeEnvelope,
  type Identity,
  type InboundPost,
  type InboundRequest,
  type Message,
  type MessageStamp,
  type Notice,
  type Refusal,
  type Reply,
} from '@hoplite/p2p';
import type { Clock, Ids } from '@hoplite/node';
import type { HandDriven } from '../../world/world.ts';
import type { SimulatedMesh } from '../network/simulated-mesh.ts';

/** How long what it sends may take, in milliseconds. */
const PATIENCE_MS = 20_000;

/** How long a job of its own lives, in milliseconds. */
const JOB_MS = 60_000;

/** Messages of each kind that it keeps; the oldest give way. */
const MAX_KEPT = 10_000;

export interface HandDrivenInit {
  readonly identity: Identity;
  readonly mesh: SimulatedMesh;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Something has reached it. */
  readonly onCame: () => void;
}

/** A member of a simulated network that is driven by hand, below everything that an honest node does. */
export class HandDrivenPeer implements HandDriven {
  readonly identity: Identity;
  readonly mesh: SimulatedMesh;
  readonly inbox: InboundRequest[] = [];
  readonly posts: InboundPost[] = [];
  readonly notices: Notice[] = [];
  history: readonly Uint8Array[] = [];
  readonly #init: HandDrivenInit;
  #onRequest: (request: InboundRequest) => void = () => undefined;

  constructor(init: HandDrivenInit) {
    this.#init = init;
    this.identity = init.identity;
    this.mesh = init.mesh;
  }

  get peerId(): string {
    return this.identity.peerId;
  }

  /** Opens its network. */
  async begin(): Promise<void> {
    await this.mesh.start({
      onRequest: (request) => {
        keep(this.inbox, request);
        this.#onRequest(request);
        this.#init.onCame();
      },
      onSettled: () => undefined,
      onPost: (post) => {
        keep(this.posts, post);
        this.#init.onCame();
      },
      onNotice: (_peer, bytes) => {
        const notice = decodeNotice(bytes);
        if (notice !== undefined) {
          keep(this.notices, notice);
        }
        if (notice?.content.kind !== 'beat') {
          this.#init.onCame(); // Beats go on for as long as something runs, and are nothing worth the name.
        }
      },
      onHistory: () => this.history,
      onPeerJoined: () => undefined,
      onPeerLeft: () => undefined,
      onRoomChanged: () => this.#init.onCame(),
    });
  }

  onRequest(listener: (request: InboundRequest) => void): void {
    this.#onRequest = listener;
  }

  root(changes: Partial<Lineage['job']> = {}): Lineage {
    const now = this.#init.clock.now();
    return Lineage.root({
      jobId: this.#init.ids.next(),
      epoch: 0,
      maxDepth: 4,
      credit: 32,
      issuedAt: now,
      expiresAt: now + JOB_MS,
      ...changes,
    });
  }

  compose(changes: Partial<MessageStamp> & Pick<MessageStamp, 'to'>): Message {
    const { clock, ids } = this.#init;
    const content = changes.channel === 'session' ? 'echo hello' : JSON.stringify({ skill: 'echo', input: 'hello' });
    return composeMessage(
      {
        channel: 'task',
        parent: this.root(),
        act: 'request',
        credit: 16,
        messageId: ids.next(),
        at: clock.now(),
        body: { content, deadline: clock.now() + JOB_MS },
        ...changes,
      },
      this.identity.signer,
    );
  }

  async send(peer: string, message: Message, signal?: AbortSignal): Promise<Reply> {
    const patience = new AbortController();
    const timer = this.#init.clock.after(PATIENCE_MS, () =>
      patience.abort(new DOMException('it took too long', 'TimeoutError')),
    );
    try {
      return await this.#request(peer, message, signal ?? patience.signal);
    } finally {
      timer.clear();
    }
  }

  sendWatching(peer: string, message: Message, signal: AbortSignal, onAccepted: () => void): Promise<Reply> {
    return this.#request(peer, message, signal, onAccepted);
  }

  answerTo(request: Message, content: string, refusal?: Refusal): Uint8Array {
    const { credit, from, messageId } = request.link;
    const settlement = { returned: credit - 1, burnt: 1, open: 0, path: [], stops: [], stopCount: 0 };
    return encodeEnvelope(
      this.compose({
        channel: request.channel,
        parent: request.lineage,
        to: request.channel === 'room' ? request.link.to : from,
        act: refusal === undefined ? 'inform' : 'refuse',
        credit: 0,
        body: {
          content,
          inReplyTo: messageId,
          settlement,
          ...(request.body.room === undefined ? {} : { room: request.body.room }),
          ...(refusal === undefined ? {} : { refusal }),
        },
      }),
    );
  }

  #request(peer: string, message: Message, signal: AbortSignal, onAccepted?: () => void): Promise<Reply> {
    return this.mesh.request({
      peer,
      channel: message.channel,
      id: message.link.messageId,
      envelope: encodeEnvelope(message),
      signal,
      ...(onAccepted === undefined ? {} : { onAccepted }),
    });
  }
}

function keep<T>(kept: T[], one: T): void {
  kept.push(one);
  if (kept.length > MAX_KEPT) {
    kept.shift();
  }
}
