/**
 * `npm test`: every test of the workspace. Arguments go to vitest: `npm test -- packages/p2p -t lineage`.
 * The last line is `N passed, N failed`, counted from vitest's own results.
 */
import { createCLI, startVitest, type CliOptions } from 'vitest/node';
import { ensureSystemPackages, testPackages } from './system-packages.ts';
import { inWords, isGreen, tally } from './tally.ts';

const { filters, options } = parse(process.argv.slice(2));
ensureSystemPackages(testPackages);

const vitest = await startVitest(filters, { ...options, watch: false });
const result = tally(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length);
if (result.passed + result.failed === 0) console.error('no test was executed');
console.log(inWords(result));

// Not waiting for whatever handles a test left open: vitest has reported those.
process.exit(isGreen(result) ? Number(process.exitCode ?? 0) : 1);

/** Reads vitest's arguments. A mistyped option ends here: ignored, it would quietly run all tests. */
function parse(args: readonly string[]): { filters: string[]; options: CliOptions } {
  const cli = createCLI();
  const parsed = cli.parse(['node', 'vitest', 'run', ...args], { run: false });
  if (parsed.options['help'] === true) process.exit(0);
  try {
    cli.matchedCommand?.checkUnknownOptions();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
  return { filters: [...parsed.args], options: parsed.options };
}
