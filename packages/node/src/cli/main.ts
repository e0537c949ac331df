import { Command, CommanderError } from 'commander';
import { codeOf } from '../api/error-code.ts';
import { VERSION } from '../version.ts';
import { isAbout, withExamples, type Cli } from './command.ts';
import { addAnalyze } from './commands/analyze.ts';
import { addBreaker } from './commands/breaker.ts';
import { addDelegate } from './commands/delegate.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExplain } from './commands/explain.ts';
import { addHalt } from './commands/halt.ts';
import { addInbox } from './commands/inbox.ts';
import { addInit } from './commands/init.ts';
import { addInvite } from './commands/invite.ts';
import { addJobs } from './commands/jobs.ts';
import { addJoin } from './commands/join.ts';
import { addPeers } from './commands/peers.ts';
import { addResume } from './commands/resume.ts';
import { addRoom } from './commands/room.ts';
import { addSend } from './commands/send.ts';
import { addTrust } from './commands/trust.ts';
import { addUp } from './commands/up.ts';
import { addUsage } from './commands/usage.ts';
import { addWaits } from './commands/waits.ts';
import { EXIT, exitCodeOf, type ExitCode } from './outcome.ts';
import { printableLines } from './printable.ts';
import { paint, processTerminal, type Terminal } from './terminal.ts';

/** Runs the command line. Says everything there is to say; never throws. */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<ExitCode> {
  const cli: Cli = { terminal, exitCode: EXIT.done };
  try {
    const program = await programOf(cli, args);
    await program.parseAsync(args, { from: 'user' });
    return cli.exitCode;
  } catch (error) {
    // Commander has said what it has to say.
    if (!(error instanceof CommanderError)) {
      const words = wordsOf(error);
      terminal.stderr.write(`${paint(terminal, terminal.stderr, 'red', 'hoplite:')} ${printableLines(words)}\n`);
    }
    return exitCodeOf(error);
  }
}

/** Not every error has a message: what Node.js throws for several at once has none. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const reason = typeof code === 'string' ? code : error.name;
  return error.message.trim() === '' ? `failed, with ${reason} for a reason` : error.message;
}

/** The program and its commands, each in a file of its own. */
async function programOf(cli: Cli, args: readonly string[]): Promise<Command> {
  const program = new Command('hoplite')
    .description('Agents on several machines that find each other, share work, and cannot fall into a loop.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (words) => cli.terminal.stdout.write(words),
      writeErr: (words) => cli.terminal.stderr.write(words),
      getOutHelpWidth: () => cli.terminal.stdout.columns,
      getErrHelpWidth: () => cli.terminal.stderr.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(see --help)');
  const commands = [
    addInit,
    addUp,
    addPeers,
    addDelegate,
    addSend,
    addRoom,
    addJobs,
    addExplain,
    addInbox,
    addHalt,
    addResume,
    addBreaker,
    addUsage,
    addWaits,
    addInvite,
    addJoin,
    addTrust,
    addDoctor,
  ];
  for (const add of commands) add(program, cli);
  await addAnalyze(program, cli, isAbout(args, 'analyze'));
  return withExamples(program, [
    ['hoplite up --name alpha', 'on one machine'],
    ['hoplite invite', 'there, too: prints an invitation'],
    ['hoplite join INVITATION --name beta --up', 'on another machine'],
    ['hoplite delegate beta "how is the machine?"', ''],
  ]);
}
