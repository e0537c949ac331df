import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CHANNELS,
  Lineage,
  OBLIGING_ACTS,
  TERMINAL_ACTS,
  bodyHash,
  decodeEnvelope,
  decodeFrame,
  decodeNotice,
  encodeEnvelope,
  isSignedLink,
  isSignedNotice,
  obliges,
  roomTopic,
  verifyEd25519,
  verifyLineage,
  type Channel,
} from '../../src/index.ts';
import { NOW } from '../lineage/chains.ts';
import { frameAsJson, messageAsJson, noticeAsJson, record, recorded } from './corpus.ts';
import { samples } from './samples.ts';

const all = recorded();
const versions = [...new Set(all.map(({ version }) => version))];

describe.each(versions)('%s of the wire', (version) => {
  const here = all.filter((one) => one.version === version);

  test.each(here.map(({ name }) => name))('%s reads as it did when it was recorded', (name) => {
    verifies('p2p.wire.corpus', 'p2p.wire.received-bytes');
    const { bytes, expected } = here.find((one) => one.name === name) ?? {};
    if (bytes === undefined || expected === undefined) throw new Error('a recorded message');
    if (expected.type === 'frame') {
      expect(frameAsJson(decodeFrame(bytes))).toEqual(expected.frame);
      return;
    }
    if (expected.type === 'notice') {
      expect(noticeAsJson(decodeNotice(bytes))).toEqual(expected.notice);
      expect(isSignedNotice(bytes, verifyEd25519)).toBe(true);
      return;
    }
    const channel = expected.message['channel'] as Channel;
    const message = decodeEnvelope(channel, bytes);
    expect(messageAsJson(message)).toEqual(expected.message);
    const { lineage, link } = message;
    const fault = verifyLineage(lineage, {
      channel,
      bodyHash: bodyHash(channel, message.bodyBytes),
      author: link.from,
      localPeer: expected.receiver,
      ...(channel === 'room' ? { topic: roomTopic(message.body.room ?? '') } : {}),
      now: NOW,
      lastLinkAuthenticated: false,
      verify: verifyEd25519,
    });
    expect(fault).toBeUndefined();
    // Passed on, its chain is the same to the byte and still bears its signatures.
    const passedOn = decodeEnvelope(channel, encodeEnvelope(message)).lineage;
    expect(lineage.links.every((_, index) => isSignedLink(passedOn, index, verifyEd25519))).toBe(true);
  });
});

test('the corpus has every act on every channel, every kind of frame, and fields and kinds of a later version', () => {
  verifies('p2p.wire.corpus');
  const names = all.filter(({ version }) => version === 'v1').map(({ name }) => name);
  const acts = CHANNELS.flatMap((channel) => [...OBLIGING_ACTS, ...TERMINAL_ACTS].map((act) => `${channel}-${act}`));
  const kinds = ['request', 'accepted', 'progress', 'answer', 'refused', 'cancel', 'settled'].map(
    (kind) => `frame-${kind}`,
  );
  const later = ['task', 'session', 'room', 'frame-field', 'frame-kind'].map((what) => `later-${what}`);
  expect(names).toEqual(expect.arrayContaining([...acts, ...kinds, ...later]));
  for (const { name, expected } of all) {
    if (expected.type === 'message' && /^(task|session|room)-/.test(name) && acts.includes(name)) {
      const { act } = decodeEnvelope(
        expected.message['channel'] as Channel,
        all.find((one) => one.name === name)?.bytes ?? new Uint8Array(),
      ).link;
      expect(name.endsWith(`-${act}`)).toBe(true);
      expect(obliges(act)).toBe((OBLIGING_ACTS as readonly string[]).some((obliging) => name.endsWith(obliging)));
    }
  }
});

test('what version 1 came to say later is recorded: epochs, briefs, notices and the posts of a room', () => {
  verifies('p2p.wire.corpus');
  const names = all.filter(({ version }) => version === 'v1.1').map(({ name }) => name);
  const notices = [
    'freeze',
    'freeze-by-origin',
    'halt',
    'halt-of-peer',
    'halt-of-all',
    'resume',
    'escalation',
    'receipt',
  ];
  const later = ['later-notice-kind', 'later-notice-field', 'later-halt-scope'];
  expect(names.toSorted()).toEqual(
    [
      ...['epoch-task-request', 'stops-with-briefs', 'frame-notice', 'frame-history', 'frame-posts'],
      ...notices.map((kind) => `notice-${kind}`),
      ...later,
    ].toSorted(),
  );
});

test('what it came to say after that is recorded: ticks, beats, probes and stalls', () => {
  verifies('p2p.wire.corpus', 'watch.probes');
  const names = all.filter(({ version }) => version === 'v1.2').map(({ name }) => name);
  expect(names.toSorted()).toEqual(
    [
      ...['progress-with-tick', 'progress-of-tick-alone'].map((what) => `frame-${what}`),
      ...['beat', 'probe', 'stall'].map((kind) => `notice-${kind}`),
      ...['later-tick', 'later-tick-field'],
    ].toSorted(),
  );
});

test('what is said today is what was recorded, to the byte', () => {
  verifies('p2p.wire.corpus');
  const bytesOf = new Map(all.map(({ name, bytes }) => [name, bytes]));
  const changed = samples().filter(
    ({ name, bytes }) => Buffer.compare(bytesOf.get(name) ?? Buffer.alloc(0), bytes) !== 0,
  );
  expect(changed.map(({ name }) => name)).toEqual([]);
});

test('the later version’s fields are in the bytes that are passed on', () => {
  verifies('p2p.wire.received-bytes');
  for (const channel of CHANNELS) {
    const { bytes } = all.find(({ name }) => name === `later-${channel}`) ?? {};
    const { lineage, bodyBytes } = decodeEnvelope(channel, bytes ?? new Uint8Array());
    const has = (part: Uint8Array) => Buffer.from(part).includes('later');
    expect([lineage.jobBytes, bodyBytes, ...lineage.links.map((link) => link.bytes)].map(has)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(lineage).toBeInstanceOf(Lineage);
  }
});

test('a version that has been recorded is never written again', () => {
  verifies('p2p.wire.corpus');
  const corpus = mkdtempSync(join(tmpdir(), 'hoplite-corpus-'));
  onTestFinished(() => rmSync(corpus, { recursive: true }));
  const [first, second] = samples();
  if (first === undefined || second === undefined) throw new Error('two samples');
  record(corpus, 'v1', [first]);
  const before = readFileSync(join(corpus, 'v1', `${first.name}.bin`));
  expect(() => record(corpus, 'v1', [second])).toThrow('recorded already');
  expect(readdirSync(join(corpus, 'v1'))).toEqual([`${first.name}.bin`, `${first.name}.json`]);
  expect(readFileSync(join(corpus, 'v1', `${first.name}.bin`))).toEqual(before);
  record(corpus, 'v2', [second]);
  expect(recorded(corpus).map(({ version, name }) => [version, name])).toEqual([
    ['v1', first.name],
    ['v2', second.name],
  ]);
});
