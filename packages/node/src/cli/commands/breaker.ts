import type { JsonValue } from '@hoplite/tools';
import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { ApiError, NodeNotRunningError } from '../../api/errors.ts';
import type { BreakerPatch } from '../../api/wire.ts';
import type { BreakerStatus } from '../../sdk.ts';
import { breakerLines } from '../breaker-lines.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { CommandFailedError } from '../outcome.ts';
import { jsonLine, printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

export function addBreaker(program: Command, cli: Cli): void {
  const breaker = program
    .command('breaker')
    .summary('what holds back an agent that runs away: show, set, reset')
    .description(
      'Shows the circuit breaker of the node: its level, why, what it restricts, what it counts; changes what it is told.',
    );
  withExamples(breaker, [
    ['hoplite breaker', ''],
    ['hoplite breaker set circuitBreaker.hardStop true', 'it may stop the agent in the end'],
    ['hoplite breaker set costCapUsd 5', 'for all agents of the mesh together'],
    ['hoplite breaker set agentTokenCaps.alpha 1000000', ''],
    ['hoplite breaker set costCapUsd none', 'no cap any more'],
    ['hoplite breaker reset', 'healthy again, and caps count from here'],
  ]);

  const show = withCommonOptions(breaker.command('show', { isDefault: true })).description(
    'Shows the level, the reason, what is restricted, the counters of this beat, what was spent since the last reset by ' +
      'the agent here and, as peers say, by all of the mesh, and the newest changes.',
  );
  withExamples(show, [["hoplite breaker --json | jq -r '.level, .reason'", '']]).action(
    action(cli, (options: CommonOptions) => showBreaker(cli, options)),
  );

  const set = withCommonOptions(breaker.command('set'))
    .argument('<key>', 'circuitBreaker.SETTING, costCapUsd, costCapTokens, agentTokenCaps.NODE or prices.MODEL')
    .argument('<value>', 'a number, true, false or a JSON object; none takes it away: no cap, no entry, or the default')
    .description(
      'Changes a setting of the circuit breaker, in hoplite.json and in the running node, which needs no restart.',
    );
  withExamples(set, [
    ['hoplite breaker set circuitBreaker.repeatedToolLimit 12', ''],
    [`hoplite breaker set prices.MODEL '{"inputPerMillion":3,"outputPerMillion":15}'`, ''],
    ['hoplite breaker set agentTokenCaps.alpha none', 'takes the entry away'],
  ]).action(action(cli, (key: string, value: string, options: CommonOptions) => setBreaker(cli, key, value, options)));

  const reset = withCommonOptions(breaker.command('reset')).description(
    'Begins anew: the agent is healthy, counters are 0, and caps count from here. What was used stays in "hoplite usage".',
  );
  withExamples(reset, [['hoplite breaker reset', '']]).action(
    action(cli, (options: CommonOptions) => resetBreaker(cli, options)),
  );
}

async function showBreaker({ terminal }: Cli, options: CommonOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const words = await interruptible(terminal, async (signal) => {
    const status = await client.breaker({ signal });
    return options.json ? jsonLine(status) : breakerLines(terminal, status, await client.status({ signal }));
  });
  terminal.stdout.write(`${words}\n`);
}

async function resetBreaker({ terminal }: Cli, options: CommonOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const status = await interruptible(terminal, (signal) => client.resetBreaker({ signal }));
  const words = `reset: the agent is ${status.level}, and caps count from here`;
  terminal.stdout.write(`${options.json ? jsonLine(status) : words}\n`);
}

/** The config comes first: what the node takes must be there after its next start, too. */
async function setBreaker({ terminal }: Cli, key: string, value: string, options: CommonOptions): Promise<undefined> {
  const { patchConfig } = await import('../../config/config.ts');
  const { breakerPatch, settingIn } = await import('../breaker-change.ts');
  const directory = directoryOf(options, terminal);
  const patch = breakerPatch(key, value);
  const { circuitBreaker, costCapUsd, costCapTokens, agentTokenCaps, prices } = patchConfig(directory, patch);
  // As JSON has it: what is not set is not there.
  const settings = JSON.parse(
    JSON.stringify({ circuitBreaker, costCapUsd, costCapTokens, agentTokenCaps, prices }),
  ) as JsonValue;
  const status = await tellNode(terminal, directory, patch as BreakerPatch);

  const now = settingIn(settings, key);
  if (options.json) {
    const isRunning = status !== undefined;
    terminal.stdout.write(
      `${jsonLine({ key, value: now ?? null, settings: status?.settings ?? settings, isRunning })}\n`,
    );
    return;
  }
  const what = now === undefined ? 'is not set' : `is ${printable(JSON.stringify(now))}`;
  const when =
    status === undefined
      ? 'No node is running there: it counts from the next start.'
      : 'The running node has taken it, and needs no restart.';
  terminal.stdout.write(`${printable(key)} ${what}\n${when}\n`);
}

/** @returns undefined when no node is running */
async function tellNode(
  terminal: Terminal,
  directory: string,
  patch: BreakerPatch,
): Promise<BreakerStatus | undefined> {
  try {
    const client = openClient(directory);
    return await interruptible(terminal, (signal) => client.setBreaker(patch, { signal }));
  } catch (error) {
    if (error instanceof NodeNotRunningError) return undefined;
    if (!(error instanceof ApiError)) throw error;
    throw new CommandFailedError(
      `hoplite.json has the change, which counts from the next start; the running node did not take it: ${error.message}`,
    );
  }
}
