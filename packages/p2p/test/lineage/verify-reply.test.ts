import { describe, expect, test } from 'vitest';
import { CHANNELS, Lineage, bodyHash, returnAddress, roomTopic, verifyReply, type Message } from '../../src/index.ts';
import { verifies } from '@hoplite/test/requirements';
import { A, B, C, TOPIC, answerTo, forge, hop, received, relink, rootOf, withLineage } from './chains.ts';

const MALFORMED = { reason: 'malformed' };

describe.each(CHANNELS)('on the %s channel', (channel) => {
  const request = hop(hop(rootOf(), { from: C, to: A }).lineage, { channel, from: A, to: B, credit: 4 });
  const answer = received(answerTo(request, B));
  const fault = (reply: Message, author = B.peerId) => verifyReply(reply, request, author);

  test('the answer of who was asked is taken, whether it is a result or a refusal', () => {
    expect(fault(answer)).toBeUndefined();
    expect(fault(received(answerTo(request, B, { act: 'refuse' })))).toBeUndefined();
  });

  test('it goes back to who asked, or to the room', () => {
    expect(returnAddress(request)).toBe(channel === 'room' ? TOPIC : A.peerId);
  });

  test('one from another peer is not', () => {
    verifies('p2p.lineage.addressed');
    expect(fault(answer, C.peerId)).toMatchObject(MALFORMED);
    const foreign = received(answerTo(request, C));
    expect(fault(foreign)).toMatchObject(MALFORMED);
  });

  test('one that is addressed elsewhere is not', () => {
    verifies('p2p.lineage.addressed');
    const { bodyHash, messageId, act } = answer.link;
    const elsewhere = channel === 'room' ? roomTopic('other') : C.peerId;
    for (const [to, taken] of [
      [returnAddress(request), true],
      [elsewhere, false],
    ] as const) {
      const link = { from: B.peerId, to, act, credit: 0, bodyHash, messageId };
      const readdressed = withLineage(answer, forge(request.lineage, link, B));
      expect(fault(readdressed) === undefined).toBe(taken);
    }
  });

  test('one that obliges, or brings credit, is not', () => {
    const obliging = received(hop(request.lineage, { channel, from: B, to: A, body: { inReplyTo: 'message-2' } }));
    expect(obliging.body.inReplyTo).toBe(request.link.messageId);
    expect(fault(obliging)).toMatchObject(MALFORMED);
    const link = { ...answer.link, to: returnAddress(request) };
    for (const changes of [{ credit: 1 }, { act: 'query', credit: 0 }] as const) {
      const bribe = withLineage(answer, forge(request.lineage, { ...link, ...changes }, B));
      expect(fault(bribe)).toMatchObject(MALFORMED);
    }
    expect(fault(withLineage(answer, forge(request.lineage, link, B)))).toBeUndefined();
  });

  test('one to another message is not', () => {
    expect(fault(received(answerTo(request, B, { body: { inReplyTo: 'message-1' } })))).toMatchObject(MALFORMED);
  });

  test('one whose body is not the one that was signed is not', () => {
    const longer = { ...answer, bodyBytes: Buffer.concat([answer.bodyBytes, Buffer.from([0x9a, 0x06, 0x00])]) };
    expect(fault(longer)).toMatchObject(MALFORMED);
    const hash = bodyHash(channel === 'task' ? 'session' : 'task', answer.bodyBytes);
    const link = { ...answer.link, to: returnAddress(request), bodyHash: hash };
    expect(fault(withLineage(answer, forge(request.lineage, link, B)))).toMatchObject(MALFORMED);
  });

  test('one whose chain is not the very one that was sent is not', () => {
    verifies('p2p.lineage.x02-cut-link', 'p2p.lineage.x03-widened');
    const { links } = answer.lineage;
    const chains = {
      shorter: relink(answer.lineage, () => links.slice(1)),
      longer: forge(answer.lineage, { ...answer.link, from: B.peerId }, B),
      'without the answer': request.lineage,
      'with an altered link': relink(answer.lineage, () =>
        links.map((link, index) => (index === 0 ? { ...link, bytes: Uint8Array.from([...link.bytes, 0]) } : link)),
      ),
      'with an altered signature': relink(answer.lineage, () =>
        links.map((link, index) => (index === 1 ? { ...link, signature: B.sign(link.bytes) } : link)),
      ),
      'of another job': answerTo(
        hop(hop(rootOf({ jobId: 'other' }), { from: C, to: A }).lineage, { channel, from: A, to: B, credit: 4 }),
        B,
      ).lineage,
    };
    for (const [what, chain] of Object.entries(chains)) {
      expect(fault(withLineage(answer, chain)), what).toMatchObject(MALFORMED);
    }
  });

  test('one that widens the job header is not', () => {
    verifies('p2p.lineage.x03-widened');
    const { job, jobBytes, links } = answer.lineage;
    const widened = new Lineage(job, Uint8Array.from([...jobBytes, 0x18, 64]), links); // credit: 64
    expect(fault({ ...answer, lineage: widened })).toMatchObject(MALFORMED);
  });
});
