import type { Stream } from '@libp2p/interface';
import { lpStream, streamPair } from '@libp2p/utils';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { generateIdentity, generateNetworkKey, type AgentCard } from '../src/index.ts';
import { answerGreeting, greet, type HelloSelf } from '../src/membership/hello.ts';
import { proofOf, type Transcript } from '../src/membership/proof.ts';
import { pb } from '../src/wire/protobuf.ts';
import { cardOf } from './support.ts';
import { selfOf } from './rogue.ts';

const networkKey = generateNetworkKey();
const soon = (): AbortSignal => AbortSignal.timeout(2_000);

interface Sides {
  readonly dialler: HelloSelf;
  readonly listener: HelloSelf;
}

function sides(change: { dialler?: Partial<HelloSelf>; listener?: Partial<HelloSelf> } = {}): Sides {
  return {
    dialler: { ...selfOf(generateIdentity(), networkKey), ...change.dialler },
    listener: { ...selfOf(generateIdentity(), networkKey), ...change.listener },
  };
}

async function shake({ dialler, listener }: Sides) {
  const [near, far] = await streamPair();
  return Promise.allSettled([
    greet(dialler, listener.peerId, near, soon()),
    answerGreeting(listener, dialler.peerId, far, soon()),
  ]);
}

/** Plays one side by hand: sends the given messages and returns what comes back to each. */
function byHand(stream: Stream) {
  const frames = lpStream(stream);
  return {
    send: (message: Parameters<typeof pb.Hello.encode>[0]) => frames.write(pb.Hello.encode(message).finish()),
    raw: (bytes: Uint8Array) => frames.write(bytes),
    receive: async () => pb.Hello.decode((await frames.read({ signal: soon() })).subarray()),
  };
}

describe('the hand-shake', () => {
  test('between members exchanges cards, addresses and whom each knows', async () => {
    verifies('p2p.membership.cards', 'p2p.membership.proof-both-ways');
    const third = generateIdentity().peerId;
    const fourth = generateIdentity().peerId;
    const [dialled, listened] = await shake(
      sides({
        dialler: {
          card: cardOf('dialler'),
          addresses: () => ['/ip4/10.0.0.1/tcp/1'],
          introductions: () => [{ peer: third, addresses: ['/ip4/10.0.0.3/tcp/3'] }],
        },
        listener: {
          card: cardOf('listener'),
          introductions: () => [{ peer: fourth, addresses: ['/ip4/10.0.0.4/tcp/4'] }],
        },
      }),
    );
    expect(dialled).toEqual({
      status: 'fulfilled',
      value: {
        card: cardOf('listener'),
        addresses: [],
        introductions: [{ peer: fourth, addresses: ['/ip4/10.0.0.4/tcp/4'] }],
      },
    });
    expect(listened).toEqual({
      status: 'fulfilled',
      value: {
        card: cardOf('dialler'),
        addresses: ['/ip4/10.0.0.1/tcp/1'],
        introductions: [{ peer: third, addresses: ['/ip4/10.0.0.3/tcp/3'] }],
      },
    });
  });

  test('fails on both sides when they hold different keys, whoever dials', async () => {
    verifies('p2p.membership.closed', 'p2p.membership.proof-both-ways');
    const other = { networkKey: generateNetworkKey() };
    for (const change of [{ dialler: other }, { listener: other }]) {
      for (const result of await shake(sides(change))) {
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'HelloError', code: 'ERR_OTHER_NETWORK' } });
      }
    }
  });

  test('tells nothing of a card or of other members before the other side has proven itself', async () => {
    const [near, far] = await streamPair();
    const { listener } = sides();
    const answering = answerGreeting(listener, generateIdentity().peerId, far, soon()).catch(() => undefined);
    const stranger = byHand(near);
    await stranger.send({ opening: { nonce: new Uint8Array(32), versions: [1] } });
    const response = await stranger.receive();
    await stranger.send({ confirmation: { proof: new Uint8Array(32), card: cardOf('stranger') as never } });
    const farewell = await stranger.receive();
    await answering;
    expect([
      response.response?.proof?.byteLength,
      response.welcome ?? undefined,
      response.confirmation ?? undefined,
    ]).toEqual([32, undefined, undefined]);
    expect([farewell.farewell?.reason, farewell.welcome ?? undefined]).toEqual(['other network', undefined]);
  });

  test('refuses a proof that was made for another connection, another peer, or the other role', async () => {
    verifies('p2p.membership.no-replay');
    const { dialler, listener } = sides();
    const attempt = async (forge: (transcript: Transcript) => Uint8Array): Promise<unknown> => {
      const [near, far] = await streamPair();
      const answering = answerGreeting(listener, dialler.peerId, far, soon());
      answering.catch(() => undefined);
      const hand = byHand(near);
      const diallerNonce = new Uint8Array(32).fill(1);
      await hand.send({ opening: { nonce: diallerNonce, versions: [1] } });
      const { response } = await hand.receive();
      const listenerNonce = response?.nonce ?? new Uint8Array(0);
      const transcript = {
        version: 1,
        dialler: dialler.peerId,
        listener: listener.peerId,
        diallerNonce,
        listenerNonce,
      };
      await hand.send({ confirmation: { proof: forge(transcript), card: cardOf('x') as never } });
      const answer = await hand.receive();
      return answer.welcome ? 'let in' : answer.farewell?.reason;
    };
    let recorded = new Uint8Array(0);
    const honest = (transcript: Transcript): Uint8Array =>
      (recorded = new Uint8Array(proofOf(networkKey, 'dialler', transcript)));
    expect(await attempt(honest)).toBe('let in');
    expect(await attempt(() => recorded)).toBe('other network');
    expect(await attempt((it) => proofOf(networkKey, 'listener', it))).toBe('other network');
    expect(await attempt((it) => proofOf(networkKey, 'dialler', { ...it, dialler: generateIdentity().peerId }))).toBe(
      'other network',
    );
    expect(await attempt((it) => proofOf(networkKey, 'dialler', { ...it, listener: generateIdentity().peerId }))).toBe(
      'other network',
    );
    expect(await attempt((it) => proofOf(networkKey, 'dialler', { ...it, version: 2 }))).toBe('other network');
    expect(await attempt((it) => proofOf(networkKey, 'dialler', it).subarray(1))).toBe('other network');
  });

  test('refuses a listener that sends the dialler’s own proof back', async () => {
    verifies('p2p.membership.no-replay');
    const [near, far] = await streamPair();
    const { dialler, listener } = sides();
    const greeting = greet(dialler, listener.peerId, near, soon());
    greeting.catch(() => undefined);
    const hand = byHand(far);
    const { opening } = await hand.receive();
    await hand.send({ response: { nonce: opening?.nonce ?? null, version: 1, proof: new Uint8Array(32) } });
    await expect(greeting).rejects.toMatchObject({ code: 'ERR_OTHER_NETWORK' });
  });

  test('agrees on a version, and says so when there is none in common', async () => {
    verifies('p2p.membership.versions');
    const [near, far] = await streamPair();
    const answering = answerGreeting(sides().listener, generateIdentity().peerId, far, soon());
    answering.catch(() => undefined);
    const hand = byHand(near);
    await hand.send({ opening: { nonce: new Uint8Array(32), versions: [7, 8] } });
    expect((await hand.receive()).farewell?.reason).toBe('no common version');
    await expect(answering).rejects.toMatchObject({ code: 'ERR_NOT_HOPLITE' });

    const [nearer, farther] = await streamPair();
    const later = answerGreeting(sides().listener, generateIdentity().peerId, farther, soon());
    later.catch(() => undefined);
    const newer = byHand(nearer);
    await newer.send({ opening: { nonce: new Uint8Array(32), versions: [9, 1] } });
    expect((await newer.receive()).response?.version).toBe(1);
  });

  const oversize: [string, Partial<AgentCard>][] = [
    ['without a name', { name: '' }],
    ['with too long a name', { name: 'n'.repeat(65) }],
    ['with control characters in its name', { name: 'alpha\u001b[2J' }],
    ['with too long a description', { description: 'd'.repeat(501) }],
    ['with too many skills', { skills: Array.from({ length: 65 }, () => ({ name: 's', description: '' })) }],
    ['with a skill without a name', { skills: [{ name: '', description: '' }] }],
    [
      'that does not fit a frame',
      { skills: Array.from({ length: 64 }, () => ({ name: 's', description: '€'.repeat(500) })) },
    ],
  ];
  test.each(oversize)('refuses a card %s', async (_, change) => {
    verifies('p2p.membership.cards-capped');
    const results = await shake(sides({ dialler: { card: { ...cardOf('a'), ...change } } }));
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  });

  test.each([
    ['nonsense', (hand: ReturnType<typeof byHand>) => hand.raw(Buffer.from('GET / HTTP/1.1'))],
    ['an empty message', (hand: ReturnType<typeof byHand>) => hand.raw(new Uint8Array(0))],
    [
      'a short nonce',
      (hand: ReturnType<typeof byHand>) => hand.send({ opening: { nonce: new Uint8Array(8), versions: [1] } }),
    ],
    ['a later step first', (hand: ReturnType<typeof byHand>) => hand.send({ ready: {} })],
  ])('ends at once when the dialler sends %s', async (_, say) => {
    const [near, far] = await streamPair();
    const answering = answerGreeting(sides().listener, generateIdentity().peerId, far, soon());
    answering.catch(() => undefined);
    const hand = byHand(near);
    await say(hand);
    expect((await hand.receive()).farewell?.reason).toBeTruthy();
    await expect(answering).rejects.toMatchObject({ code: 'ERR_MALFORMED_HELLO' });
  });

  test('ends at once when a frame claims to be larger than 64 KiB', async () => {
    const [near, far] = await streamPair();
    const answering = answerGreeting(sides().listener, generateIdentity().peerId, far, soon());
    near.send(new Uint8Array([0x81, 0x80, 0x04])); // 65,537 in varint.
    await expect(answering).rejects.toMatchObject({ code: 'ERR_MALFORMED_HELLO' });
  });

  test('ends in time when the other side says nothing', async () => {
    const [near] = await streamPair();
    const { dialler, listener } = sides();
    await expect(greet(dialler, listener.peerId, near, AbortSignal.timeout(50))).rejects.toMatchObject({
      code: 'ERR_HELLO_TIMEOUT',
    });
  });

  test('passes over introductions that cannot be used, and takes at most 64', async () => {
    const usable = Array.from({ length: 70 }, () => ({
      peer: generateIdentity().peerId,
      addresses: ['/ip4/10.0.0.1/tcp/1'],
    }));
    const introductions = [
      { peer: 'nobody', addresses: ['/ip4/10.0.0.1/tcp/1'] },
      { peer: generateIdentity().peerId, addresses: ['nowhere', 'x'.repeat(300)] },
      ...usable,
    ];
    const [dialled] = await shake(sides({ listener: { introductions: () => introductions } }));
    expect(dialled).toMatchObject({ status: 'fulfilled', value: { introductions: usable.slice(0, 62) } });
  });
});
