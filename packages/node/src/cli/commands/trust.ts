import { InvalidArgumentError, type Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { NodeNotRunningError } from '../../api/errors.ts';
import { RIGHTS } from '../../admission/policy.ts';
import type { Config } from '../../config/schema.ts';
import { action, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { CommandFailedError, UsageError } from '../outcome.ts';
import { jsonLine, printable } from '../printable.ts';
import { withTrust, type TrustChange } from '../trust-change.ts';

type Rights = Config['defaultRights'];

interface TrustOptions extends CommonOptions {
  readonly allow?: Rights;
  readonly deny?: true;
  readonly reset?: true;
}

export function addTrust(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('trust'))
    .argument('<peer>', 'a peer: its ID; or, while the node runs, its name or the beginning of its ID')
    .option(
      '--allow <rights>',
      'what it may do here, in place of the default: task,session,room,halt; or none',
      readRights,
    )
    .option('--deny', 'do not let it in at all')
    .option('--reset', 'as any other member')
    .summary('set what a peer may do at the node')
    .description('Sets the rights of one peer in hoplite.json. A running node takes them at its next start.');
  withExamples(command, [
    ['hoplite trust beta --allow room', 'it may post to rooms, and give no tasks'],
    ['hoplite trust beta --deny', ''],
    ['hoplite trust beta --reset', ''],
  ]).action(action(cli, (peer: string, options: TrustOptions) => trust(cli, peer, options)));
}

function readRights(text: string): Rights {
  const words = text === 'none' ? [] : text.split(',').map((word) => word.trim());
  return words.map((word) => {
    const right = RIGHTS.find((known) => known === word);
    if (right !== undefined) return right;
    throw new InvalidArgumentError(`Expected some of ${RIGHTS.join(',')}; or none.`);
  });
}

async function trust({ terminal }: Cli, peer: string, options: TrustOptions): Promise<undefined> {
  const { loadConfig, writeConfig } = await import('../../config/config.ts');
  const change = changeOf(options);
  const directory = directoryOf(options, terminal);
  const config = loadConfig(directory);
  const { peerId, name, isRunning } = await find(directory, peer);
  const changed = withTrust(config, peerId, change);
  writeConfig(directory, changed);

  const rights = changed.deny.includes(peerId) ? [] : (changed.rights[peerId] ?? changed.defaultRights);
  if (options.json) {
    const denied = changed.deny.includes(peerId);
    terminal.stdout.write(`${jsonLine({ peerId, name, rights, denied, restartNeeded: isRunning })}\n`);
    return;
  }
  const who = name === undefined ? peerId : `${printable(name)} (${peerId})`;
  const may =
    change.kind === 'deny' ? 'is not let in' : rights.length === 0 ? 'may do nothing' : `may: ${rights.join(', ')}`;
  const when = isRunning
    ? 'The node runs with what was before: restart it for this to hold.'
    : 'This holds from the next start.';
  terminal.stdout.write(`${who} ${may}\n${when}\n`);
}

function changeOf({ allow, deny, reset }: TrustOptions): TrustChange {
  const changes: readonly (TrustChange | undefined)[] = [
    allow && { kind: 'allow', rights: allow },
    deny && { kind: 'deny' },
    reset && { kind: 'reset' },
  ];
  const [change, another] = changes.filter((one) => one !== undefined);
  if (change === undefined || another !== undefined) throw new UsageError('say one of --allow, --deny and --reset');
  return change;
}

/** A peer ID needs no running node; a name means whoever the node knows by it. */
async function find(directory: string, query: string) {
  const { isPeerId } = await import('@hoplite/p2p');
  const { resolvePeer } = await import('@hoplite/tools');
  try {
    const peers = await openClient(directory).peers();
    const found = resolvePeer(query, peers);
    if (found.ok && found.value.self) throw new UsageError('this is the node itself: it may do everything');
    if (found.ok) return { peerId: found.value.peerId, name: found.value.name, isRunning: true };
    if (isPeerId(query)) return { peerId: query, name: undefined, isRunning: true };
    throw new CommandFailedError(`${found.refusal.reason}: ${found.refusal.detail}`);
  } catch (error) {
    if (!(error instanceof NodeNotRunningError)) throw error;
    if (isPeerId(query)) return { peerId: query, name: undefined, isRunning: false };
    throw new CommandFailedError(`${error.message}. Without it a peer can only be given by its peer ID`);
  }
}
