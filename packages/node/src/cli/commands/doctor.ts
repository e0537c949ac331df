import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { action, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf, nodesHome } from '../directory.ts';
import type { Check, Finding, Patient } from '../doctor/check.ts';
import { EXIT, UsageError, type ExitCode } from '../outcome.ts';
import { jsonLine, printable } from '../printable.ts';
import { paint, type Colour, type Terminal } from '../terminal.ts';

export function addDoctor(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('doctor'))
    .summary('find out what is wrong, and how to mend it')
    .description(
      'Looks at the node and its machine: config, keys, data directory, ports, clock, multicast, peers, disk. ' +
        'Exit code 1 if something fails; warnings are no failures.',
    );
  withExamples(command, [
    ['hoplite doctor', ''],
    ['hoplite doctor --json | jq \'.[] | select(.status != "ok")\'', ''],
  ]).action(action(cli, (options: CommonOptions) => doctor(cli, options)));
}

async function doctor({ terminal }: Cli, options: CommonOptions): Promise<ExitCode> {
  const patient = await admit(directoryFor(options, terminal));
  const findings: Finding[] = [];
  for (const check of await checks()) {
    const found = await check(patient);
    findings.push(...found);
    if (!options.json) found.forEach((finding) => terminal.stdout.write(`${findingLines(terminal, finding)}\n`));
  }
  if (options.json) terminal.stdout.write(`${jsonLine(findings)}\n`);
  const failed = findings.filter(({ status }) => status === 'fail');
  if (failed.length === 0) return EXIT.done;
  terminal.stderr.write(`hoplite: ${[...new Set(failed.map(({ check }) => check))].join(', ')} failed\n`);
  return EXIT.failed;
}

/** Where there is no node yet, its machine can be looked at all the same. */
function directoryFor(options: CommonOptions, terminal: Terminal): string {
  try {
    return directoryOf(options, terminal);
  } catch (error) {
    const isNoNode = error instanceof UsageError && error.message.startsWith('there is no node');
    if (!isNoNode) throw error;
    return resolve(nodesHome(terminal), 'NAME');
  }
}

async function admit(directory: string): Promise<Patient> {
  const { loadConfig } = await import('../../config/config.ts');
  return {
    directory,
    config: await attempted(() => loadConfig(directory)),
    running: await attempted(() => ask(directory)),
  };
}

async function ask(directory: string): Promise<NonNullable<Patient['running']>> {
  const client = openClient(directory);
  return { client, status: await client.status() };
}

/** What fails here is found again, and told, by the check of its own. */
async function attempted<T>(look: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch {
    return undefined;
  }
}

/** In the order in which one thing needs the other. */
async function checks(): Promise<readonly Check[]> {
  const [files, machine, { multicast }, { peers }, { ports }] = await Promise.all([
    import('../doctor/files.ts'),
    import('../doctor/machine.ts'),
    import('../doctor/multicast.ts'),
    import('../doctor/peers.ts'),
    import('../doctor/ports.ts'),
  ]);
  const { configIsValid, dataDirectory, identityKey, networkKey } = files;
  const { clock, diskSpace, nodeVersion } = machine;
  return [
    nodeVersion,
    configIsValid,
    dataDirectory,
    identityKey,
    networkKey,
    ports,
    clock,
    multicast,
    peers,
    diskSpace,
  ];
}

const COLOURS: Readonly<Record<Finding['status'], Colour>> = { ok: 'green', warn: 'yellow', fail: 'red' };

function findingLines(terminal: Terminal, { check, status, detail, mend }: Finding): string {
  const mark = paint(terminal, terminal.stdout, COLOURS[status], status.padEnd(4));
  const line = `${mark}  ${check.padEnd(9)}  ${printable(detail)}`;
  return mend === undefined ? line : `${line}\n${' '.repeat(17)}→ ${printable(mend)}`;
}
