/** Causality: depth, chain and credit across channels, restarts and limits. */
import { CHANNELS, MAX_HOP_DEPTH, generateIdentity, roomTopic, type Channel, type Lineage } from '@hoplite/p2p';
import type { JobSummary } from '@hoplite/node';
import type { JsonValue } from '@hoplite/tools';
import { along, handOn, outcomeOf, relays, valueOf } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { HandDriven, Scenario, World } from '../scenario.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
const PAIRS = CHANNELS.flatMap((first) => CHANNELS.map((second) => [first, second] as const));

const RELAYS = Object.fromEntries(NAMES.map((name) => [name, relays]));

/** Begins a job whose first hop goes from alpha to beta on `channel`. */
async function begin(world: World, channel: Channel, brief: JsonValue): Promise<JobSummary | undefined> {
  const alpha = world.node('alpha');
  const text = JSON.stringify(brief);
  switch (channel) {
    case 'task':
      return alpha.job((await alpha.delegate('beta', brief)).jobId);
    case 'session':
      return alpha.job((await alpha.send('beta', text)).jobId);
    case 'room': {
      const post = await alpha.post('lobby', text, { wake: ['beta'] });
      return post.ok ? alpha.job(post.value.jobId) : undefined;
    }
  }
}

function depths(world: World, job: JobSummary | undefined): readonly number[] {
  return world
    .turns({ jobId: job?.jobId ?? '' })
    .map(({ depth }) => depth)
    .sort();
}

/** A message of `peer` by a channel; `hops` peers have sent in its chain, itself the last. */
function deep(peer: HandDriven, hops: number, to: string, channel: Channel, now: number) {
  const before = Array.from({ length: hops - 1 }, () => generateIdentity());
  const senders = [...before, peer];
  let parent: Lineage = peer.root();
  for (const [index, identity] of before.entries()) {
    const next = senders[index + 1]?.peerId ?? '';
    const stamp = { messageId: `m${index}`, at: now, bodyHash: new Uint8Array(32), act: 'request', credit: 8 } as const;
    parent = parent.extend({ ...stamp, to: next }, identity.signer);
  }
  const deadline = now + 20_000;
  switch (channel) {
    case 'task':
      return peer.compose({ to, parent, credit: 4 });
    case 'session':
      return peer.compose({ to, parent, credit: 4, channel, act: 'query' });
    case 'room': {
      const wake = [{ peer: to, credit: 4 }];
      const body = { content: 'anyone?', room: 'lobby', wake, deadline };
      return peer.compose({ to: roomTopic('lobby'), parent, credit: 4, channel, body });
    }
  }
}

export const chains: readonly Scenario[] = [
  {
    id: 'S40',
    source: 'swedishembedded/sven',
    says: 'depth, chain and credit carry over each of the nine ordered pairs of channels',
    isLegit: true,
    peers: NAMES.slice(0, 3),
    agents: RELAYS,
    async run(world) {
      for (const [first, second] of PAIRS) {
        const job = await begin(world, first, along(['gamma'], [second]));
        has(job, { state: 'done', path: ['alpha', 'beta', 'gamma'], turns: 2, credit: { granted: 32, left: 30 } });
        same(depths(world, job), [1, 2]);
      }
    },
  },
  {
    id: 'S40-back',
    source: 'swedishembedded/sven',
    says: 'a task back to the origin is a cycle, whichever two channels lie between',
    peers: NAMES.slice(0, 3),
    agents: RELAYS,
    async run(world) {
      for (const [first, second] of PAIRS) {
        const job = await begin(world, first, along(['gamma', 'alpha'], [second, 'task']));
        has(job, { state: 'stopped', reason: 'cannot: cycle', path: ['alpha', 'beta', 'gamma', 'alpha'] });
      }
      same(world.node('alpha').inbox().length, PAIRS.length);
    },
  },
  {
    id: 'V03',
    source: 'swedishembedded/sven',
    says: 'two channels that alternate, such as room → task → room → task, stop within the one budget',
    peers: NAMES,
    agents: RELAYS,
    async run(world) {
      for (const [first, second] of PAIRS) {
        const job = await begin(world, first, along(['gamma', 'delta', 'epsilon'], [second, first, second]));
        has(job, { state: 'stopped', reason: 'max_hops', path: NAMES, turns: MAX_HOP_DEPTH - 1 });
        same(depths(world, job), [1, 2, 3]);
      }
    },
  },
  {
    id: 'S39',
    source: 'agentrust-io/agent-manifest#125',
    says: 'one hop below the limit passes, at the limit and above it is refused, on each channel by sender and receiver',
    peers: NAMES,
    agents: RELAYS,
    async run(world) {
      const stranger = await world.stranger();
      const alpha = world.node('alpha').peerId;
      for (const channel of CHANNELS) {
        for (const hops of [MAX_HOP_DEPTH - 1, MAX_HOP_DEPTH, MAX_HOP_DEPTH + 1]) {
          const reply = await stranger.send(alpha, deep(stranger, hops, alpha, channel, world.now()));
          const expected = hops < MAX_HOP_DEPTH ? 'answer' : 'max_hops';
          same(
            reply.kind === 'answer' ? 'answer' : reply.refusal.reason,
            expected,
            `${channel}, ${hops} hops, received`,
          );
        }
        const within = await begin(world, channel, along(['gamma', 'delta'], [channel]));
        has(within, { state: 'done', depth: MAX_HOP_DEPTH - 1 }, `${channel}, below the limit, sent`);
        const beyond = await begin(world, channel, along(['gamma', 'delta', 'epsilon'], [channel]));
        has(beyond, { state: 'stopped', reason: 'max_hops', depth: MAX_HOP_DEPTH }, `${channel}, at the limit, sent`);
      }
      same(world.turns({ node: 'epsilon' }), []);
    },
  },
  {
    id: 'F-depths',
    source: 'design.md section 2',
    says: 'of two nodes with different limits, and a job with its own, the smallest counts, and nobody raises it',
    peers: NAMES,
    agents: RELAYS,
    config: (name) => (name === 'gamma' ? { maxHopDepth: 2 } : {}),
    async run(world) {
      const node = (name: string) => world.node(name);
      // gamma hears nothing at depth 2, and says nothing at depth 2.
      const in2 = await node('alpha').delegate('beta', along(['gamma'], ['task']));
      has(in2, { state: 'stopped', reason: 'max_hops', path: ['alpha', 'beta', 'gamma'] });
      const out2 = await node('alpha').delegate('gamma', along(['delta'], ['task']));
      has(out2, { state: 'stopped', reason: 'max_hops', path: ['alpha', 'gamma', 'delta'] });
      has(await node('alpha').delegate('beta', along(['delta'], ['task'])), { state: 'done', depth: 2 });
      for (const maxDepth of [1, 2, 3]) {
        const own = await node('alpha').delegate('beta', along(['delta', 'epsilon'], ['task']), { maxDepth });
        has(own, { state: 'stopped', reason: 'max_hops', depth: maxDepth });
      }
      // Its own jobs are its own; the others are asked for no more than it may.
      has(await node('gamma').delegate('beta', along(['delta'], ['task'])), { state: 'stopped', reason: 'max_hops' });
      same(world.turns({ node: 'delta' }).length, 2);
    },
  },
  {
    id: 'S41',
    source: 'swedishembedded/sven',
    says: 'the host stamps causality: no tool takes a depth, and a post without one is not at depth 1',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      world.script('beta', async ({ tools }) => {
        const text = 'a post';
        const claimed = await tools.call('post_to_room', {
          room: 'lobby',
          text,
          in_reply_to_depth: 0,
          wake: ['gamma'],
        });
        const role = await tools.call('send_message', { peer: 'gamma', text, role: 'user', job: 'another' });
        const plain = await tools.call('post_to_room', { room: 'lobby', text, wake: ['gamma'], wait_seconds: 60 });
        return [outcomeOf(claimed), outcomeOf(role), valueOf(plain, 'message_id')];
      });
      const report = await world.node('alpha').delegate('beta', 'go');
      const [claimed, role, id] = report.result as readonly string[];
      same([claimed, role], ['malformed', 'malformed']);
      has(
        world
          .node('gamma')
          .trace(report.jobId)
          ?.hops.find(({ messageId }) => messageId === id),
        { depth: 2, from: 'beta' },
      );
      same(
        world.turns({ node: 'gamma' }).map(({ depth }) => depth),
        [2],
      );
    },
  },
  {
    id: 'S42',
    source: 'FRRouting/frr#22583',
    says: 'a peer that has taken another name is the same peer: chains name keys',
    peers: ['alpha', 'beta'],
    async run(world) {
      const before = world.node('beta').peerId;
      await world.stop('beta');
      const beta = await world.restart('beta', { config: { name: 'bob' } });
      same(beta.peerId, before);
      world.script('alpha', async (turn) => outcomeOf(await handOn(turn, 'task', 'bob', 'back to you')));
      const report = await beta.delegate('alpha', 'go');
      has(report, { state: 'stopped', reason: 'cannot: cycle', path: ['bob', 'alpha', 'bob'] });
    },
  },
];
