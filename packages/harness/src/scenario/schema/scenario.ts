import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { agent } from './agent.ts';
import { config } from './config.ts';
import { expectations } from './expectations.ts';
import { timedFault } from './fault.ts';
import { steps } from './step.ts';

const peerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected 1 to 63 of a-z, 0-9 and "-", not beginning with "-"');

const peer = z.strictObject({
  agent: agent.exactOptional(),
  config: config.describe('Over the config of all.').exactOptional(),
  absent: z.literal(true).describe('Does not run at the start.').exactOptional(),
});

const room = z.string().regex(/^[a-z0-9._-]{1,64}$/, 'expected 1 to 64 of a-z, 0-9, ".", "_" and "-"');

/** A scenario file. */
export const scenarioSchema = z
  .strictObject({
    $schema: z.string().describe('For editors.').exactOptional(),
    id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'expected letters, digits, ".", "_" and "-"')
      .describe('As in the corpus; a second half of one, or a variant, adds a dash and a word.'),
    source: z.string().min(1).max(500).describe('Where it happened: issue, paper or design rule.'),
    says: z.string().min(1).max(1000).describe('The behaviour that is right, in one sentence.'),
    legit: z
      .boolean()
      .describe('Whether it is honest work: it must end `done`, and no brake may fire. @default false')
      .exactOptional(),
    seed: z.int().min(0).max(0xffff_ffff).describe('Of the chance in the simulator. @default 1').exactOptional(),
    only: z
      .strictObject({ world: z.enum(['simulated', 'real']), because: z.string().min(1) })
      .describe('Which world it can be played in, when it is not both, and why.')
      .exactOptional(),
    peers: z
      .union([
        z.array(peerName).min(1).max(LIMITS.peers),
        z
          .record(peerName, peer)
          .refine((peers) => Object.keys(peers).length <= LIMITS.peers, `expected at most ${LIMITS.peers} peers`)
          .refine((peers) => Object.keys(peers).length > 0, 'expected a peer'),
      ])
      .describe('Nodes that are there at the start, and have met: names, or an object by name.'),
    config: config.describe('For all peers.').exactOptional(),
    rooms: z
      .union([z.array(room).max(64), z.record(room, z.array(peerName).max(LIMITS.peers))])
      .describe('Rooms that all are in, or who is in which. @default ["lobby"]')
      .exactOptional(),
    agents: z
      .record(peerName, agent)
      .describe('What answers at a peer, as `agent` of the peer does. @default echo')
      .exactOptional(),
    steps: steps.describe('What happens, one step after the other.'),
    faults: z.array(timedFault).max(LIMITS.steps).describe('What goes wrong, and when.').exactOptional(),
    expect: expectations.exactOptional(),
  })
  .meta({
    title: 'Hoplite scenario',
    description:
      'A sequence of events among agents, and what must come of it. Played in a simulation or over real nodes.',
  });

/** A scenario file that has been checked. */
export type ScenarioFile = z.output<typeof scenarioSchema>;
