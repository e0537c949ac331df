import { Option, type Command } from 'commander';
import type { Config } from '../../config/schema.ts';
import { collectAddress } from '../address.ts';
import { action, wholeNumber, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { checkedName, directoryOf } from '../directory.ts';
import { CommandFailedError, UsageError } from '../outcome.ts';
import { jsonLine } from '../printable.ts';
import type { NodeOptions, NodeSetup } from '../setup.ts';

export type InitOptions = CommonOptions & NodeOptions;

/** The options of `init`, `up` and `join` that say how a node is to be. */
export function withNodeOptions(command: Command): Command {
  const addresses = (flags: string, description: string): Option =>
    new Option(flags, description).argParser(collectAddress);
  return command
    .addOption(addresses('--listen <address...>', 'where peers reach it: HOST:PORT or a multiaddr; port 0 means any'))
    .option('--http <port>', 'port of its HTTP API on loopback; 0 means any', wholeNumber(0, 65_535))
    .addOption(addresses('--peer <address...>', 'a peer to dial: HOST:PORT or a multiaddr'))
    .option('--no-mdns', 'do not look for peers on the LAN, and do not be found there');
}

export function addInit(program: Command, cli: Cli): void {
  const command = withNodeOptions(withCommonOptions(program.command('init')))
    .summary('make a node: its key, a network of its own, and its config')
    .description(
      'Makes a node: directory, key, network key and hoplite.json. Where there is a node already, nothing is changed. ' +
        'To enter the network of another node, use "join" instead.',
    );
  withExamples(command, [
    ['hoplite init --name alpha', 'in ~/.hoplite/alpha'],
    ['hoplite init --name alpha --listen 0.0.0.0:4001', 'on a fixed port, for peers outside this LAN'],
  ]).action(action(cli, (options: InitOptions) => init(cli, options)));
}

async function init({ terminal }: Cli, options: InitOptions): Promise<undefined> {
  if (options.name === undefined) throw new UsageError('say what the node is to be called: hoplite init --name NAME');
  const { configOf, existing, isSetUp, setUp } = await import('../setup.ts');
  const name = checkedName(options.name);
  const directory = directoryOf(options, terminal);
  const created = !isSetUp(directory);
  const node = created ? setUp(directory, { name, ...configOf(options) }) : existing(directory);
  if (!created) refuseIfOther(node, name, configOf(options));

  if (options.json) {
    terminal.stdout.write(`${jsonLine({ name, peerId: node.peerId, directory, created })}\n`);
    return;
  }
  const head = created ? `${name} is made` : `${name} is there already; nothing was changed`;
  terminal.stdout.write(`${head}\n  peer ID    ${node.peerId}\n  directory  ${directory}\n`);
  if (created) terminal.stdout.write(`Start it with: hoplite up --name ${name}${dirHint(options)}\n`);
}

export function dirHint({ dir }: CommonOptions): string {
  return dir === undefined ? '' : ` --dir ${dir}`;
}

/** What was asked for has to be what is there: a second `init` changes nothing. */
function refuseIfOther({ config, directory }: NodeSetup, name: string, wanted: Partial<Config> | object): void {
  if (config.name !== name) {
    throw new CommandFailedError(`${directory} is the node ${config.name}: choose another --dir for ${name}`);
  }
  const present: Readonly<Record<string, unknown>> = config;
  for (const [key, value] of Object.entries(wanted)) {
    if (!includes(present[key], value)) {
      throw new CommandFailedError(
        `${name} is there already, with another "${key}": nothing was changed. Edit ${directory}/hoplite.json instead`,
      );
    }
  }
}

/** Whether a config's value says the same, as far as `wanted` says something. */
function includes(present: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    return JSON.stringify(present) === JSON.stringify(wanted);
  }
  const values = (present ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([key, value]) => includes(values[key], value));
}
