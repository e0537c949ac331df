import { afterEach, describe, expect, test } from 'vitest';
import { generateIdentity, DEFAULT_TIMINGS, type MeshEvent } from '../src/index.ts';
import { HelloError } from '../src/membership/hello-error.ts';
import { Redial } from '../src/redial.ts';

const [smaller, greater] = [generateIdentity().peerId, generateIdentity().peerId].sort() as [string, string];
const timings = { ...DEFAULT_TIMINGS, redialFirst: 4, redialMax: 16, redialUnmet: 80, dialFallback: 60 };
const ADDRESS = '/ip4/10.0.0.1/tcp/1';

interface Dial {
  readonly at: number;
  readonly addresses: readonly string[];
}

const started: Redial[] = [];
afterEach(() => started.splice(0).forEach((redial) => redial.stop()));

/** A redial whose dials do what the test says. */
function redialOf(localPeer: string, outcome: (count: number) => Promise<string>, located = [ADDRESS]) {
  const dials: Dial[] = [];
  const events: MeshEvent[] = [];
  const members = new Set<string>();
  const waiting = new Set<() => void>();
  const redial = new Redial({
    localPeer,
    timings,
    observe: (event) => events.push(event),
    isMember: (peer) => members.has(peer),
    isDenied: () => false,
    addressesOf: () => located,
    dial: (addresses) => {
      dials.push({ at: performance.now(), addresses });
      waiting.forEach((look) => look());
      return outcome(dials.length);
    },
  });
  started.push(redial);
  redial.start();
  const until = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (dials.length >= count) {
          resolve();
        }
      };
      waiting.add(look);
      look();
    });
  return { redial, dials, events, members, until };
}

const away = (): Promise<string> => Promise.reject(new Error('ECONNREFUSED'));
const stranger = (): Promise<string> => Promise.reject(new HelloError('ERR_OTHER_NETWORK', 'other network'));
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('of two peers that discover each other', () => {
  test('the one with the smaller ID dials at once', async () => {
    const { redial, dials, until } = redialOf(smaller, away);
    const since = performance.now();
    redial.discovered(greater, 60);
    await until(1);
    expect((dials[0]?.at ?? 0) - since).toBeLessThan(55);
  });

  test('the other one dials only if that comes to nothing', async () => {
    const { redial, dials, until } = redialOf(greater, away);
    const since = performance.now();
    redial.discovered(smaller, 60);
    await until(1);
    expect((dials[0]?.at ?? 0) - since).toBeGreaterThanOrEqual(59);
  });

  test('the other one does not dial when the first one came', async () => {
    const { redial, dials, members } = redialOf(greater, away);
    redial.discovered(smaller, 30);
    members.add(smaller);
    redial.joined(smaller);
    await pause(60);
    expect(dials).toEqual([]);
  });
});

describe('redial', () => {
  test('tries what worked last before what an operator named', async () => {
    const { redial, dials, until } = redialOf(smaller, away);
    redial.wantAddress('/ip4/10.0.0.9/tcp/9', greater);
    await until(1);
    expect(dials[0]?.addresses).toEqual([ADDRESS, '/ip4/10.0.0.9/tcp/9']);
  });

  test('never gives up an address that an operator named while nobody is there', async () => {
    const { redial, events, until } = redialOf(smaller, away);
    redial.wantAddress(ADDRESS, undefined);
    await until(20);
    expect(events.some((event) => event.kind === 'dial-failed' && event.givenUp)).toBe(false);
  });

  test('gives up what is no member of the network after five attempts, until something new is heard', async () => {
    const { redial, dials, until } = redialOf(smaller, stranger);
    redial.wantAddress(ADDRESS, greater);
    await until(5);
    await pause(60);
    expect(dials).toHaveLength(5);
    redial.discovered(greater, 0);
    await until(10);
    await pause(60);
    expect(dials).toHaveLength(10);
  });

  test('goes on at a slow pace with a peer that was only heard of', async () => {
    const { redial, dials, events, until } = redialOf(smaller, away);
    redial.discovered(greater, 0);
    await until(9);
    const [before, last] = dials.slice(-2).map((dial) => dial.at);
    expect((last ?? 0) - (before ?? 0)).toBeGreaterThanOrEqual(39); // Half the longest pause for the unmet.
    expect(events.some((event) => event.kind === 'dial-failed' && event.givenUp)).toBe(false);
  });

  test('dials soon when something new is heard, however long the pause that it was in', async () => {
    const { redial, dials, until } = redialOf(greater, away);
    redial.discovered(smaller, 0);
    await until(8);
    await pause(2);
    redial.discovered(smaller, 5);
    const { length } = dials;
    await pause(30);
    expect(dials.length).toBeGreaterThan(length);
  });

  test('gives up a peer that was only heard of when another answers there', async () => {
    const { redial, dials, until } = redialOf(smaller, stranger);
    redial.discovered(greater, 0);
    await until(5);
    await pause(60);
    expect(dials).toHaveLength(5);
  });

  test('gives up a peer of which nobody knows where it is', async () => {
    const { redial, dials, until } = redialOf(smaller, away, []);
    await expect(redial.now(greater)).rejects.toThrow('ECONNREFUSED');
    await until(5);
    await pause(120);
    expect(dials).toHaveLength(5);
  });

  test('dials a peer no more that has been forgotten, unless it is wanted', async () => {
    const { redial, dials, until } = redialOf(smaller, away);
    redial.discovered(greater, 0);
    await until(2);
    redial.forget(greater);
    await pause(100);
    expect(dials).toHaveLength(2);
    redial.want(greater, 0);
    redial.forget(greater);
    await until(4);
  });

  test('dials a peer once, however many ask for it at the same time', async () => {
    const { redial, dials } = redialOf(smaller, async () => greater);
    const found = await Promise.all([redial.now(greater), redial.now(greater), redial.now(greater)]);
    expect(found).toEqual([greater, greater, greater]);
    expect(dials).toHaveLength(1);
  });

  test('looks for the peer that it found at an address, from then on', async () => {
    const { redial, dials, until } = redialOf(smaller, (count) => (count === 1 ? Promise.resolve(greater) : away()));
    redial.wantAddress('/ip4/10.0.0.9/tcp/9', undefined);
    await until(1);
    await pause(1);
    redial.left(greater);
    await until(2);
    expect(dials.map((dial) => dial.addresses)).toEqual([['/ip4/10.0.0.9/tcp/9'], [ADDRESS, '/ip4/10.0.0.9/tcp/9']]);
  });

  test('does not dial itself', async () => {
    const { redial, dials } = redialOf(smaller, away);
    redial.discovered(smaller, 0);
    redial.want(smaller, 0);
    redial.wantAddress(ADDRESS, smaller);
    await expect(redial.now(smaller)).rejects.toThrow();
    await pause(20);
    expect(dials).toEqual([]);
  });

  test('dials nobody any more when it has stopped', async () => {
    const { redial, dials, until } = redialOf(smaller, away);
    redial.want(greater, 0);
    await until(3);
    redial.stop();
    const { length } = dials;
    await pause(60);
    expect(dials).toHaveLength(length);
    await expect(redial.now(greater)).rejects.toThrow();
  });
});
