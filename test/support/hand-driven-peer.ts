import {
  Lineage,
  bodyHash,
  composeMessage,
  createMesh,
  decodeNotice,
  encodeEnvelope,
  generateIdentity,
  type Identity,
  type InboundPost,
  type InboundRequest,
  type Mesh,
  type Message,
  type MessageStamp,
  type Notice,
  type Refusal,
  type Reply,
} from '@hoplite/p2p';
import { randomUUID } from 'node:crypto';

/** A member of a network that is driven by hand, below everything that an honest node does: it can send anything. */
export class HandDrivenPeer implements AsyncDisposable {
  readonly identity: Identity = generateIdentity();
  readonly mesh: Mesh;
  /** What others asked of it. It answers nothing by itself. */
  readonly inbox: InboundRequest[] = [];
  /** Posts that gossip brought. */
  readonly posts: InboundPost[] = [];
  /** Notices that came, however often. */
  readonly notices: Notice[] = [];
  /** What it says was posted earlier, in whatever room. */
  history: readonly Uint8Array[] = [];
  #onRequest: (request: InboundRequest) => void = () => undefined;
  #look: () => void = () => undefined;

  readonly #now: () => number;

  constructor(networkKey: Uint8Array, name: string, now: () => number = Date.now) {
    this.#now = now;
    const card = { name, description: 'driven by a test', skills: [], version: '0' };
    const { identity } = this;
    this.mesh = createMesh({ identity, networkKey, card, listen: ['/ip4/127.0.0.1/tcp/0'], mdns: false });
  }

  static async start(
    networkKey: Uint8Array,
    addresses: readonly string[],
    name = 'mallory',
    now: () => number = Date.now,
  ): Promise<HandDrivenPeer> {
    const peer = new HandDrivenPeer(networkKey, name, now);
    await peer.begin(addresses);
    return peer;
  }

  /** Opens its network, and dials. */
  async begin(addresses: readonly string[]): Promise<void> {
    await this.mesh.start({
      onRequest: (request) => {
        this.inbox.push(request);
        this.#onRequest(request);
      },
      onSettled: () => undefined,
      onPost: (post) => void this.posts.push(post),
      onNotice: (_peer, bytes) => {
        const notice = decodeNotice(bytes);
        if (notice !== undefined) this.notices.push(notice);
        this.#look();
      },
      onHistory: () => this.history,
      onPeerJoined: () => undefined,
      onPeerLeft: () => undefined,
      onRoomChanged: () => this.#look(),
    });
    for (const address of addresses) {
      await this.mesh.connect(address);
    }
  }

  get peerId(): string {
    return this.identity.peerId;
  }

  /** Resolves when a condition holds, looked at whenever a room changes or a notice comes. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => {
        if (condition()) resolve();
      };
      this.#look();
    });
  }

  onRequest(listener: (request: InboundRequest) => void): void {
    this.#onRequest = listener;
  }

  /** A job of this peer's own. */
  root(changes: Partial<Lineage['job']> = {}): Lineage {
    const now = this.#now();
    return Lineage.root({
      jobId: randomUUID(),
      epoch: 0,
      maxDepth: 4,
      credit: 32,
      issuedAt: now,
      expiresAt: now + 60_000,
      ...changes,
    });
  }

  /** An honest message, but for what is changed. */
  compose(changes: Partial<MessageStamp> & Pick<MessageStamp, 'to'>): Message {
    const content = changes.channel === 'session' ? 'echo hello' : JSON.stringify({ skill: 'echo', input: 'hello' });
    return composeMessage(
      {
        channel: 'task',
        parent: this.root(),
        act: 'request',
        credit: 16,
        messageId: randomUUID(),
        at: this.#now(),
        body: { content, deadline: this.#now() + 60_000 },
        ...changes,
      },
      this.identity.signer,
    );
  }

  send(peer: string, message: Message, signal: AbortSignal = AbortSignal.timeout(20_000)): Promise<Reply> {
    return this.mesh.request({
      peer,
      channel: message.channel,
      id: message.link.messageId,
      envelope: encodeEnvelope(message),
      signal,
    });
  }

  /** As {@link send}, and tells when the request has been accepted. */
  sendWatching(peer: string, message: Message, signal: AbortSignal, onAccepted: () => void): Promise<Reply> {
    const { channel, link } = message;
    const envelope = encodeEnvelope(message);
    return this.mesh.request({ peer, channel, id: link.messageId, envelope, signal, onAccepted });
  }

  /** The bytes of an honest answer to a session message, or to a post. */
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

  [Symbol.asyncDispose](): Promise<void> {
    return this.mesh.stop();
  }
}

/** A message whose lineage has been replaced: the forger's tool. The body is signed anew by no one. */
export function withLineage(message: Message, lineage: Lineage): Message {
  const link = lineage.last;
  if (link === undefined) throw new Error('a message needs a link');
  return { ...message, lineage, link };
}

/** The hash that a link must sign for a body. */
export function hashOf(message: Message): Uint8Array {
  return bodyHash(message.channel, message.bodyBytes);
}
