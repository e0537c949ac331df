/**
 * Records what peers of this version send, so that every later version is held to reading it:
 *
 *     node packages/p2p/test/wire/record-corpus.ts v1.1
 *
 * Run it once, when something new can be said on a version of the wire, or a version is released. It writes what has not
 * been recorded before, into a new folder and never into one that is there.
 */
import { CORPUS, record, recorded } from './corpus.ts';
import { samples } from './samples.ts';

const [version] = process.argv.slice(2);
if (version === undefined || !/^v[0-9]+(\.[0-9]+)?$/.test(version)) {
  console.error('Usage: node packages/p2p/test/wire/record-corpus.ts vN.M');
  process.exit(2);
}
const known = new Set(recorded().map(({ name }) => name));
const fresh = samples().filter(({ name }) => !known.has(name));
record(CORPUS, version, fresh);
console.error(`Recorded ${fresh.length} messages as ${version}.`);
