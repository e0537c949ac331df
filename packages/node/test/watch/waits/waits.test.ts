import { describe, expect, it } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { AskTokens } from '../../../src/watch/waits/ask-tokens.ts';
import { FIRST_ROUND_MS, MAX_PROBING, ROUND_MS, Rounds } from '../../../src/watch/waits/rounds.ts';
import { systemIds } from '../../../src/ports/ids.ts';
import { callersAt, turnKeyOf } from '../../../src/watch/waits/turn-key.ts';
import { WaitGraph, type Wait } from '../../../src/watch/waits/wait-graph.ts';
import { A, B, chainOf, message, peer, rootOf } from '../../admission/crossings.ts';
import { HandClock } from '../../turns/hand-clock.ts';
import { WaitNet } from './wait-net.ts';

verifies('watch.waits');

function waitIn(graph: WaitGraph, lineage = rootOf()): Wait {
  return graph.begin({ lineage, kind: 'reply', on: [], fail: () => undefined }, 0);
}

describe('the waits of a node', () => {
  it('are listed while they last: for whom, for what, since when', () => {
    const net = new WaitNet([false, false]);
    const site = net.site(0);
    const turn = net.root(site);
    const since = net.clock.now();
    const { asked, end } = net.ask(turn, net.site(1));
    net.clock.advance(5);
    const over = site.waits.wait({ lineage: turn.lineage, kind: 'person', on: [], fail: () => undefined });
    const on = [{ peer: B.peerId, messageId: asked.message.link.messageId }];
    const { jobId } = turn.lineage.job;
    expect(site.waits.list()).toEqual([
      { jobId, kind: 'reply', on, since },
      { jobId, kind: 'person', on: [], since: since + 5 },
    ]);
    expect(site.waits.waitsOf(turn.lineage)).toEqual([B.peerId]);
    expect(site.waits.waitsOf(asked.message.lineage)).toEqual([]);
    end();
    end();
    over();
    expect(site.waits.list()).toEqual([]);
    expect(site.waits.waitsOf(turn.lineage)).toEqual([]);
  });

  it('for a person or for credit of several branches ask nobody', () => {
    const net = new WaitNet([true, true]);
    const turn = net.root(net.site(0));
    for (const kind of ['person', 'credit'] as const) {
      net.site(0).waits.wait({ lineage: turn.lineage, kind, on: [], fail: () => undefined });
    }
    net.ask(net.root(net.site(1)), net.site(0));
    net.pass(60_000);
    expect(net.sent.filter(({ to }) => net.nameOf(to) === 'B')).toEqual([]);
  });

  it('for several at once fail as one when one of them is in a circle', () => {
    const net = new WaitNet([true, true, true]);
    const [a, b] = [net.root(net.site(0)), net.root(net.site(1))];
    const older = net.ask(b, net.site(0));
    net.clock.advance(1);
    const asked = [1, 2].map((index) => net.send(a, net.site(index)));
    const failed: unknown[] = [];
    net.site(0).waits.wait({
      lineage: a.lineage,
      kind: 'reply',
      on: asked.map(({ to, message: { link } }) => ({ peer: to.signer.peerId, messageId: link.messageId })),
      fail: (refusal) => failed.push(net.path(refusal)),
    });
    asked.forEach((one) => net.arrive(one));
    net.deliver();
    expect(failed).toEqual(['ABA']);
    expect(older.isLive).toBe(true);
  });

  it('ask nothing and hear nothing once the node stops', () => {
    const net = new WaitNet([true, true]);
    const [a, b] = [net.root(net.site(0)), net.root(net.site(1))];
    net.ask(a, net.site(1));
    net.sites.forEach(({ waits }) => waits.stop());
    net.ask(b, net.site(0));
    net.pass(60_000);
    expect(net.sent).toEqual([]);
    expect(net.failed).toEqual([]);
    expect(net.clock.timers).toBe(0);
  });

  it('a question along the call of a turn is let in when all that run wait, one at a time, and is held up by nobody', () => {
    const { waits } = new WaitNet([true]).site(0);
    const asked = chainOf(2);
    const caller = rootOf();
    expect(waits.mayEnter(asked, 1)).toBe(false);
    const over = waits.turnBegan(caller);
    expect(waits.isCallback(asked)).toBe(true);
    expect(waits.mayEnter(asked, 1)).toBe(false); // It is at work itself.
    let changes = 0;
    const unlook = waits.onChange(() => (changes += 1));
    const end = waits.wait({ lineage: caller, kind: 'credit', on: [], fail: () => undefined });
    expect(changes).toBe(1);
    expect(waits.mayEnter(asked, 1)).toBe(true);
    expect(waits.mayEnter(asked, 2)).toBe(false); // Another has entered, and is about to begin.
    const answered = waits.turnBegan(asked);
    expect(waits.mayEnter(chainOf(3), 2)).toBe(false); // That one is at work.
    answered();
    expect(waits.mayEnter(asked, 1)).toBe(true);
    end();
    over();
    unlook();
    expect(waits.isCallback(asked)).toBe(false);
  });

  it('with both ends at one node are followed there', () => {
    const net = new WaitNet([true]);
    const site = net.site(0);
    const turn = net.root(site);
    const hop = { channel: 'session', from: A, to: A } as const;
    const own = message(rootOf({ jobId: 'another' }), hop); // No question along the turn's own call.
    const failed: string[] = [];
    const on = [{ peer: A.peerId, messageId: own.link.messageId }];
    site.waits.wait({ lineage: turn.lineage, kind: 'reply', on, fail: (refusal) => failed.push(net.path(refusal)) });
    site.waits.queued(own);
    expect(failed).toEqual(['AA']);
    expect(net.sent).toEqual([]);
  });
});

describe('a turn', () => {
  it('is known by the message that woke it, and a root turn by its job', () => {
    expect(turnKeyOf(rootOf({ jobId: 'j' }))).toBe('job\nj');
    const woken = message(rootOf(), { channel: 'task', from: A, to: B });
    expect(turnKeyOf(woken.lineage)).toBe(`${A.peerId}\n${woken.link.messageId}`);
  });

  it('is a caller of all that descends from it, and of nothing else', () => {
    const chain = chainOf(4);
    const [, second] = chain.links;
    expect(callersAt(A.peerId, chain)).toEqual(['job\njob-1']);
    expect(callersAt(peer(2).peerId, chain)).toEqual([`${B.peerId}\n${second?.messageId ?? ''}`]);
    expect(callersAt(peer(4).peerId, chain)).toEqual([]); // It was asked last, and has asked nobody.
  });

  it('waits for its own waits; a queued message for those of every turn that runs', () => {
    const graph = new WaitGraph();
    const [first, second] = [rootOf({ jobId: 'a' }), rootOf({ jobId: 'b' })];
    const over = [graph.turnBegan(first), graph.turnBegan(first), graph.turnBegan(second)];
    const [one, two] = [waitIn(graph, first), waitIn(graph, second)];
    const queued = chainOf(1);
    const unqueue = graph.queued(queued, []);
    expect(graph.beyond(turnKeyOf(first))).toEqual([one]);
    expect(graph.beyond(turnKeyOf(queued))).toEqual([one, two]);
    over[0]?.();
    over[0]?.();
    expect(graph.beyond(turnKeyOf(queued))).toEqual([one, two]); // It ran twice.
    over[1]?.();
    expect(graph.beyond(turnKeyOf(queued))).toEqual([two]);
    unqueue();
    expect(graph.beyond(turnKeyOf(queued))).toEqual([]);
    expect(graph.hasQueued).toBe(false);
  });
});

describe('rounds', () => {
  it(`come first after ${FIRST_ROUND_MS} ms and then every ${ROUND_MS} ms`, () => {
    const clock = new HandClock(0);
    const asked: number[] = [];
    const rounds = new Rounds(clock, () => asked.push(clock.now()));
    const wait = waitIn(new WaitGraph());
    rounds.soon(wait);
    clock.advance(FIRST_ROUND_MS - 1);
    expect(asked).toEqual([]);
    clock.advance(2 * ROUND_MS + 1);
    expect(asked).toEqual([FIRST_ROUND_MS, FIRST_ROUND_MS + ROUND_MS, FIRST_ROUND_MS + 2 * ROUND_MS]);
    rounds.drop(wait);
    expect(clock.timers).toBe(0);
  });

  it('need one timer for any number of waits, of which a bounded number has a place', () => {
    const clock = new HandClock(0);
    const graph = new WaitGraph();
    const asked = new Set<Wait>();
    const rounds = new Rounds(clock, (wait) => asked.add(wait));
    const waits = Array.from({ length: MAX_PROBING + 1 }, () => waitIn(graph));
    waits.forEach((wait) => rounds.soon(wait));
    expect(clock.timers).toBe(1);
    clock.advance(FIRST_ROUND_MS);
    expect(asked.size).toBe(MAX_PROBING);
    waits.slice(0, 2).forEach((wait) => rounds.drop(wait));
    waits.slice(-1).forEach((wait) => rounds.soon(wait));
    clock.advance(FIRST_ROUND_MS);
    expect(asked.size).toBe(MAX_PROBING + 1);
    rounds.stop();
    expect(clock.timers).toBe(0);
  });
});

describe('the token of a wait', () => {
  it('is another one each time it asks, and stands for that wait only until it asks again, or has ended', () => {
    const graph = new WaitGraph();
    const tokens = new AskTokens(systemIds);
    const [one, two] = [waitIn(graph), waitIn(graph)];
    const [first, again, other] = [tokens.next(one), tokens.next(one), tokens.next(two)];
    expect(new Set([first, again, other]).size).toBe(3);
    expect([first, again, other].map((token) => tokens.find(token))).toEqual([undefined, one, two]);
    tokens.end(one);
    expect([first, again, other].map((token) => tokens.find(token))).toEqual([undefined, undefined, two]);
  });
});
