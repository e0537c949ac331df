import type { ProgressNote } from '@hoplite/p2p';
import type { Attempt, PeerSummary, RoomPostView, RoomView } from '@hoplite/tools';
import type { NodeEvent } from '../node-events.ts';
import type {
  BreakerStatus,
  EscalationView,
  Explanation,
  HaltView,
  JobReport,
  JobSummary,
  JobTrace,
  PostReport,
  UsageQuery,
  UsageReport,
  WaitView,
} from '../sdk.ts';
import { readToken } from './api-token.ts';
import { codeOf } from './error-code.ts';
import { ApiError, NodeNotRunningError } from './errors.ts';
import { readNodeFile } from './node-file.ts';
import { chunks, openLines, type Call, type Target } from './transport.ts';
import {
  EVENT_STREAM,
  METRICS_PATH,
  NDJSON,
  type BreakerPatch,
  type DelegateBody,
  type HaltBody,
  type HaltTarget,
  type JobLine,
  type NodeStatus,
  type PostBody,
  type ReleaseBody,
  type SendBody,
} from './wire.ts';

const DATA = 'data: ';

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
  /** @returns undefined when the node has had no part in such a job */
  trace(id: string, options?: CallOptions): Promise<JobTrace | undefined>;
  /** @returns undefined when the node knows no message, job or escalation of this ID */
  explain(id: string, options?: CallOptions): Promise<Explanation | undefined>;
  /** Whole IDs that begin or end with `part`, at most 20. */
  ids(part: string, options?: CallOptions): Promise<readonly string[]>;
  inbox(
    which: { readonly all: boolean; readonly limit: number },
    options?: CallOptions,
  ): Promise<readonly EscalationView[]>;
  /** @returns undefined when there is no such item; so do the three decisions about one */
  escalation(id: string, options?: CallOptions): Promise<EscalationView | undefined>;
  answerEscalation(id: string, text: string, options?: CallOptions): Promise<EscalationView | undefined>;
  releaseEscalation(id: string, body: ReleaseBody, options?: CallOptions): Promise<EscalationView | undefined>;
  stopEscalation(id: string, note: string | undefined, options?: CallOptions): Promise<EscalationView | undefined>;
  halts(options?: CallOptions): Promise<readonly HaltView[]>;
  halt(body: HaltBody, options?: CallOptions): Promise<HaltView>;
  resume(body: HaltBody, options?: CallOptions): Promise<HaltTarget>;
  breaker(options?: CallOptions): Promise<BreakerStatus>;
  /** Changes what the breaker is told, at once and until the node stops; `null` takes a setting away (RFC 7396). */
  setBreaker(patch: BreakerPatch, options?: CallOptions): Promise<BreakerStatus>;
  resetBreaker(options?: CallOptions): Promise<BreakerStatus>;
  usage(query?: UsageQuery, options?: CallOptions): Promise<readonly UsageReport[]>;
  waits(options?: CallOptions): Promise<readonly WaitView[]>;
  /** In the text format of Prometheus. */
  metrics(options?: CallOptions): Promise<string>;
  /**
   * What the node tells its operator. Resolves once it listens: whatever happens from then on is in it. Ends when the node
   * stops; throws {@link NodeNotRunningError} when it was killed, or cut this client off because it did not read.
   */
  events(options?: CallOptions): Promise<AsyncGenerator<NodeEvent>>;
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
  const find = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(undefinedIfNotFound);

  return {
    status: (options) => get('/status', options),
    peers: (options) => get('/peers', options),
    connect: (address, options) => post('/peers/connect', { address }, options, true),
    delegate: (body, options) => runJob(target, '/delegate', body, options),
    send: (body, options) => runJob(target, '/send', body, options),
    rooms: (options) => get('/rooms', options),
    joinRoom: (room, options) => post(pathOf('rooms', room, 'join'), undefined, options),
    leaveRoom: (room, options) => post(pathOf('rooms', room, 'leave'), undefined, options),
    readRoom: (room, limit, options) => get(`${pathOf('rooms', room, 'posts')}?limit=${limit}`, options),
    post: (room, body, options) => post(pathOf('rooms', room, 'posts'), body, options, true),
    jobs: (limit, options) => get(`/jobs?limit=${limit}`, options),
    job: (id, options) => find(get<JobSummary>(pathOf('jobs', id), options)),
    trace: (id, options) => find(get<JobTrace>(pathOf('jobs', id, 'trace'), options)),
    explain: (id, options) => find(get<Explanation>(pathOf('explain', id), options)),
    ids: (part, options) => get(`/ids?part=${encodeURIComponent(part)}`, options),
    inbox: ({ all, limit }, options) => get(`/inbox?all=${all}&limit=${limit}`, options),
    escalation: (id, options) => find(get<EscalationView>(pathOf('inbox', id), options)),
    answerEscalation: (id, text, options) =>
      find(post<EscalationView>(pathOf('inbox', id, 'answer'), { text }, options)),
    releaseEscalation: (id, body, options) => find(post<EscalationView>(pathOf('inbox', id, 'release'), body, options)),
    stopEscalation: (id, note, options) => find(post<EscalationView>(pathOf('inbox', id, 'stop'), { note }, options)),
    halts: (options) => get('/halts', options),
    halt: (body, options) => post('/halt', body, options),
    resume: (body, options) => post('/resume', body, options),
    breaker: (options) => get('/breaker', options),
    setBreaker: (patch, options = {}) =>
      exchange(target, { ...options, method: 'PATCH', path: '/breaker', body: patch }),
    resetBreaker: (options) => post('/breaker/reset', undefined, options),
    usage: (query = {}, options = {}) => get(`/usage?${queryOf({ ...query })}`, options),
    waits: (options) => get('/waits', options),
    metrics: (options = {}) => read(target, { ...options, method: 'GET', base: '', path: METRICS_PATH, accept: '*/*' }),
    events: (options) => openEvents(target, options),
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

function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

function queryOf(fields: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

async function exchange<T>(target: Target, call: Call): Promise<T> {
  return JSON.parse(await read(target, call)) as T; // As this version's server wrote it.
}

async function read(target: Target, call: Call): Promise<string> {
  let text = '';
  for await (const chunk of chunks(target, call)) text += chunk;
  return text;
}

async function openEvents(target: Target, options: CallOptions = {}): Promise<AsyncGenerator<NodeEvent>> {
  return eventsOf(
    await openLines(target, { ...options, method: 'GET', path: '/events', accept: EVENT_STREAM, slow: true }),
  );
}

/** Of a stream of server-sent events: each is one line of data; other lines only keep the connection alive. */
async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<NodeEvent> {
  for await (const line of lines) if (line.startsWith(DATA)) yield JSON.parse(line.slice(DATA.length)) as NodeEvent;
}

async function runJob(target: Target, path: string, body: unknown, options: JobCallOptions = {}): Promise<JobReport> {
  const { signal, onProgress } = options;
  const call: Call = { method: 'POST', path, body, accept: NDJSON, slow: true, ...(signal && { signal }) };
  for await (const line of await openLines(target, call)) {
    const message = JSON.parse(line) as JobLine;
    if ('report' in message) return message.report;
    if ('error' in message) throw new ApiError(0, message.error.code, message.error.message, message.error.field);
    onProgress?.(message.progress);
  }
  throw new NodeNotRunningError(target.directory, 'meanwhile');
}
