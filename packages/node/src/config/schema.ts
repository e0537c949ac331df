import { isAbsolute } from 'node:path';
import {
  CHANNELS,
  DEFAULT_CREDIT,
  isPeerId,
  isRoomName,
  MAX_CREDIT,
  MAX_HOP_DEPTH,
  MAX_ID_LENGTH,
  MAX_JOB_LIFETIME_MS,
} from '@hoplite/p2p';
import { z } from 'zod';
import { RIGHTS } from '../admission/policy.ts';
import { LOG_LEVELS } from '../log.ts';
import { isDialAddress, isListenAddress, isLoopback } from './addresses.ts';
import { breakerShape } from './breaker-schema.ts';

const peerId = z.string().refine(isPeerId, 'expected a peer ID, which looks like 12D3KooW…');

const listenAddress = z
  .string()
  .refine(isListenAddress, 'expected a multiaddr to listen on, which looks like /ip4/0.0.0.0/tcp/4001 (port 0: any)');

const dialAddress = z
  .string()
  .refine(isDialAddress, 'expected a multiaddr to dial, which looks like /ip4/192.168.1.7/tcp/4001/p2p/12D3KooW…');

const rights = z.array(z.enum(RIGHTS));

const label = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH)
  .describe('A peer ID, or a name that one known peer bears; names can be taken by anyone, IDs cannot.');

const rate = (perMinute: number, burst: number) =>
  z
    .strictObject({
      perMinute: z.number().positive().max(1_000_000).default(perMinute).describe('In the long run.'),
      burst: z.int().min(1).max(1_000_000).default(burst).describe('At once, after a rest.'),
    })
    .prefault({});

/** Who may address whom. */
const graph = z.discriminatedUnion('preset', [
  z.strictObject({ preset: z.literal('free') }),
  z.strictObject({ preset: z.literal('star'), centre: label }),
  z.strictObject({ preset: z.literal('pipeline'), order: z.array(label).min(2).max(64) }),
  z.strictObject({
    preset: z.literal('edges'),
    edges: z
      .array(
        z.strictObject({
          from: label,
          to: label.describe('As `from`; also `#room` for whoever a post there is to wake.'),
          channels: z.array(z.enum(CHANNELS)).min(1).optional(),
        }),
      )
      .max(1024)
      .describe('`*` is anyone.'),
  }),
]);

/** Answers by itself, with neither model nor key. */
const builtinAgent = z.strictObject({
  kind: z.literal('builtin'),
  filesRoot: z
    .string()
    .refine(isAbsolute, 'expected an absolute path')
    .describe('Directory that `files.search` and `files.read` may see, an absolute path. Without it they see nothing.')
    .optional(),
});

/** `hoplite.json`. Unknown keys are errors; everything but the name has a default. */
export const configSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected 1 to 63 of a-z, 0-9 and "-", not beginning with "-"')
    .describe('What people call this node. A label, which need not be unique: the peer ID is its identity.'),
  description: z.string().max(500).default('').describe('What it is good for, for the agents of other peers.'),

  listen: z
    .array(listenAddress)
    .min(1)
    .max(16)
    .default(['/ip4/0.0.0.0/tcp/0'])
    .describe(
      'Multiaddrs to listen on, IP and TCP. Port 0 takes any free one, which peers on the LAN learn by mDNS; set a ' +
        'fixed port when peers elsewhere are to dial this node.',
    ),
  peers: z
    .array(dialAddress)
    .max(256)
    .default([])
    .describe('Multiaddrs of peers to dial at start and whenever they are lost.'),
  mdns: z.boolean().default(true).describe('Whether to look for peers on the LAN, and to be found there.'),

  http: z
    .strictObject({
      host: z
        .string()
        .refine(isLoopback, 'expected a loopback address, 127.0.0.1 or ::1: the API is for this machine only')
        .default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(0).describe('0 takes any free port; the CLI finds it.'),
    })
    .prefault({})
    .describe('Where the API for the CLI and the page listens.'),

  maxHopDepth: z
    .int()
    .min(1)
    .max(MAX_HOP_DEPTH)
    .default(MAX_HOP_DEPTH)
    .describe('Hops that a job may take at this node. It may only be lowered; at 1 every message is refused.'),
  credit: z
    .int()
    .min(1)
    .max(MAX_CREDIT)
    .default(DEFAULT_CREDIT)
    .describe('Turns that a job which begins here may cause, on all peers together.'),
  jobTimeoutSeconds: z
    .int()
    .min(1)
    .max(MAX_JOB_LIFETIME_MS / 1000)
    .default(600)
    .describe('Life of a job that begins here, in seconds.'),
  requesterGraceSeconds: z
    .int()
    .min(0)
    .max(3600)
    .default(30)
    .describe('How long a turn goes on while the peer that asked for it is away, in seconds.'),

  turns: z
    .strictObject({
      concurrent: z
        .int()
        .min(1)
        .max(1024)
        .default(4)
        .describe('Turns that run at once; one that waits is not counted.'),
      serial: z
        .boolean()
        .default(false)
        .describe(
          'Whether the agent handles one message at a time, also while it waits for others. A question that comes back ' +
            'along its own call is let in. Two such agents that wait for each other are told `deadlock` at once.',
        ),
      queuedPerPeer: z.int().min(0).max(65_536).default(128).describe('Messages of one peer that wait for a turn.'),
      queued: z.int().min(0).max(65_536).default(512).describe('Messages that wait for a turn, in all.'),
    })
    .prefault({})
    .describe('Bounds on the work of the agent. Beyond them a message is refused `busy`.'),

  defaultRights: rights
    .default([...RIGHTS])
    .describe(
      'What members of the network may do here: give tasks, hold sessions, post to rooms; and halt and resume jobs and ' +
        'agents, which only their operators can, never their agents.',
    ),
  rights: z
    .record(peerId, rights)
    .default({})
    .describe('The same for single peers, by peer ID, in place of `defaultRights`.'),
  graph: graph
    .default({ preset: 'free' })
    .describe(
      'Who may address whom, for messages that oblige; checked by sender and receiver, each by its own config.',
    ),
  rates: z
    .strictObject({
      perPeer: rate(600, 300).describe('Messages that oblige, from one peer, and to one peer.'),
      perOrigin: rate(600, 300).describe('The same, in all jobs of one origin together.'),
    })
    .prefault({})
    .describe('Beyond these a message is refused `rate_limited`, saying when to try again.'),
  supervisors: z
    .array(label)
    .max(32)
    .default([])
    .describe('Peers that are told of every job from here that was stopped. The decision stays here.'),
  deny: z.array(peerId).default([]).describe('Peer IDs that are not let in, although they know the network key.'),

  rooms: z
    .array(z.string().refine(isRoomName, 'expected 1 to 64 of a-z, 0-9, ".", "_" and "-"'))
    .max(256)
    .default(['lobby'])
    .describe('Rooms to be in from the start.'),
  agent: z
    .discriminatedUnion('kind', [builtinAgent])
    .default({ kind: 'builtin' })
    .describe('What answers for this node.'),
  ...breakerShape,
  retention: z
    .strictObject({
      messagesDays: z.int().min(0).max(3650).default(30).describe('In days, beyond the life of their job.'),
      maxMegabytes: z
        .int()
        .min(16)
        .max(1_000_000)
        .default(1024)
        .describe('Beyond this the oldest history goes earlier; when none is left to go, messages are refused `busy`.'),
    })
    .prefault({})
    .describe('How long the history is kept: messages, jobs with what was seen in them, and usage.'),
  log: z
    .strictObject({ level: z.enum(LOG_LEVELS).default('info').describe('The least level that is written.') })
    .prefault({})
    .describe('What goes to the log of the node.'),
});

/** A config with all defaults applied. */
export type Config = z.output<typeof configSchema>;

/** A config as a person writes it. */
export type ConfigInput = z.input<typeof configSchema>;
