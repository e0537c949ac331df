/**
 * A Hoplite node with all its safety on: signed links, membership, records in a database on disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, defaultConfig } from '@hoplite/node';
import { storeNetworkKey } from '@hoplite/p2p';
import { Arrivals } from '../arrivals.ts';
import { serve } from '../commands.ts';
import { drive, type Driven, type Load } from '../drive.ts';
import { ECHOED } from '../echoed.ts';
import { residentMemory } from '../resident-memory.ts';
import { until } from '../until.ts';

const ROOM = 'bench';
const UNLIMITED = { perMinute: 1_000_000, burst: 1_000_000 };

const directory = mkdtempSync(join(tmpdir(), 'hoplite-bench-'));
storeNetworkKey(directory, new Uint8Array(32).fill(1));
const node = await createNode({
  directory,
  config: {
    ...defaultConfig(`bench-${process.pid}`),
    listen: ['/ip4/127.0.0.1/tcp/0'],
    rooms: [ROOM],
    // 64 requests in flight are what is measured, not how they queue.
    turns: { concurrent: 64, serial: false, queued: 64, queuedPerPeer: 64 },
    // Nor is it how a flood is held back.
    rates: { perPeer: UNLIMITED, perOrigin: UNLIMITED },
  },
});
const arrivals = new Arrivals();
node.subscribe((event) => {
  if (event.event === 'post') {
    arrivals.note(event.text, process.hrtime.bigint());
  }
});
let server = '';

const commands = {
  addresses: (): readonly string[] => node.addresses,

  async connect(address: string): Promise<void> {
    server = (await node.connect(address)).peerId;
  },

  /** Delegates an echo. */
  task(load: Load): Promise<Driven> {
    return drive(async () => {
      const { state, detail = '' } = await node.delegate(server, ECHOED);
      if (state !== 'done') {
        throw new Error(`${state}: ${detail}`);
      }
    }, load);
  },

  /** Resolves when another peer is in the room. */
  met: (): Promise<void> => until(() => node.rooms().some(({ present }) => present.length > 0)),

  /** @returns the time before it was posted */
  async post(text: string): Promise<bigint> {
    const at = process.hrtime.bigint();
    const posted = await node.post(ROOM, text);
    if (!posted.ok) {
      throw new Error(posted.refusal.detail);
    }
    return at;
  },

  /** @returns the time at which a post came */
  arrival: (text: string): Promise<bigint> => arrivals.of(text),

  residentMemory,
};

export type HoplitePeer = typeof commands;

serve(commands, async () => {
  await node.stop();
  rmSync(directory, { recursive: true });
});
