import { MAX_ID_LENGTH } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import { MAX_PROBE_WAITS, type NoticeContent, type ProbedWait } from '../notice.ts';
import { boundedText, timestamp, type pb } from './protobuf.ts';
import { boundRepeats } from './repeats.ts';

type Probe = Extract<NoticeContent, { readonly kind: 'probe' }>;
type RawProbe = Parameters<typeof pb.Probe.encode>[0];
type RawWait = Parameters<typeof pb.Wait.encode>[0];

/** Field numbers of `Notice.probe` and `Probe.waits`. */
const [PROBE, WAITS] = [11, 3];

/** Nothing is cut: without one of its waits a probe would say something else. */
export function encodeProbe({ initiator, waits }: Probe): RawProbe {
  return { initiator: initiator.peer, token: initiator.token, waits: [...waits] };
}

/** Counts the waits in the bytes of a notice, before any is made. @throws {MalformedMessageError} */
export function boundProbe(notice: Uint8Array): void {
  boundRepeats(notice, { outer: PROBE, inner: WAITS, most: MAX_PROBE_WAITS, what: 'probe.waits' });
}

/**
 * Reads a probe whose waits {@link boundProbe} has counted. Its form only: whether the waits hang together, and whose
 * they are, is for whoever knows where it came from.
 *
 * @throws {MalformedMessageError}
 */
export function decodeProbe(raw: RawProbe): Probe {
  const waits = raw.waits ?? [];
  if (waits.length === 0) {
    throw new MalformedMessageError('probe.waits', 'are missing');
  }
  const peer = boundedText('probe.initiator', raw.initiator ?? '', MAX_ID_LENGTH);
  const token = boundedText('probe.token', raw.token ?? '', MAX_ID_LENGTH);
  return { kind: 'probe', initiator: { peer, token }, waits: waits.map(decodeWait) };
}

function decodeWait({ peer, on, messageId, since }: RawWait): ProbedWait {
  return {
    peer: boundedText('probe.waits.peer', peer ?? '', MAX_ID_LENGTH),
    on: boundedText('probe.waits.on', on ?? '', MAX_ID_LENGTH),
    messageId: boundedText('probe.waits.messageId', messageId ?? '', MAX_ID_LENGTH),
    since: timestamp('probe.waits.since', since ?? 0),
  };
}
