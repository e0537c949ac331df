/**
 * `npm test`: every test of the workspace. Arguments go to vitest: `npm test -- packages/p2p -t lineage`.
 * The last line is `N passed, N failed`, counted from vitest's own results.
 */
import { parseCLI, startVitest } from 'vitest/node';
import { ensureSystemPackages, testPackages } from './system-packages.ts';
import { inWords, isGreen, tally } from './tally.ts';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
ensureSystemPackages(testPackages);

const vitest = await startVitest(filter, { ...options, watch: false });
const result = tally(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length);
if (result.passed + result.failed === 0) console.error('no test was executed');
console.log(inWords(result));

// Not waiting for whatever handles a test left open: vitest has reported those.
process.exit(isGreen(result) ? Number(process.exitCode ?? 0) : 1);
