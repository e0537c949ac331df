import { multiaddr } from '@multiformats/multiaddr';
import { isPeerId } from '../lineage/signature.ts';

/** A member that another one is connected to, and where it listens. */
export interface Introduction {
  readonly peer: string;
  readonly addresses: readonly string[];
}

/** Members that one hand-shake introduces. */
export const MAX_INTRODUCTIONS = 64;
/** Addresses kept of one peer. */
export const MAX_ADDRESSES = 16;
const MAX_ADDRESS_LENGTH = 256;

interface RawIntroduction {
  readonly peer?: string | null | undefined;
  readonly addresses?: readonly string[] | null | undefined;
}

/** The usable ones among what a member said of others: hearsay, so what cannot be used is passed over. */
export function readIntroductions(raw: readonly RawIntroduction[] | null | undefined): readonly Introduction[] {
  return (raw ?? []).slice(0, MAX_INTRODUCTIONS).flatMap(({ peer, addresses }) => {
    const usable = readAddresses(addresses);
    return peer != null && isPeerId(peer) && usable.length > 0 ? [{ peer, addresses: usable }] : [];
  });
}

/** The usable multiaddrs among what a peer said, without repetitions, at most {@link MAX_ADDRESSES}. */
export function readAddresses(raw: readonly string[] | null | undefined): readonly string[] {
  return [...new Set((raw ?? []).slice(0, MAX_ADDRESSES).filter(isAddress))];
}

/** Whether `text` is a multiaddr of a length that is worth keeping. */
export function isAddress(text: string): boolean {
  if (text.length === 0 || text.length > MAX_ADDRESS_LENGTH) {
    return false;
  }
  try {
    return multiaddr(text).getComponents().length > 0;
  } catch {
    return false;
  }
}

export function wireIntroductions(introductions: readonly Introduction[]): { peer: string; addresses: string[] }[] {
  return introductions.map(({ peer, addresses }) => ({ peer, addresses: addresses.slice(0, MAX_ADDRESSES) }));
}
