import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AddressBook } from '../src/address-book.ts';
import { generateIdentity, type MeshEvent } from '../src/index.ts';

const peer = generateIdentity().peerId;

describe('an address book', () => {
  let directory: string;
  let file: string;
  let events: MeshEvent[];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hoplite-book-'));
    file = join(directory, 'address-book.json');
    events = [];
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const open = (): AddressBook => new AddressBook(file, (event) => events.push(event));

  test('remembers over a restart, readable by its owner alone', () => {
    const book = open();
    book.note(peer, ['/ip4/10.0.0.1/tcp/1']);
    book.flush();
    expect(open().addressesOf(peer)).toEqual(['/ip4/10.0.0.1/tcp/1']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('puts what is new before what was known, each once, without the peer’s own ID', () => {
    const book = open();
    book.note(peer, ['/ip4/10.0.0.1/tcp/1']);
    book.note(peer, [`/ip4/10.0.0.1/tcp/2/p2p/${peer}`, '/ip4/10.0.0.1/tcp/1']);
    expect(book.addressesOf(peer)).toEqual(['/ip4/10.0.0.1/tcp/2', '/ip4/10.0.0.1/tcp/1']);
  });

  test('keeps no more than sixteen addresses of one peer, and nothing that is none', () => {
    const book = open();
    book.note(peer, ['nonsense', ...Array.from({ length: 40 }, (_, port) => `/ip4/10.0.0.1/tcp/${port + 1}`)]);
    expect(book.addressesOf(peer)).toHaveLength(16);
    expect(book.addressesOf(peer)).not.toContain('nonsense');
  });

  test('forgets those not seen for longest when there are more than 1,024', () => {
    const book = open();
    const peers = Array.from({ length: 1030 }, () => generateIdentity().peerId);
    peers.forEach((one) => book.note(one, ['/ip4/10.0.0.1/tcp/1']));
    expect(book.peers().map((known) => known.peer)).toEqual(peers.slice(6));
  });

  test.each(['', 'nonsense', '{"peers":7}', `{"peers":[{"peer":"x","addresses":[]},null,{"peer":"${peer}"}]}`])(
    'starts empty when its file holds %j',
    (content) => {
      writeFileSync(file, content);
      expect(open().peers()).toEqual([]);
    },
  );

  test('says so when it cannot be written, and goes on', () => {
    const book = new AddressBook(join(directory, 'missing', 'book.json'), (event) => events.push(event));
    book.note(peer, ['/ip4/10.0.0.1/tcp/1']);
    book.flush();
    expect(events).toMatchObject([{ kind: 'fault', where: 'address book' }]);
    expect(book.addressesOf(peer)).toEqual(['/ip4/10.0.0.1/tcp/1']);
  });

  test('writes once for many changes', () => {
    const book = open();
    book.note(peer, ['/ip4/10.0.0.1/tcp/1']);
    book.note(peer, ['/ip4/10.0.0.1/tcp/2']);
    book.flush();
    const { mtimeMs } = statSync(file);
    book.flush();
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, peers: [{ peer }] });
  });
});
