/** Work that multiplies: fan-out, endless delegation, retries. */
import { MAX_HOP_DEPTH } from '@hoplite/p2p';
import { handOn, along, outcomeOf, refuses, relays } from '../agents.ts';
import { has, holds, same } from '../expectations.ts';
import type { Scenario, Script, World } from '../scenario.ts';

/** Hands a new brief to each peer, several times, all at once. */
function multiplies(to: readonly string[], times: number): Script {
  let count = 0;
  return async (turn) => {
    const each = Array.from({ length: times }, () => to).flat();
    const results = await Promise.all(each.map((peer) => handOn(turn, 'task', peer, `part ${(count += 1)}`)));
    return results.map(outcomeOf);
  };
}

function maximumDepth(world: World): number {
  return Math.max(...world.turns().map(({ depth }) => depth));
}

export const storms: readonly Scenario[] = [
  {
    id: 'S16',
    source: 'schuettc/muster#130',
    says: 'an answer to a broadcast wakes nobody, and with too little credit it says who was not reached',
    peers: ['alpha', 'beta', 'gamma', 'delta'],
    async run(world) {
      const alpha = world.node('alpha');
      const all = await alpha.post('lobby', 'status?', { wake: 'everyone' });
      if (!all.ok) throw new Error(all.refusal.detail);
      same(all.value.replies.map(({ from }) => from).sort(), ['beta', 'delta', 'gamma']);
      await world.until(() => world.events.filter(({ event }) => event === 'post').length >= 3 * 4 - 3);
      same(world.turns().length, 3);

      const some = await alpha.post('lobby', 'status now?', { wake: 'everyone', credit: 1 });
      if (!some.ok) throw new Error(some.refusal.detail);
      has(some.value.notWoken, [{ refusal: { reason: 'max_turns' } }, { refusal: { reason: 'max_turns' } }]);
      const named = [...some.value.notWoken.map(({ peer }) => peer), ...some.value.replies.map(({ from }) => from)];
      same(named.sort(), ['beta', 'delta', 'gamma']);
      same(world.turns().length, 4);
    },
  },
  {
    id: 'S26',
    source: 'agent0ai/agent-zero#72',
    says: 'a chain of ever new peers ends at the hop limit, though no peer comes twice',
    peers: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5'],
    async run(world) {
      for (const [index, name] of world.running.entries()) {
        world.script(name, async (turn) => outcomeOf(await handOn(turn, 'task', `a${index + 1}`, `do ${index + 1}`)));
      }
      const report = await world.node('a0').delegate('a0', 'grow');
      has(report, {
        state: 'stopped',
        reason: 'max_hops',
        path: ['a0', 'a1', 'a2', 'a3', 'a4'],
        depth: MAX_HOP_DEPTH,
        turns: MAX_HOP_DEPTH,
      });
      same(world.turns({ node: 'a4' }), []);
      same(world.node('a0').inbox().length, 1, 'one escalation for one stop');
    },
  },
  {
    id: 'S28',
    source: 'anthropics/claude-code#69332',
    says: 'agents that each delegate to all others five times cause no more turns than the credit',
    peers: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'],
    async run(world) {
      world.script('alpha', multiplies(['beta', 'gamma'], 5));
      for (const name of ['beta', 'gamma']) world.script(name, multiplies(['delta', 'epsilon'], 5));
      const report = await world.node('alpha').delegate('alpha', 'go', { credit: 12 });
      await world.rest();
      const job = world.node('alpha').job(report.jobId);
      has(job, { state: 'stopped', reason: 'max_turns', credit: { granted: 12 } });
      const turns = world.turns().length;
      holds(turns <= 12, `${turns} turns for a credit of 12`);
      same([job?.turns, (job?.turns ?? 0) + (job?.credit.left ?? 0)], [turns, 12]);
      same(world.node('alpha').inbox().length, 1);
    },
  },
  {
    id: 'S30',
    source: 'anthropics/claude-code#82380',
    says: 'a refusal is final: 1,273 more tries cost nothing on the network, and the third ends the turn',
    peers: ['alpha', 'beta'],
    agents: { beta: refuses('this will never work') },
    async run(world) {
      let calls = 0;
      let afterEnd = 0;
      world.script('alpha', async (turn) => {
        while (calls < 1273) {
          calls += 1;
          afterEnd += turn.signal.aborted ? 1 : 0;
          await handOn(turn, 'task', 'beta', 'try again');
        }
        return 'tried enough';
      });
      const report = await world.node('alpha').delegate('alpha', 'go');
      has(report, { state: 'failed', reason: 'agent_refused', turns: 2 });
      await world.until(() => calls === 1273);
      same(afterEnd, 1273 - 3, 'the turn was not ended by the third try');
      same(world.asked.filter(({ node }) => node === 'beta').length, 1);
      same(
        world
          .node('beta')
          .trace(report.jobId)
          ?.hops.filter(({ act }) => act === 'request').length,
        1,
      );
    },
  },
  {
    id: 'S77',
    source: 'RFC 5393 (SIP forking)',
    says: 'forwarding to everybody, everywhere, splits the credit and does not double it',
    peers: ['alpha', 'beta', 'gamma', 'delta'],
    async run(world) {
      const all = ['alpha', 'beta', 'gamma', 'delta'];
      for (const name of all) {
        world.script(
          name,
          multiplies(
            all.filter((other) => other !== name),
            1,
          ),
        );
      }
      const report = await world.node('alpha').delegate('alpha', 'forward');
      await world.rest();
      holds(world.turns().length <= 32, `${world.turns().length} turns for a credit of 32`);
      holds(maximumDepth(world) < MAX_HOP_DEPTH, 'deeper than the hop budget');
      has(world.node('alpha').job(report.jobId), { state: 'stopped' });
      same(world.node('alpha').inbox().length, 1);
    },
  },
  {
    id: 'F-cap',
    source: 'design.md section 6',
    says: 'a request at the cap escalates once, with reason, path and what was to be said, however often it is tried',
    peers: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'],
    agents: { beta: relays, gamma: relays },
    async run(world) {
      world.script('delta', async (turn) => {
        const tries = ['one', 'two', 'three', 'four'].map((brief) => handOn(turn, 'task', 'epsilon', brief));
        return (await Promise.all(tries)).map(outcomeOf);
      });
      const report = await world.node('alpha').delegate('beta', along(['gamma', 'delta'], ['task']));
      has(report, { state: 'stopped', reason: 'max_hops', path: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] });
      await world.rest();
      const inbox = world.node('alpha').inbox();
      has(inbox, [{ kind: 'stop', reason: 'max_hops', path: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] }]);
      same(inbox[0]?.payload, '"one"');
      same(world.events.filter(({ event, node }) => event === 'escalation' && node === 'alpha').length, 1);
      for (const name of ['beta', 'gamma', 'delta', 'epsilon']) same(world.node(name).inbox(), []);
      const reached = ['alpha', 'beta', 'gamma', 'delta'];
      const isFrozen = (name: string) => world.node(name).trace(report.jobId)?.thread.state === 'frozen';
      await world.until(() => reached.every(isFrozen));
    },
  },
];
