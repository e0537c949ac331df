import {
  MalformedMessageError,
  bodyHash,
  decodeEnvelope,
  decodeNotice,
  isSignedLink,
  isSignedNotice,
  roomTopic,
  verifyEd25519,
  type Notice,
  type VerifySignature,
} from '@hoplite/p2p';

/** Signatures of which it is remembered whether they are genuine. */
const MAX_KNOWN = 20_000;

/** What a check came to. */
type Checked<T> = { readonly value: T } | { readonly error: MalformedMessageError };

/**
 * Checks that many peers of one process make of the same bytes, each made once: whether a signature is genuine depends on
 * the key, the bytes and the signature alone, and all three are compared.
 */
export class SharedVerification {
  readonly #known = new Map<string, boolean>();
  readonly #authors = new WeakMap<Uint8Array, Map<string, Checked<string>>>();
  readonly #notices = new WeakMap<Uint8Array, Checked<Notice | undefined>>();

  readonly verify: VerifySignature = (peerId, bytes, signature) => {
    const key = `${peerId} ${Buffer.from(signature).toString('latin1')}${Buffer.from(bytes).toString('latin1')}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      return known;
    }
    const isGenuine = verifyEd25519(peerId, bytes, signature);
    const oldest = this.#known.size < MAX_KNOWN ? undefined : this.#known.keys().next().value;
    if (oldest !== undefined) {
      this.#known.delete(oldest);
    }
    this.#known.set(key, isGenuine);
    return isGenuine;
  };

  /**
   * The author of a post, once it can be read, is meant for this room, and bears its author's signature over this body.
   *
   * @throws {MalformedMessageError}
   */
  authorOf(room: string, envelope: Uint8Array): string {
    const known = this.#authors.get(envelope) ?? new Map<string, Checked<string>>();
    this.#authors.set(envelope, known);
    const checked = known.get(room) ?? attempt(() => this.#readAuthor(room, envelope));
    known.set(room, checked);
    return valueOf(checked);
  }

  /**
   * A notice that its author has signed; undefined when it is of a kind that a later version brings.
   *
   * @throws {MalformedMessageError}
   */
  noticeOf(bytes: Uint8Array): Notice | undefined {
    const checked = this.#notices.get(bytes) ?? attempt(() => this.#readNotice(bytes));
    this.#notices.set(bytes, checked);
    return valueOf(checked);
  }

  #readAuthor(room: string, envelope: Uint8Array): string {
    const message = decodeEnvelope('room', envelope);
    if (message.link.to !== roomTopic(room) || message.body.room !== room) {
      throw new MalformedMessageError('link.to', 'is another room than the one it was posted in');
    }
    if (Buffer.compare(message.link.bodyHash, bodyHash('room', message.bodyBytes)) !== 0) {
      throw new MalformedMessageError('link.bodyHash', 'is not that of the body');
    }
    if (!isSignedLink(message.lineage, message.lineage.depth - 1, this.verify)) {
      throw new MalformedMessageError('link.signature', 'is not its author’s');
    }
    return message.link.from;
  }

  #readNotice(bytes: Uint8Array): Notice | undefined {
    const notice = decodeNotice(bytes);
    if (!isSignedNotice(bytes, this.verify)) {
      throw new MalformedMessageError('notice.signature', 'is not its author’s');
    }
    return notice;
  }
}

function attempt<T>(check: () => T): Checked<T> {
  try {
    return { value: check() };
  } catch (error) {
    if (error instanceof MalformedMessageError) {
      return { error };
    }
    throw error;
  }
}

function valueOf<T>(checked: Checked<T>): T {
  if ('error' in checked) {
    throw checked.error;
  }
  return checked.value;
}
