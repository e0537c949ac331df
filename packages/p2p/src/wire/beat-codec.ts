import type { NoticeContent } from '../notice.ts';
import { wholeNumber, type pb } from './protobuf.ts';

type Beat = Extract<NoticeContent, { readonly kind: 'beat' }>;
type RawBeat = Parameters<typeof pb.Beat.encode>[0];

/** Milliseconds that may lie between two beats. */
const MAX_EVERY = 60 * 60 * 1000;

/** Totals of parts of a cent, and of a second, are sent rounded: readers take whole numbers. */
export function encodeBeat({ every, tokens, costMicroUsd }: Beat): RawBeat {
  return { every: Math.max(1, Math.round(every)), tokens: Math.round(tokens), costMicroUsd: Math.round(costMicroUsd) };
}

/** @throws {MalformedMessageError} */
export function decodeBeat({ every, tokens, costMicroUsd }: RawBeat): Beat {
  return {
    kind: 'beat',
    every: wholeNumber('beat.every', every ?? 0, { least: 1, most: MAX_EVERY }),
    tokens: wholeNumber('beat.tokens', tokens ?? 0),
    costMicroUsd: wholeNumber('beat.costMicroUsd', costMicroUsd ?? 0),
  };
}
