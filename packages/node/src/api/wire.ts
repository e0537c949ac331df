/** What the routes take and give as JSON, for server and client both. What is not here is the SDK's own type. */
import type { ProgressNote } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { BreakerSettingsInput } from '../config/breaker-schema.ts';
import type { JobReport } from '../sdk.ts';
import type { ErrorBody } from './problem.ts';

/** Where the routes stand. */
export const API_ROOT = '/api/v1';

/** Where Prometheus looks for it. */
export const METRICS_PATH = '/metrics';

/** The media type of the text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The media type of server-sent events (HTML standard, section 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** The media type of a stream of JSON values, one a line. */
export const NDJSON = 'application/x-ndjson';

/** `GET /status` */
export interface NodeStatus {
  readonly peerId: string;
  readonly name: string;
  readonly addresses: readonly string[];
  /** Seconds since the API began to answer. */
  readonly uptime: number;
  readonly pid: number;
  readonly version: string;
  /** The node's clock, milliseconds since the Unix epoch. */
  readonly now: number;
}

/** What an operator may set for the job that a request begins. */
export interface JobFields {
  readonly credit?: number | undefined;
  readonly maxDepth?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
}

/** `POST /delegate` */
export interface DelegateBody extends JobFields {
  /** ID, unique name or unique ID prefix. */
  readonly peer: string;
  readonly brief: JsonValue;
}

/** `POST /send` */
export interface SendBody extends JobFields {
  readonly peer: string;
  readonly text: string;
}

/** `POST /rooms/:room/posts` */
export interface PostBody extends JobFields {
  readonly text: string;
  readonly wake?: readonly string[] | 'everyone' | undefined;
}

/** `POST /inbox/:id/release` */
export interface ReleaseBody {
  /** Turns that the job may cause once more. */
  readonly credit: number;
  readonly timeoutSeconds?: number | undefined;
}

/** `POST /halt` and `POST /resume`: what they are about. */
export type HaltTarget =
  | { readonly job: string }
  /** ID, unique name or unique ID prefix. */
  | { readonly peer: string }
  | { readonly all: true };

/** `POST /halt` and `POST /resume` */
export type HaltBody = HaltTarget & { readonly note?: string | undefined };

/** `PATCH /breaker`: what is to change, as a JSON merge patch (RFC 7396). */
export type BreakerPatch = MergePatch<BreakerSettingsInput>;

/** Any part of it; `null` takes a key away. */
type MergePatch<T> = T extends object ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined } : T;

/** One line of the stream that `POST /delegate` and `POST /send` answer with: any number of notes, then how it ended. */
export type JobLine = { readonly progress: ProgressNote } | { readonly report: JobReport } | ErrorBody;
