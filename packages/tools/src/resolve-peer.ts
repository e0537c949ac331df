import type { Refusal } from '@hoplite/p2p';
import type { Attempt, PeerSummary } from './context.ts';

/** Shortest piece of a peer ID that may stand for it. */
export const MIN_ID_PREFIX = 6;

/** Most candidates that a refusal names. */
export const MAX_CANDIDATES = 10;

/** Longest piece of what was asked that a refusal repeats, in characters. */
const MAX_ECHO = 80;

/** As much of a peer as it takes to find it. */
export type Addressable = Pick<PeerSummary, 'peerId' | 'name'>;

/**
 * The one peer that `query` means: its ID, its name in any case, or the beginning of its ID.
 *
 * An ID always means its owner, whatever others call themselves. Otherwise everyone that the query could mean counts, so
 * that no peer can catch another's messages by choosing a name: two of them are `ambiguous_peer`, none is
 * `unknown_peer`, and the detail names at most {@link MAX_CANDIDATES} to choose from.
 */
export function resolvePeer<P extends Addressable>(query: string, peers: readonly P[]): Attempt<P> {
  const wanted = query.trim();
  const owner = peers.find((peer) => peer.peerId === wanted);
  if (owner !== undefined) return { ok: true, value: owner };

  const matches = peers.filter((peer) => isNamed(peer, wanted) || hasPrefix(peer, wanted));
  const [match] = matches;
  if (match === undefined) return { ok: false, refusal: unknownPeer(wanted, peers) };
  return matches.length === 1 ? { ok: true, value: match } : { ok: false, refusal: ambiguousPeer(wanted, matches) };
}

function isNamed(peer: Addressable, wanted: string): boolean {
  return wanted !== '' && folded(peer.name) === folded(wanted);
}

function hasPrefix(peer: Addressable, wanted: string): boolean {
  return wanted.length >= MIN_ID_PREFIX && peer.peerId.startsWith(wanted);
}

/** Names are compared in one Unicode form and in lower case, without the blanks around them. */
function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

function unknownPeer(wanted: string, peers: readonly Addressable[]): Refusal {
  const known = peers.length === 0 ? 'No peer is known yet.' : `Known peers: ${listed(peers)}.`;
  return { reason: 'unknown_peer', detail: `No peer is ${quoted(wanted)}. ${known}`, path: [] };
}

function ambiguousPeer(wanted: string, matches: readonly Addressable[]): Refusal {
  const detail = `${quoted(wanted)} can mean ${matches.length} peers; give the peer ID of one: ${listed(matches)}.`;
  return { reason: 'ambiguous_peer', detail, path: [] };
}

function listed(peers: readonly Addressable[]): string {
  const shown = [...peers].sort(byNameThenId).slice(0, MAX_CANDIDATES);
  const more = peers.length - shown.length;
  const names = shown.map((peer) => `${quoted(peer.name)} (${peer.peerId})`).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

function byNameThenId(a: Addressable, b: Addressable): number {
  const [left, right] = [folded(a.name) + a.peerId, folded(b.name) + b.peerId];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Names and queries are other people's text: in quotation marks, on one line, and not too long. */
function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text);
}
