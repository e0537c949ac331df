import type { ProgressNote } from '@hoplite/p2p';
import type { Attempt, PeerSummary, RoomPostView, RoomView } from '@hoplite/tools';
import type { JobReport, JobSummary, PostReport } from '../sdk.ts';
import { readToken } from './api-token.ts';
import { codeOf } from './error-code.ts';
import { ApiError, NodeNotRunningError } from './errors.ts';
import { readNodeFile } from './node-file.ts';
import { chunks, lines, type Call, type Target } from './transport.ts';
import { NDJSON, type DelegateBody, type JobLine, type NodeStatus, type PostBody, type SendBody } from './wire.ts';

/** What every call may be given. */
export interface CallOptions {
  /** Ends the call; what it began at the node is cancelled. */
  readonly signal?: AbortSignal;
}

export interface JobCallOptions extends CallOptions {
  readonly onProgress?: (progress: ProgressNote) => void;
}

/**
 * A running node as its operator's programs reach it: the SDK over HTTP.
 *
 * Every call throws {@link NodeNotRunningError}, {@link WrongTokenError} or {@link ApiError}; refusals are results.
 */
export interface NodeClient {
  status(options?: CallOptions): Promise<NodeStatus>;
  peers(options?: CallOptions): Promise<readonly PeerSummary[]>;
  connect(address: string, options?: CallOptions): Promise<Attempt<PeerSummary>>;
  delegate(body: DelegateBody, options?: JobCallOptions): Promise<JobReport>;
  send(body: SendBody, options?: JobCallOptions): Promise<JobReport>;
  rooms(options?: CallOptions): Promise<readonly RoomView[]>;
  joinRoom(room: string, options?: CallOptions): Promise<Attempt<RoomView>>;
  leaveRoom(room: string, options?: CallOptions): Promise<Attempt<{ readonly room: string }>>;
  readRoom(room: string, limit: number, options?: CallOptions): Promise<Attempt<readonly RoomPostView[]>>;
  post(room: string, body: PostBody, options?: CallOptions): Promise<Attempt<PostReport>>;
  jobs(limit: number, options?: CallOptions): Promise<readonly JobSummary[]>;
  /** @returns undefined when no such job began at the node */
  job(id: string, options?: CallOptions): Promise<JobSummary | undefined>;
  /** Asks the node to stop; it does so after it has answered. */
  stop(options?: CallOptions): Promise<void>;
}

/**
 * A client of the node that runs on `directory`.
 *
 * @throws {NodeNotRunningError} when none does
 * @throws {PrivateFileError} when others may read its token
 */
export function openClient(directory: string): NodeClient {
  const node = readNodeFile(directory);
  const token = node && readToken(directory);
  if (node === undefined || token === undefined || !isRunning(node.pid)) throw new NodeNotRunningError(directory);
  const target = { directory, url: node.http, token };
  const get = <T>(path: string, options: CallOptions = {}): Promise<T> =>
    exchange<T>(target, { ...options, method: 'GET', path });
  const post = <T>(path: string, body: unknown, options: CallOptions = {}, slow = false): Promise<T> =>
    exchange<T>(target, { ...options, method: 'POST', path, body, slow });
  const roomPath = (room: string, rest: string): string => `/rooms/${encodeURIComponent(room)}/${rest}`;

  return {
    status: (options) => get('/status', options),
    peers: (options) => get('/peers', options),
    connect: (address, options) => post('/peers/connect', { address }, options, true),
    delegate: (body, options) => runJob(target, '/delegate', body, options),
    send: (body, options) => runJob(target, '/send', body, options),
    rooms: (options) => get('/rooms', options),
    joinRoom: (room, options) => post(roomPath(room, 'join'), undefined, options),
    leaveRoom: (room, options) => post(roomPath(room, 'leave'), undefined, options),
    readRoom: (room, limit, options) => get(roomPath(room, `posts?limit=${limit}`), options),
    post: (room, body, options) => post(roomPath(room, 'posts'), body, options, true),
    jobs: (limit, options) => get(`/jobs?limit=${limit}`, options),
    job: (id, options) => get<JobSummary>(`/jobs/${encodeURIComponent(id)}`, options).catch(undefinedIfNotFound),
    stop: async (options) => {
      await post('/stop', undefined, options);
    },
  };
}

/** A node that was killed leaves its address behind, and its port may be another program's by now. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // It runs, as somebody else.
  }
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}

async function exchange<T>(target: Target, call: Call): Promise<T> {
  let text = '';
  for await (const chunk of chunks(target, call)) text += chunk;
  return JSON.parse(text) as T; // As this version's server wrote it.
}

async function runJob(target: Target, path: string, body: unknown, options: JobCallOptions = {}): Promise<JobReport> {
  const { signal, onProgress } = options;
  const call: Call = { method: 'POST', path, body, accept: NDJSON, slow: true, ...(signal && { signal }) };
  for await (const line of lines(target, call)) {
    const message = JSON.parse(line) as JobLine;
    if ('report' in message) return message.report;
    if ('error' in message) throw new ApiError(0, message.error.code, message.error.message, message.error.field);
    onProgress?.(message.progress);
  }
  throw new NodeNotRunningError(target.directory, 'meanwhile');
}
