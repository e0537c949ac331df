/** Thrown when bytes are not what the protocol says. The peer that sent them is charged for it. */
export class MalformedMessageError extends Error {
  override readonly name = 'MalformedMessageError';
  readonly code = 'ERR_MALFORMED';
  /** What was wrong, as a path of field names. */
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
  }
}

/** Thrown when a message is larger than the wire takes. Nothing was sent. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
  readonly code = 'ERR_TOO_LARGE';
  readonly bytes: number;
  readonly limit: number;

  constructor(what: string, bytes: number, limit: number) {
    super(`${what} has ${bytes} bytes, and the limit is ${limit}: send a shorter one, or a reference to it`);
    this.bytes = bytes;
    this.limit = limit;
  }
}

/** Thrown when a message that obliges an answer asks for nothing. Nothing was sent. */
export class EmptyMessageError extends Error {
  override readonly name = 'EmptyMessageError';
  readonly code = 'ERR_EMPTY_MESSAGE';

  constructor() {
    super('the message is empty: say what is wanted');
  }
}

/** Thrown when a lineage would be extended, or a message judged, without knowing one's own peer ID. */
export class NoLocalIdError extends Error {
  override readonly name = 'NoLocalIdError';
  readonly code = 'ERR_NO_LOCAL_ID';

  constructor() {
    super('the local peer ID is not known: no chain can be extended or checked without it');
  }
}

/** Thrown when a link may not follow on the lineage that it would extend. A fault of the caller, not of a peer. */
export class InvalidLinkError extends Error {
  override readonly name = 'InvalidLinkError';
  readonly code = 'ERR_INVALID_LINK';
}

/** Thrown when what should be the address of a peer is no multiaddr, or ends in what is no peer ID. Nothing was dialled. */
export class InvalidAddressError extends Error {
  override readonly name = 'InvalidAddressError';
  readonly code = 'ERR_INVALID_ADDRESS';
  readonly address: string;

  constructor(address: string, problem: string, cause?: unknown) {
    super(`${JSON.stringify(address)} is not the address of a peer: ${problem}`, { cause });
    this.address = address;
  }
}

/** Thrown when no connection to a peer could be had in time. */
export class PeerUnreachableError extends Error {
  override readonly name = 'PeerUnreachableError';
  readonly code = 'ERR_PEER_UNREACHABLE';
  readonly peer: string;

  constructor(peer: string, cause?: unknown) {
    super(`no connection to ${peer}: is it running, and in the same network?`, { cause });
    this.peer = peer;
  }
}

/**
 * Thrown when a request was cancelled, or its time was up, before it had been written even once. Nothing was sent, so no
 * peer works on it. `cause` is the reason that its signal was aborted with.
 */
export class RequestNotSentError extends Error {
  override readonly name = 'RequestNotSentError';
  readonly code = 'ERR_REQUEST_NOT_SENT';
  readonly peer: string;

  constructor(peer: string, cause: unknown) {
    super(`the request to ${peer} was given up before it was sent`, { cause });
    this.peer = peer;
  }
}

/** Thrown when a post was published to a room in which no other peer listens. Nothing was delivered. */
export class NobodyListeningError extends Error {
  override readonly name = 'NobodyListeningError';
  readonly code = 'ERR_NOBODY_LISTENING';
  readonly room: string;

  constructor(room: string) {
    super(`nobody else is in room ${room}: the post was not delivered to anyone`);
    this.room = room;
  }
}

/** Thrown when a mesh is used before it has started or after it has stopped. */
export class MeshNotRunningError extends Error {
  override readonly name = 'MeshNotRunningError';
  readonly code = 'ERR_MESH_NOT_RUNNING';

  constructor() {
    super('the mesh is not running');
  }
}

/** Thrown when the identity key file cannot be used. It is never replaced silently. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly code: 'ERR_KEY_PERMISSIONS' | 'ERR_KEY_CORRUPT';
  readonly file: string;

  constructor(code: IdentityError['code'], file: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.file = file;
  }
}

/** Thrown when another process holds the data directory. */
export class DataDirectoryLockedError extends Error {
  override readonly name = 'DataDirectoryLockedError';
  readonly code = 'ERR_DATA_DIRECTORY_LOCKED';
  readonly directory: string;
  /** Process ID of the holder. */
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(`${directory} is in use by process ${pid}: stop that node first, or choose another --dir`);
    this.directory = directory;
    this.pid = pid;
  }
}

/** Thrown when an invitation or a network key cannot be read. */
export class InvitationError extends Error {
  override readonly name = 'InvitationError';
  readonly code = 'ERR_INVITATION';
}
