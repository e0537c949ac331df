import type { Measurement } from '../measurement.ts';
import { startPair } from '../pair.ts';
import type { HoplitePeer } from '../peers/hoplite.ts';
import type { RawPeer } from '../peers/raw.ts';
import { interleave, ratio } from '../rounds.ts';
import { median } from '../statistics.ts';

const MEBIBYTE = 1024 * 1024;
/** Processes have to be started anew for each round. */
const MAX_ROUNDS = 3;

/** Resident memory of a process with one connection and nothing to do. */
export const idleMemory: Measurement = {
  name: 'memory',
  title: 'resident memory of an idle node with one connection, against one of libp2p with the same modules',
  async measure({ rounds, onRound }) {
    const bytes = await interleave(
      { hoplite: () => atRest('hoplite'), libp2p: () => atRest('raw') },
      Math.min(rounds, MAX_ROUNDS),
      onRound,
    );
    return {
      ratios: { idleMemoryVsLibp2p: ratio(bytes.hoplite, bytes.libp2p) },
      details: {
        idleHopliteMebibytes: median(bytes.hoplite) / MEBIBYTE,
        idleLibp2pMebibytes: median(bytes.libp2p) / MEBIBYTE,
      },
    };
  },
};

async function atRest(role: 'hoplite' | 'raw'): Promise<number> {
  await using pair = await startPair<Pick<HoplitePeer & RawPeer, 'residentMemory'>>(role);
  const [client, server] = await Promise.all([pair.client.call('residentMemory'), pair.server.call('residentMemory')]);
  return (client + server) / 2;
}
