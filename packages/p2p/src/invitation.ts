import { createHash } from 'node:crypto';
import { multiaddr } from '@multiformats/multiaddr';
import { InvitationError } from './errors.ts';
import { isPeerId } from './lineage/signature.ts';
import { NETWORK_KEY_BYTES } from './network-key.ts';

/** All that a new peer needs to enter a network. It holds the network's secret: hand it over as one would a password. */
export interface Invitation {
  readonly networkKey: Uint8Array;
  /** The peer that invites. */
  readonly peerId: string;
  /** What it is called. */
  readonly name: string;
  /** Multiaddrs at which it listens; at most {@link MAX_ADDRESSES}. */
  readonly addresses: readonly string[];
}

const PREFIX = 'hoplite1:';
const MAX_ADDRESSES = 32;
const MAX_LENGTH = 8192;
const CHECKSUM_BYTES = 4;

/** One printable string: the prefix, and in base64url a checksum and the invitation as JSON. */
export function formatInvitation(invitation: Invitation): string {
  const { networkKey, peerId, name } = invitation;
  const json = JSON.stringify({
    key: Buffer.from(networkKey).toString('base64url'),
    peer: peerId,
    name,
    addresses: invitation.addresses.slice(0, MAX_ADDRESSES),
  });
  const payload = Buffer.from(json);
  return PREFIX + Buffer.concat([checksum(payload), payload]).toString('base64url');
}

/**
 * Reads an invitation. White space, as mail programs put it in, does not matter.
 *
 * @throws {InvitationError} saying what is wrong with it
 */
export function parseInvitation(text: string): Invitation {
  const compact = text.replaceAll(/\s+/g, '');
  if (/^hoplite\d+:/.test(compact) && !compact.startsWith(PREFIX)) {
    throw new InvitationError('this invitation was made by a later version of Hoplite: update this one');
  }
  if (!compact.startsWith(PREFIX)) {
    throw new InvitationError(`an invitation begins with "${PREFIX}": copy all of what "hoplite invite" printed`);
  }
  if (compact.length > MAX_LENGTH) {
    throw new InvitationError('this is too long for an invitation');
  }
  const bytes = Buffer.from(compact.slice(PREFIX.length), 'base64url');
  const payload = bytes.subarray(CHECKSUM_BYTES);
  if (!checksum(payload).equals(bytes.subarray(0, CHECKSUM_BYTES))) {
    throw new InvitationError(
      'this invitation is damaged: copy all of what "hoplite invite" printed, and nothing else',
    );
  }
  return readFields(payload);
}

function readFields(payload: Buffer): Invitation {
  let fields: unknown;
  try {
    fields = JSON.parse(payload.toString());
  } catch {
    throw new InvitationError('this invitation cannot be read');
  }
  const { key, peer, name, addresses } = (fields ?? {}) as Record<string, unknown>;
  const networkKey = Buffer.from(typeof key === 'string' ? key : '', 'base64url');
  if (networkKey.byteLength !== NETWORK_KEY_BYTES) {
    throw new InvitationError('this invitation has no network key');
  }
  if (typeof peer !== 'string' || !isPeerId(peer)) {
    throw new InvitationError('this invitation does not say which peer invites');
  }
  if (!Array.isArray(addresses) || addresses.length > MAX_ADDRESSES || !addresses.every(isMultiaddr)) {
    throw new InvitationError('this invitation has no usable addresses');
  }
  return { networkKey, peerId: peer, name: typeof name === 'string' ? name.slice(0, 64) : '', addresses };
}

function isMultiaddr(address: unknown): address is string {
  try {
    return typeof address === 'string' && multiaddr(address).getComponents().length > 0;
  } catch {
    return false;
  }
}

function checksum(payload: Uint8Array): Buffer {
  return createHash('sha256').update(PREFIX).update(payload).digest().subarray(0, CHECKSUM_BYTES);
}
