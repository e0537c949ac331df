/** Two or more peers that answer each other for ever. */
import { answers, handOn, outcomeOf } from '../agents.ts';
import { has, holds, same } from '../expectations.ts';
import type { Scenario, Script } from '../scenario.ts';

const BOTS = ['beta', 'gamma', 'delta', 'epsilon'];

/** Mentions all other bots in each of its posts. */
function mentions(all: readonly string[], say: (count: number) => string): (name: string) => Script {
  let count = 0;
  return (name) => async (turn) => {
    count += 1;
    const wake = all.filter((other) => other !== name);
    return outcomeOf(
      await turn.tools.call('post_to_room', { room: 'lobby', text: say(count), wake, wait_seconds: 60 }),
    );
  };
}

export const pingPong: readonly Scenario[] = [
  {
    id: 'S01',
    source: 'openclaw/openclaw#58789',
    says: 'bots that mention each other in every post stop at the hop limit, and the person sees one notice',
    peers: ['alpha', ...BOTS],
    config: { credit: 1000 },
    async run(world) {
      const mention = mentions(BOTS, (count) => `@all hello ${count}`);
      for (const name of BOTS) world.script(name, mention(name));
      const alpha = world.node('alpha');
      const post = await alpha.post('lobby', '@all hi', { wake: BOTS });
      if (!post.ok) throw new Error(post.refusal.detail);
      await world.rest();
      const job = alpha.job(post.value.jobId);
      has(job, { state: 'stopped', reason: 'max_hops', depth: 4 });
      same(Math.max(...world.turns().map(({ depth }) => depth)), 3);
      holds(world.turns().length <= 4 + 4 * 3 + 4 * 3 * 2, 'more turns than three levels of mentions');
      has(alpha.inbox(), [{ reason: 'max_hops', jobId: post.value.jobId, state: 'open' }]);
    },
  },
  {
    id: 'S01-same',
    source: 'openclaw/openclaw#58789',
    says: 'bots that mention each other with the same words stop earlier, as ping-pong',
    peers: ['alpha', 'beta', 'gamma', 'delta'],
    config: { credit: 1000 },
    async run(world) {
      const bots = ['beta', 'gamma', 'delta'];
      const mention = mentions(bots, () => '@all hello');
      for (const name of bots) world.script(name, mention(name));
      const post = await world.node('alpha').post('lobby', '@all hi', { wake: bots });
      if (!post.ok) throw new Error(post.refusal.detail);
      await world.rest();
      has(world.node('alpha').job(post.value.jobId), { state: 'stopped', reason: 'cannot: ping-pong' });
      same(world.node('alpha').inbox().length, 1);
    },
  },
  {
    id: 'S08',
    source: 'openabdev/openab#466',
    says: 'nothing that an agent says resets a count: depth only grows until a person begins anew',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      let count = 0;
      const reply = (to: string): Script => {
        return async (turn) => {
          count += 1;
          await turn.tools.call('post_to_room', { room: 'lobby', text: `my own message ${count}` });
          return outcomeOf(await handOn(turn, 'session', to, `and ${count}?`));
        };
      };
      world.script('beta', reply('gamma'));
      world.script('gamma', reply('beta'));
      const first = await world.node('alpha').send('beta', 'begin');
      has(first, { state: 'stopped', reason: 'max_hops' });
      same(
        world.turns({ jobId: first.jobId }).map(({ depth }) => depth),
        [1, 2, 3],
      );
      world.script('beta', answers('no more'));
      const second = await world.node('alpha').send('beta', 'begin');
      has(second, { state: 'done', depth: 1 });
    },
  },
  {
    id: 'S11',
    source: 'openclaw/openclaw#37842',
    says: 'a triangle of messages ends at the hop limit, because the chain goes along on sessions too',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      const next: Record<string, string> = { alpha: 'beta', beta: 'gamma', gamma: 'alpha' };
      let count = 0;
      for (const [name, to] of Object.entries(next)) {
        world.script(name, async (turn) => outcomeOf(await handOn(turn, 'session', to, `round ${(count += 1)}`)));
      }
      const report = await world.node('alpha').send('beta', 'round 0');
      has(report, {
        state: 'stopped',
        reason: 'max_hops',
        path: ['alpha', 'beta', 'gamma', 'alpha', 'beta'],
        turns: 3,
      });
      same(world.node('alpha').inbox().length, 1);
    },
  },
  {
    id: 'S13',
    source: 'openclaw/openclaw#52382',
    says: 'the same brief again is refused at once and by name, without the network, and the third try ends the turn',
    peers: ['alpha', 'beta'],
    async run(world) {
      const outcomes: string[] = [];
      world.script('alpha', async (turn) => {
        for (let count = 0; count < 6; count += 1) {
          outcomes.push(outcomeOf(await handOn(turn, 'task', 'beta', 'are you there?')));
        }
        return 'gave up';
      });
      const report = await world.node('alpha').delegate('alpha', 'go');
      same(outcomes, ['ok', 'cannot: ping-pong', 'cannot: ping-pong', 'cannot: ping-pong', 'cancelled', 'cancelled']);
      has(report, { state: 'stopped', reason: 'cannot: ping-pong', path: ['alpha', 'beta'] });
      same(world.turns({ node: 'beta' }).length, 1);
      same(
        world
          .node('beta')
          .trace(report.jobId)
          ?.hops.filter(({ act }) => act === 'request').length,
        1,
      );
      same(world.node('alpha').inbox().length, 1);
    },
  },
  {
    id: 'S35',
    source: 'microsoft/agent-framework#6328',
    says: 'a hand-off resets nothing: replies count, the third question to one peer is over the limit, then all is frozen',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      world.script('alpha', async (turn) => {
        const outcomes: string[] = [];
        for (const peer of ['beta', 'beta', 'beta', 'gamma']) {
          outcomes.push(outcomeOf(await handOn(turn, 'session', peer, `question ${outcomes.length}`)));
        }
        return outcomes;
      });
      has(await world.node('alpha').delegate('alpha', 'go'), {
        state: 'stopped',
        reason: 'max_hops',
        result: ['ok', 'ok', 'max_hops', 'frozen'],
      });
    },
  },
  {
    id: 'S24',
    source: 'archestra-ai/archestra#4462',
    says: 'a task back to who gave it is `cannot: cycle` before anything leaves, and the tool error names the path',
    peers: ['legal', 'tech'],
    async run(world) {
      let seen: unknown;
      world.script('tech', async (turn) => {
        const result = await handOn(turn, 'task', 'legal', 'something quite different');
        if (!result.ok) seen = { reason: result.refusal.reason, path: result.refusal.path };
        return outcomeOf(result);
      });
      const [legal, tech] = [world.node('legal'), world.node('tech')];
      const report = await legal.delegate('tech', 'review');
      has(report, { state: 'stopped', reason: 'cannot: cycle', path: ['legal', 'tech', 'legal'], turns: 1 });
      same(seen, { reason: 'cannot: cycle', path: [legal.peerId, tech.peerId, legal.peerId] });
      same(legal.trace(report.jobId)?.refusals, [], 'it came over the network');
      same(world.turns({ node: 'legal' }), []);
      has(legal.inbox(), [{ reason: 'cannot: cycle', path: ['legal', 'tech', 'legal'] }]);
    },
  },
  {
    id: 'S31',
    source: 'paperclipai/paperclip#10658',
    says: 'work is never handed to somebody who is still responsible for what it came from',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      for (const back of ['alpha', 'beta']) {
        world.script('alpha', async (turn) => outcomeOf(await handOn(turn, 'task', 'beta', `issue for ${back}`)));
        world.script('beta', async (turn) => outcomeOf(await handOn(turn, 'task', 'gamma', `child for ${back}`)));
        world.script('gamma', async (turn) => outcomeOf(await handOn(turn, 'task', back, 'grandchild')));
        const report = await world.node('alpha').delegate('alpha', `issue ${back}`);
        has(report, { state: 'stopped', reason: 'cannot: cycle', path: ['alpha', 'beta', 'gamma', back] });
      }
      same(world.turns({ node: 'alpha' }).length, 2);
      same(world.turns({ node: 'beta' }).length, 2);
    },
  },
];
