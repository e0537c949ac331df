/**
 * Records what peers of this version send, so that every later version is held to reading it:
 *
 *     node packages/p2p/test/wire/record-corpus.ts v2
 *
 * Run it once, when a version of the wire is released. It writes a new folder and never into one that is there.
 */
import { CORPUS, record } from './corpus.ts';
import { samples } from './samples.ts';

const [version] = process.argv.slice(2);
if (version === undefined || !/^v[0-9]+$/.test(version)) {
  console.error('Usage: node packages/p2p/test/wire/record-corpus.ts vN');
  process.exit(2);
}
const all = samples();
record(CORPUS, version, all);
console.error(`Recorded ${all.length} messages as ${version}.`);
