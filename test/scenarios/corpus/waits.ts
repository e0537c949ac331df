/** Questions, answers, and who waits for which. */
import type { InboundRequest } from '@hoplite/p2p';
import { answer, handOn, held, outcomeOf, valueOf } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { Scenario } from '../scenario.ts';

export const waits: readonly Scenario[] = [
  {
    id: 'S47',
    source: 'openagents-org/openagents#581',
    says: 'a counter-question is no answer: replies are matched by what they answer, whoever they are from',
    isLegit: true,
    peers: ['alpha', 'beta'],
    async run(world) {
      world.script('beta', async (turn) => {
        const counter = await handOn(turn, 'session', 'alpha', 'which one?');
        return { about: valueOf(counter, 'reply') };
      });
      world.script('alpha', async (turn) => {
        if (turn.brief === 'which one?') return 'the second';
        return valueOf(await handOn(turn, 'session', 'beta', 'paint it'), 'reply');
      });
      const report = await world.node('alpha').delegate('alpha', 'go');
      const { content } = report.result as { content: string };
      has(JSON.parse(content), { about: { content: 'the second' } });
      has(report, { state: 'done', turns: 3 });
    },
  },
  {
    id: 'S47-early',
    source: 'openagents-org/openagents#581',
    says: 'an answer that is there before anyone waits for it is not lost',
    isLegit: true,
    peers: ['alpha', 'beta'],
    async run(world) {
      world.script('alpha', async (turn) => {
        const sent = await turn.tools.call('send_message', { peer: 'beta', text: 'quick' });
        await handOn(turn, 'task', 'beta', 'meanwhile'); // When this is through, the answer has come.
        const message_id = valueOf(sent, 'message_id');
        return valueOf(await turn.tools.call('wait_for_message', { message_id, timeout_seconds: 0 }), 'status');
      });
      same((await world.node('alpha').delegate('alpha', 'go')).result, 'complete');
    },
  },
  {
    id: 'V14',
    source: 'swedishembedded/sven',
    says: 'a wait that timed out leaves no ghost: the next wait works, and the late answer stands under its own question',
    isLegit: true,
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const asked: InboundRequest[] = [];
      stranger.onRequest((request) => {
        request.accept();
        asked.push(request);
        // The later question is answered first.
        if (asked.length === 2) for (const each of asked.reverse()) answer(stranger, each);
      });
      world.script('alpha', async ({ tools }) => {
        const first = valueOf(await tools.call('send_message', { peer: 'mallory', text: 'Q1' }), 'message_id');
        const nothing = await tools.call('wait_for_message', { message_id: first, timeout_seconds: 0 });
        const second = await tools.call('send_message', { peer: 'mallory', text: 'Q2', wait_seconds: 10 });
        const late = await tools.call('wait_for_message', { message_id: first, timeout_seconds: 10 });
        return [valueOf(nothing, 'status'), valueOf(second, 'reply'), valueOf(late, 'replies')];
      });
      const report = await world.node('alpha').delegate('alpha', 'go');
      has(report.result, ['waiting', { content: '"to Q2"' }, [{ content: '"to Q1"' }]]);
    },
  },
  {
    id: 'S89',
    source: 'swedishembedded/sven',
    says: 'the late answer to an earlier question is not taken for the answer to this one, and causes no message',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const asked: InboundRequest[] = [];
      stranger.onRequest((request) => {
        request.accept();
        asked.push(request);
        const [first] = asked;
        if (asked.length === 2 && first !== undefined) answer(stranger, first); // And the second never.
      });
      let statuses: readonly unknown[] = [];
      world.script('alpha', async ({ tools }) => {
        const wait = async (message_id: string, timeout_seconds: number) =>
          valueOf(await tools.call('wait_for_message', { message_id, timeout_seconds }), 'status');
        const ids: string[] = [];
        for (const text of ['Q1', 'Q2']) {
          const sent = await tools.call('send_message', { peer: 'mallory', text });
          ids.push(valueOf(sent, 'message_id') as string);
        }
        const [first = '', second = ''] = ids;
        const arrived = await wait(first, 60); // Now the late answer is there.
        const waiting = wait(second, 60);
        await world.advance(61_000);
        statuses = [arrived, await waiting];
        return 'enough';
      });
      const job = await world.node('alpha').delegate('alpha', 'go', { timeoutMs: 120_000 });
      same(statuses, ['complete', 'waiting']);
      same(asked.length, 2, 'the late answer caused a message');
      await world.advance(120_000); // The second question expires, and its credit with it.
      await world.until(() => world.node('alpha').job(job.jobId)?.state === 'done');
    },
  },
  {
    id: 'S50',
    source: 'modelcontextprotocol/modelcontextprotocol#907',
    says: 'a question back inside an open call is answered, though each peer does one thing at a time',
    isLegit: true,
    peers: ['alpha', 'beta'],
    config: { turns: { concurrent: 1, queuedPerPeer: 8, queued: 8 } },
    async run(world) {
      world.script('beta', async (turn) => outcomeOf(await handOn(turn, 'session', 'alpha', 'need input')));
      world.script('alpha', async (turn) => {
        return turn.brief === 'need input' ? 'here it is' : outcomeOf(await handOn(turn, 'task', 'beta', 'work'));
      });
      has(await world.node('alpha').delegate('alpha', 'go'), { state: 'done', result: 'ok', turns: 3 });
    },
  },
  {
    id: 'S61',
    source: 'NousResearch/hermes-agent#78007',
    says: 'a task is accepted at once and answered when it is done: a retry meanwhile is a query, and runs nothing',
    peers: ['alpha'],
    isCut: true,
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const work = held();
      world.script('alpha', work.script);
      const parent = stranger.root({ expiresAt: world.now() + 600_000 });
      const message = stranger.compose({ to, parent, body: { content: '"long"', deadline: world.now() + 600_000 } });
      const accepted = Promise.withResolvers<void>();
      const client = new AbortController();
      const reply = stranger.sendWatching(to, message, client.signal, accepted.resolve);
      await accepted.promise;
      await world.advance(120_000);
      world.cut();
      await world.until(() => world.events.some(({ event }) => event === 'peer:left'));
      world.heal(); // The request is sent again, with the same ID.
      await world.until(() => world.events.filter(({ event }) => event === 'peer:joined').length > 1);
      await world.advance(120_000);
      work.release('at last');
      same((await reply).kind, 'answer');
      same(world.turns().length, 1);
    },
  },
];
