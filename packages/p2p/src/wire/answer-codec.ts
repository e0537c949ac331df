import { MAX_CREDIT, MAX_ID_LENGTH } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import { isReason, type Reason, type Refusal } from '../reasons.ts';
import { MAX_STOPS, type Settlement, type Stop } from '../settlement.ts';
import { boundedText } from './protobuf.ts';

/** Peers that a reported path may name. */
const MAX_PATH = 32;
/** Characters of a refusal's sentence; a longer one is cut by its sender. */
const MAX_DETAIL = 2000;

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
}

export function encodeRefusal(refusal: Refusal): RawRefusal {
  return { ...refusal, detail: refusal.detail.slice(0, MAX_DETAIL), path: readable(refusal.path) };
}

/** @throws {MalformedMessageError} */
export function decodeRefusal(raw: RawRefusal): Refusal {
  return {
    reason: reason(raw.reason),
    detail: (raw.detail ?? '').slice(0, MAX_DETAIL),
    path: path(raw.path),
    ...(raw.retryAfter ? { retryAfter: raw.retryAfter } : {}),
  };
}

export function encodeSettlement(settlement: Settlement): RawSettlement {
  const { returned, burnt, open } = settlement;
  const stops = settlement.stops.slice(0, MAX_STOPS).map(({ reason, path }) => ({ reason, path: readable(path) }));
  // A count may pass what a reader takes: refused sends cost no credit.
  const stopCount = Math.min(settlement.stopCount, MAX_CREDIT);
  return { returned, burnt, open, stopCount, path: readable(settlement.path), stops };
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
    path: path(raw.path),
    stops: stops.map((stop): Stop => ({ reason: reason(stop.reason), path: path(stop.path) })),
    stopCount: credit('settlement.stopCount', raw.stopCount),
  };
}

/** What of a path a reader takes. An answer must not be lost over the path that it reports. */
function readable(path: readonly string[]): string[] {
  return path.filter((peer) => peer.length > 0 && peer.length <= MAX_ID_LENGTH).slice(0, MAX_PATH);
}

function reason(text: string | null | undefined): Reason {
  // A later version may have reasons that this one does not know; the sentence beside it says what happened.
  return text != null && isReason(text) ? text : 'agent_refused';
}

function path(peers: string[] | null | undefined): string[] {
  if ((peers ?? []).length > MAX_PATH) {
    throw new MalformedMessageError('path', `names more than ${MAX_PATH} peers`);
  }
  return (peers ?? []).map((peer) => boundedText('path', peer, MAX_ID_LENGTH));
}

function credit(field: string, value: number | null | undefined): number {
  if ((value ?? 0) > MAX_CREDIT) {
    throw new MalformedMessageError(field, `is more than ${MAX_CREDIT}`);
  }
  return value ?? 0;
}
