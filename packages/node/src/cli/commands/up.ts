import type { Command } from 'commander';
import { action, withCommonOptions, withExamples, type Cli } from '../command.ts';
import { checkedName, directoryOf, nodeNames } from '../directory.ts';
import { UsageError, type ExitCode } from '../outcome.ts';
import { withNodeOptions, type InitOptions } from './init.ts';

export function addUp(program: Command, cli: Cli): void {
  const command = withNodeOptions(withCommonOptions(program.command('up')))
    .summary('start a node, and make it first if need be')
    .description(
      'Starts a node and keeps it running until Ctrl+C. With --name, the node is made when it is not there yet, and what ' +
        'the other options say is kept in its hoplite.json; later they hold for one run. With --json, one event is ' +
        'printed a line, "ready" first; while nobody reads them they are dropped, and "dropped" then says how many.',
    );
  withExamples(command, [
    ['hoplite up --name alpha', ''],
    ['hoplite up --name beta --peer 192.168.1.7:4001', 'find alpha where mDNS does not reach'],
    ['hoplite up --json | jq .event', ''],
  ]).action(action(cli, (options: InitOptions) => up(cli, options)));
}

async function up({ terminal }: Cli, options: InitOptions): Promise<ExitCode> {
  const { configForRun, configOf, isSetUp, setUp } = await import('../setup.ts');
  const { runNode } = await import('../run-node.ts');
  const { name, json } = options;
  const isFirstNode = options.dir === undefined && !terminal.env['HOPLITE_DIR'] && nodeNames(terminal).length === 0;
  if (name === undefined && isFirstNode) throw new UsageError('give your first node a name: hoplite up --name NAME');
  const directory = directoryOf(options, terminal);
  if (!isSetUp(directory)) {
    if (name === undefined) {
      throw new UsageError(`there is no node in ${directory} yet: give it a name with --name, and it is made`);
    }
    setUp(directory, { name: checkedName(name), ...configOf(options) });
  }
  const config = configForRun(directory, options);
  if (name !== undefined && config.name !== name) {
    throw new UsageError(`${directory} is the node ${config.name}, not ${name}: choose another --dir for ${name}`);
  }
  return runNode({ terminal, directory, config, json: json === true });
}
