import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import type { HaltTarget } from '../../api/wire.ts';
import type { HaltScope } from '../../sdk.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { haltedWords, scopeWords } from '../halt-words.ts';
import { jsonLine } from '../printable.ts';
import { haltTarget, namesOf, withHaltTarget, type HaltFlags } from './halt-target.ts';

type ResumeOptions = CommonOptions & HaltFlags;

export function addResume(program: Command, cli: Cli): void {
  const command = withHaltTarget(withCommonOptions(program.command('resume')))
    .summary('take a halt back')
    .description('Takes a halt back, on all peers. What is halted for another reason as well stays halted.');
  withExamples(command, [
    ['hoplite resume 3f2a91c0', ''],
    ['hoplite resume --peer beta', ''],
    ['hoplite resume --all', ''],
  ]).action(action(cli, (job: string | undefined, options: ResumeOptions) => resume(cli, job, options)));
}

async function resume({ terminal }: Cli, job: string | undefined, options: ResumeOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const words = await interruptible(terminal, async (signal) => {
    const target = await haltTarget(client, job, options, signal);
    const before = await client.halts({ signal });
    const resumed = await client.resume({ ...target, note: options.note }, { signal });
    const halts = await client.halts({ signal });
    if (options.json) return jsonLine({ resumed, halts });
    const nameOf = await namesOf(client, signal);
    const still = halts.map((halt) => `still: ${haltedWords(halt, nameOf)}`);
    const scope = scopeOf(resumed);
    const wasHalted = before.some((halt) => isDeepStrictEqual(halt.scope, scope));
    const outcome = wasHalted ? 'is resumed' : 'was not halted here: nothing is resumed, though the peers are told';
    return [`${scopeWords(scope, nameOf)} ${outcome}`, ...still].join('\n');
  });
  terminal.stdout.write(`${words}\n`);
}

function scopeOf(target: HaltTarget): HaltScope {
  if ('job' in target) return { kind: 'job', jobId: target.job };
  return 'peer' in target ? { kind: 'peer', peer: target.peer } : { kind: 'all' };
}
