import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, JobHeader, Lineage, Message, Notice } from '../../src/index.ts';
import type { Sample } from './samples.ts';

export const CORPUS = join(import.meta.dirname, 'corpus');

/** What a recorded message says, as JSON. */
export interface Recorded {
  readonly name: string;
  readonly version: string;
  readonly bytes: Uint8Array;
  readonly expected: Expectation;
}

export type Expectation =
  | { readonly type: 'message'; readonly receiver: string; readonly message: Record<string, unknown> }
  | { readonly type: 'frame'; readonly frame: Record<string, unknown> | null }
  | { readonly type: 'notice'; readonly notice: Record<string, unknown> | null };

/** A message as JSON has it: bytes as hexadecimal digits. */
export function messageAsJson({ channel, lineage, body, bodyBytes }: Message): Record<string, unknown> {
  const { depth, chain, visited, origin } = lineage;
  return asJson({ channel, ...lineageAsJson(lineage), depth, chain, visited, origin, body, bodyBytes });
}

/** A frame as JSON has it; null for one of a kind that is not known. */
export function frameAsJson(frame: Frame | undefined): Record<string, unknown> | null {
  return frame === undefined ? null : asJson(frame);
}

/** A notice as JSON has it; null for one of a kind that is not known. */
export function noticeAsJson(notice: Notice | undefined): Record<string, unknown> | null {
  if (notice === undefined) {
    return null;
  }
  const { content } = notice;
  return asJson(
    'witness' in content ? { ...notice, content: { ...content, witness: lineageAsJson(content.witness) } } : notice,
  );
}

function lineageAsJson({ job, jobBytes, links }: Lineage): Record<string, unknown> {
  return { job: jobAsJson(job), jobBytes, links };
}

/** The first epoch is not on the wire, and jobs had none when the first messages were recorded. */
function jobAsJson({ epoch, ...job }: JobHeader): Partial<JobHeader> {
  return epoch === 0 ? job : { ...job, epoch };
}

/**
 * Writes a new version of the corpus. What has been recorded once is never written again.
 *
 * @throws when the version is there already
 */
export function record(corpus: string, version: string, samples: readonly Sample[]): void {
  const folder = join(corpus, version);
  if (existsSync(folder)) {
    throw new Error(`${folder} has been recorded already: what peers have sent cannot change, so choose a new version`);
  }
  mkdirSync(folder, { recursive: true });
  for (const sample of samples) {
    const expected: Expectation =
      'message' in sample
        ? { type: 'message', receiver: sample.receiver, message: messageAsJson(sample.message) }
        : 'notice' in sample
          ? { type: 'notice', notice: noticeAsJson(sample.notice) }
          : { type: 'frame', frame: frameAsJson(sample.frame) };
    const file = join(folder, sample.name);
    writeFileSync(`${file}.bin`, sample.bytes, { flag: 'wx' });
    writeFileSync(`${file}.json`, `${JSON.stringify(expected, null, 2)}\n`, { flag: 'wx' });
  }
}

/** All that has been recorded, of all versions. */
export function recorded(corpus: string = CORPUS): Recorded[] {
  return readdirSync(corpus).flatMap((version) =>
    readdirSync(join(corpus, version))
      .filter((file) => file.endsWith('.bin'))
      .map((file) => {
        const name = file.slice(0, -'.bin'.length);
        const json = readFileSync(join(corpus, version, `${name}.json`), 'utf8');
        const bytes = readFileSync(join(corpus, version, file));
        return { name, version, bytes, expected: JSON.parse(json) as Expectation };
      }),
  );
}

function asJson(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(hexed(value))) as Record<string, unknown>;
}

/** The same with bytes as hexadecimal digits. */
function hexed(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString('hex');
  }
  if (Array.isArray(value)) {
    return value.map(hexed);
  }
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, hexed(part)]))
    : value;
}
