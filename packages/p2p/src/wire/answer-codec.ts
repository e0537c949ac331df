import { MAX_CREDIT } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import type { Refusal } from '../reasons.ts';
import { MAX_STOPS, type Settlement, type Stop } from '../settlement.ts';
import { pb } from './protobuf.ts';
import { decodeBrief, decodePath, decodeReason, payloadOf, readablePath, sentence } from './reported.ts';

/**
 * Bytes of a settlement as it is sent. With the longest chain and refusal beside it, this is what a frame has left
 * besides the largest content.
 */
const MAX_SETTLEMENT_BYTES = 32 * 1024;

interface RawRefusal {
  reason?: string | null | undefined;
  detail?: string | null | undefined;
  path?: string[] | null | undefined;
  retryAfter?: number | null | undefined;
}

interface RawSettlement {
  returned?: number | null | undefined;
  burnt?: number | null | undefined;
  open?: number | null | undefined;
  path?: string[] | null | undefined;
  stops?: RawStop[] | null | undefined;
  stopCount?: number | null | undefined;
}

interface RawStop {
  reason?: string | null | undefined;
  path?: string[] | null | undefined;
  briefHash?: Uint8Array | null | undefined;
  payload?: string | null | undefined;
}

export function encodeRefusal(refusal: Refusal): RawRefusal {
  return { ...refusal, detail: sentence(refusal.detail), path: readablePath(refusal.path) };
}

/** @throws {MalformedMessageError} */
export function decodeRefusal(raw: RawRefusal): Refusal {
  return {
    reason: decodeReason(raw.reason),
    detail: sentence(raw.detail),
    path: decodePath(raw.path),
    ...(raw.retryAfter ? { retryAfter: raw.retryAfter } : {}),
  };
}

/** Of stops that would not fit, the last ones are not named; `stopCount` counts them all the same. */
export function encodeSettlement(settlement: Settlement): RawSettlement {
  const { returned, burnt, open } = settlement;
  const stops = settlement.stops.slice(0, MAX_STOPS).map(encodeStop);
  // A count may pass what a reader takes: refused sends cost no credit.
  const stopCount = Math.min(settlement.stopCount, MAX_CREDIT);
  const raw = { returned, burnt, open, stopCount, path: readablePath(settlement.path), stops };
  while (stops.length > 1 && pb.Settlement.encode(raw).finish().byteLength > MAX_SETTLEMENT_BYTES) {
    stops.pop();
  }
  return raw;
}

function encodeStop({ reason, path, briefHash, payload }: Stop, index: number): RawStop {
  return {
    reason,
    path: readablePath(path),
    ...(briefHash === undefined ? {} : { briefHash }),
    ...(payload === undefined || index > 0 ? {} : { payload: payloadOf(payload) }),
  };
}

/** @throws {MalformedMessageError} */
export function decodeSettlement(raw: RawSettlement): Settlement {
  const stops = raw.stops ?? [];
  if (stops.length > MAX_STOPS) {
    throw new MalformedMessageError('settlement.stops', `are more than ${MAX_STOPS}`);
  }
  return {
    returned: credit('settlement.returned', raw.returned),
    burnt: credit('settlement.burnt', raw.burnt),
    open: credit('settlement.open', raw.open),
    path: decodePath(raw.path),
    stops: stops.map(decodeStop),
    stopCount: credit('settlement.stopCount', raw.stopCount),
  };
}

function decodeStop({ reason, path, briefHash, payload }: RawStop, index: number): Stop {
  return {
    reason: decodeReason(reason),
    path: decodePath(path),
    ...decodeBrief('settlement.stops', { briefHash, payload: index > 0 ? null : payload }),
  };
}

function credit(field: string, value: number | null | undefined): number {
  if ((value ?? 0) > MAX_CREDIT) {
    throw new MalformedMessageError(field, `is more than ${MAX_CREDIT}`);
  }
  return value ?? 0;
}
