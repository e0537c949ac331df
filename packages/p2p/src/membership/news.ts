import type { Connection, Stream } from '@libp2p/interface';
import { HELLO_PROTOCOL } from '../constants.ts';
import { helloStream } from './hello-stream.ts';
import { readIntroductions, wireIntroductions, type Introduction } from './introduction.ts';

/**
 * Tells a member of others after its hand-shake: one more `ready`, on a stream of its own. Two peers that came in at
 * the same time could not be told of each other in theirs.
 */
export async function tellNews(
  connection: Connection,
  introductions: readonly Introduction[],
  signal: AbortSignal,
): Promise<void> {
  const stream = await connection.newStream(HELLO_PROTOCOL, { signal });
  await helloStream(stream, signal).send({ ready: { introductions: wireIntroductions(introductions) } });
  await stream.close({ signal });
}

/** Reads what a member tells; in the same turn in which the stream was handed over. @throws {HelloError} */
export async function hearNews(stream: Stream, signal: AbortSignal): Promise<readonly Introduction[]> {
  const { introductions } = await helloStream(stream, signal).receive('ready');
  await stream.close({ signal });
  return readIntroductions(introductions);
}
