import { describe, expect, it } from 'vitest';
import { composeNotice, decodeNotice, type Notice, type NoticeContent, type ProbedWait } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { Forwarded, MAX_FORWARDED } from '../../../src/watch/waits/forwarded.ts';
import { WaitNet, type Asked, type InFlight, type Site, type Waiting } from './wait-net.ts';

verifies('watch.forged-probe');

type Probe = Extract<NoticeContent, { readonly kind: 'probe' }>;

/** A waits for B, which works; D's message is queued behind A's turn. C is the one that forges. */
function scene() {
  const net = new WaitNet([true, true, true, true]);
  const [a, b, c, d] = [net.site(0), net.site(1), net.site(2), net.site(3)];
  const honest = net.ask(net.root(a), b);
  net.clock.advance(1);
  const queued = net.ask(net.root(d), a);
  net.deliver();
  return { net, a, b, c, d, honest, queued };
}

let made = 0;

function tell(net: WaitNet, by: Site, to: Site, probe: Omit<Probe, 'kind'>, changes: Partial<Notice> = {}): void {
  const now = net.clock.now();
  const stamp = { id: `forged-${(made += 1)}`, at: now, until: now + 30_000, ...changes };
  net.hear({ to: to.signer.peerId, bytes: composeNotice({ kind: 'probe', ...probe }, stamp, by.signer) });
  net.deliver();
}

function edge(by: Site, on: Site, messageId: string, since = 0): ProbedWait {
  return { peer: by.signer.peerId, on: on.signer.peerId, messageId, since };
}

function probesTo(net: WaitNet, site: Site): readonly Probe[] {
  return net.sent.flatMap(({ to, bytes }) => {
    const content = to === site.signer.peerId ? decodeNotice(bytes)?.content : undefined;
    return content?.kind === 'probe' ? [content] : [];
  });
}

function last<T>(list: readonly T[]): T {
  const item = list.at(-1);
  if (item === undefined) throw new Error('there is none');
  return item;
}

function idOf({ message }: Asked): string {
  return message.link.messageId;
}

/** The token under which A asks B, as B has seen it. */
function tokenOf(net: WaitNet, to: Site): Probe['initiator'] {
  return last(probesTo(net, to)).initiator;
}

function expectUnharmed(net: WaitNet, waits: readonly Waiting[]): void {
  expect(net.failed).toEqual([]);
  expect(waits.every(({ isLive }) => isLive)).toBe(true);
}

describe('a forged probe fails nobody', () => {
  it('with an author who is not the last that waits', () => {
    const { net, a, b, c, d, honest, queued } = scene();
    const initiator = tokenOf(net, b);
    const first = edge(a, b, idOf(honest.asked), honest.asked.by.lineage.job.issuedAt);
    // C knows the token, and says that D waits, whose message is really queued at A.
    tell(net, c, a, { initiator, waits: [first, edge(b, d, 'x'), edge(d, a, idOf(queued.asked))] });
    // Or that it is C that waits for the message of D: a message of C with that ID is not there.
    tell(net, c, a, { initiator, waits: [first, edge(b, c, 'x'), edge(c, a, idOf(queued.asked))] });
    expectUnharmed(net, [honest, queued]);
  });

  it('with an invented token, or that of a wait that never was', () => {
    const { net, a, b, c, honest, queued } = scene();
    const own = net.ask(net.root(c), a); // C really waits for A.
    net.deliver();
    const { peer, token } = tokenOf(net, b);
    const first = edge(a, b, idOf(honest.asked), net.clock.now() - 1);
    for (const forged of ['', 'AAAA', `${token}x`.split('').reverse().join(''), token.slice(0, -3), '.', '.1']) {
      if (forged !== '') {
        tell(net, c, a, {
          initiator: { peer, token: forged },
          waits: [first, edge(b, c, 'x'), edge(c, a, idOf(own.asked))],
        });
      }
    }
    expectUnharmed(net, [honest, queued, own]);
  });

  it('with the right token and another first wait', () => {
    const { net, a, b, c, honest, queued } = scene();
    const own = net.ask(net.root(c), a);
    net.deliver();
    const initiator = tokenOf(net, b);
    const { since } = last(probesTo(net, b)).waits[0] ?? edge(a, b, '');
    for (const first of [
      edge(a, c, idOf(honest.asked), since),
      edge(a, b, 'another', since),
      edge(a, b, idOf(honest.asked), since + 1),
    ]) {
      tell(net, c, a, { initiator, waits: [first, edge(b, c, 'x'), edge(c, a, idOf(own.asked))] });
      tell(net, c, a, { initiator, waits: [first, edge(c, a, idOf(own.asked))] });
    }
    expectUnharmed(net, [honest, queued, own]);
  });

  it('with waits that do not follow from each other', () => {
    const { net, a, b, c, honest, queued } = scene();
    const own = net.ask(net.root(c), a);
    net.deliver();
    const { initiator, waits } = last(probesTo(net, b));
    tell(net, c, a, { initiator, waits: [...waits, edge(c, a, idOf(own.asked))] });
    tell(net, c, a, { initiator, waits: [edge(c, a, idOf(own.asked))] });
    tell(net, c, a, { initiator, waits: [...waits, edge(b, c, 'x'), edge(c, b, idOf(own.asked))] });
    expectUnharmed(net, [honest, queued, own]);
  });

  it('when it was true and comes again after the wait has ended', () => {
    const net = new WaitNet([true, true]);
    const [turnA, turnB] = [net.root(net.site(0)), net.root(net.site(1))];
    const waitA = net.ask(turnA, net.site(1));
    net.clock.advance(1);
    const waitB = net.ask(turnB, net.site(0));
    net.deliver();
    expect(waitB.failed).toBeDefined();
    const all: readonly InFlight[] = [...net.sent];
    const again = net.wait(waitB.asked);
    net.giveUp(waitA); // Now there is no circle.
    net.deliver(() => true);
    for (const notice of all) net.hear(notice);
    net.deliver();
    net.pass(1000);
    expect(again.failed).toBeUndefined();
  });

  it('that has been under way for too long', () => {
    const { net, a, b, c, honest, queued } = scene();
    const own = net.ask(net.root(c), a);
    net.deliver();
    const { initiator, waits } = last(probesTo(net, b));
    const chain = [...waits, edge(b, c, 'x'), edge(c, a, idOf(own.asked))];
    tell(net, c, a, { initiator, waits: chain }, { until: net.clock.now() - 60_001 });
    expectUnharmed(net, [honest, queued, own]);
    // Just in time, it is what C may say of itself: that it answers B only when A has answered it. B said that it waits for C.
    tell(net, c, a, { initiator, waits: chain }, { until: net.clock.now() - 60_000 });
    expect(net.failed).toEqual([honest]);
  });

  it('as an endless chain: it is followed no further', () => {
    const { net, a, c } = scene();
    const own = net.ask(net.root(c), a);
    net.deliver();
    const before = net.sent.length;
    const long = Array.from({ length: 31 }, (_, index) => edge(c, c, `m${index}`, 10 ** 13));
    const initiator = { peer: c.signer.peerId, token: 'mine' };
    tell(net, c, a, { initiator, waits: [...long, edge(c, a, idOf(own.asked))] });
    expect(net.sent.length).toBe(before);
    const another = { ...initiator, token: 'another of mine' };
    tell(net, c, a, { initiator: another, waits: [...long.slice(1), edge(c, a, idOf(own.asked))] });
    expect(net.sent.length).toBe(before + 1); // One shorter, it goes on to B, and ends there.
  });

  it('as a flood: a bounded number is followed, and others are heard all the same', () => {
    const { net, a, c, d, honest, queued } = scene();
    const own = net.ask(net.root(c), a);
    net.deliver();
    const before = net.sent.length;
    for (let index = 0; index < 2000; index += 1) {
      const since = index % 2 === 0 ? 0 : 10 ** 13; // Older than any: A asks in its place. Younger: A sends it on.
      const initiator = { peer: c.signer.peerId, token: `t${index}` };
      tell(net, c, a, { initiator, waits: [edge(c, a, idOf(own.asked), since)] });
    }
    expect(net.sent.length - before).toBeLessThanOrEqual(120 + 8);
    expectUnharmed(net, [honest, queued, own]);
    // A real circle of the others, by way of A, is found at once all the same.
    net.clock.advance(1);
    const closing = net.ask(net.turnOf(honest), d);
    net.deliver();
    expect(net.failed).toEqual([closing]);
    expect(net.path(closing.failed)).toBe('BDAB');
  });
});

describe('what is remembered of probes', () => {
  it('is bounded: the one longest ago is forgotten', () => {
    const forwarded = new Forwarded();
    for (let index = 0; index < MAX_FORWARDED; index += 1) expect(forwarded.note(`${index}`)).toBe(true);
    expect(forwarded.note('0')).toBe(false);
    expect(forwarded.note('one more')).toBe(true);
    expect(forwarded.size).toBe(MAX_FORWARDED);
    expect(forwarded.note('1')).toBe(false);
    expect(forwarded.note('0')).toBe(true);
  });
});
