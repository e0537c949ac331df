import type { PeerDirectory } from '../../peer-directory.ts';
import type { StoredIntervention } from '../../ports/store.ts';
import type { InterventionView } from '../../sdk.ts';
import type { Tick } from '../stall/tick.ts';
import { windowRecorded } from './recorded-window.ts';

/** An intervention for people. */
export function interventionView(
  { epoch, at, by, kind, action, detail, path, window }: StoredIntervention,
  peers: PeerDirectory,
): InterventionView {
  return {
    epoch,
    at,
    by: peers.nameOf(by),
    kind,
    action,
    detail,
    path: peers.names(path),
    ...(window === undefined ? {} : { window: namedTicks(windowRecorded(window), peers) }),
  };
}

/** Ticks for people. */
export function namedTicks(ticks: readonly Tick[], peers: PeerDirectory): readonly Tick[] {
  // Two peers of one name must not become one.
  const name = (peer: string): string => {
    const known = peers.nameOf(peer);
    return peers.named(known).length === 1 ? known : peer;
  };
  return ticks.map(({ agent, enabledTransitions: enabled, waitFor, ...tick }) => ({
    ...tick,
    ...(agent === undefined ? {} : { agent: name(agent) }),
    ...(enabled === undefined
      ? {}
      : { enabledTransitions: typeof enabled === 'number' ? enabled : named(enabled, name) }),
    ...(waitFor === undefined ? {} : { waitFor: named(waitFor, name, (on) => on.map(name)) }),
  }));
}

function named<T>(
  record: Readonly<Record<string, T>>,
  name: (peer: string) => string,
  value: (value: T) => T = (same) => same,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).map(([peer, of]) => [name(peer), value(of)]));
}
