import type { Invitation } from '@hoplite/p2p';
import type { Command } from 'commander';
import { action, withCommonOptions, withExamples, type Cli } from '../command.ts';
import { checkedName, directoryOf } from '../directory.ts';
import { CommandFailedError, UsageError, type ExitCode } from '../outcome.ts';
import { jsonLine, printable } from '../printable.ts';
import { dirHint, withNodeOptions, type InitOptions } from './init.ts';

type JoinOptions = InitOptions & { readonly force?: true; readonly up?: true };

export function addJoin(program: Command, cli: Cli): void {
  const command = withNodeOptions(withCommonOptions(program.command('join')))
    .argument('<invitation>', 'what "hoplite invite" printed; - reads it from stdin, out of sight of other users')
    .option('--force', 'leave the network that the node is in')
    .option('--up', 'start the node at once')
    .summary('enter the network of another node by its invitation')
    .description('Makes a node (or takes the one that is there) and lets it into the network of an invitation.');
  withExamples(command, [
    ['hoplite join hoplite1:… --name beta', ''],
    ['hoplite join hoplite1:… --name beta --up', 'and start it'],
  ]).action(action(cli, (invitation: string, options: JoinOptions) => join(cli, invitation, options)));
}

async function join({ terminal }: Cli, text: string, options: JoinOptions): Promise<ExitCode | undefined> {
  const { networkFingerprint, parseInvitation } = await import('@hoplite/p2p');
  const { configForRun } = await import('../setup.ts');
  const invitation = parseInvitation(text === '-' ? await terminal.readStdin() : text);
  if (options.name === undefined && options.dir === undefined) {
    throw new UsageError('say what this node is to be called: hoplite join INVITATION --name NAME');
  }
  const directory = directoryOf(options, terminal);
  const { created, name, peerId, peers } = await enter(directory, invitation, options);

  if (options.up) {
    const { runNode } = await import('../run-node.ts');
    return runNode({ terminal, directory, config: configForRun(directory, options), json: options.json === true });
  }
  const network = networkFingerprint(invitation.networkKey);
  if (options.json) {
    terminal.stdout.write(`${jsonLine({ name, peerId, directory, network, peers, created })}\n`);
    return undefined;
  }
  const inviter = invitation.name === '' ? invitation.peerId : printable(invitation.name);
  terminal.stdout.write(
    `${name} is in the network of ${inviter} (${network})\n  peer ID    ${peerId}\n  directory  ${directory}\n` +
      `Now: hoplite up --name ${name}${dirHint(options)}\n`,
  );
  return undefined;
}

/** The node in `directory`, made if need be, with the invitation's key and addresses. */
async function enter(directory: string, invitation: Invitation, options: JoinOptions) {
  const { configOf, existing, isSetUp, setUp } = await import('../setup.ts');
  const addresses = dialAddresses(invitation);
  await refuseOtherNetwork(directory, invitation, options);
  if (!isSetUp(directory)) {
    if (options.name === undefined) throw new UsageError('say what this node is to be called, with --name');
    const name = checkedName(options.name);
    const own = configOf(options);
    const peers = [...new Set([...addresses, ...(own.peers ?? [])])];
    const { peerId } = setUp(directory, { ...own, name, peers }, invitation.networkKey);
    return { created: true, name, peerId, peers };
  }
  const { config, peerId } = existing(directory);
  if (options.name !== undefined && options.name !== config.name) {
    throw new UsageError(`${directory} is the node ${config.name}, not ${options.name}: choose another --dir`);
  }
  const peers = [...new Set([...config.peers, ...addresses])];
  setUp(directory, { ...config, ...configOf(options), http: config.http, peers }, invitation.networkKey);
  return { created: false, name: config.name, peerId, peers };
}

/** Leaving a network is for the one who owns the node to say; with --force the old key is gone for good. */
async function refuseOtherNetwork(directory: string, { networkKey }: Invitation, options: JoinOptions): Promise<void> {
  const { loadNetworkKey, networkFingerprint, storeNetworkKey } = await import('@hoplite/p2p');
  const present = loadNetworkKey(directory);
  if (present === undefined || Buffer.from(present).equals(networkKey)) return;
  if (!options.force) {
    throw new CommandFailedError(
      `${directory} is in another network (${networkFingerprint(present)}): choose another --name, ` +
        'or leave that network for good with --force',
    );
  }
  storeNetworkKey(directory, networkKey, { replace: true });
}

/** Each names the peer that is expected there, so that nobody else can stand in for it. */
function dialAddresses({ addresses, peerId }: Invitation): readonly string[] {
  return addresses.map((address) => (address.includes('/p2p/') ? address : `${address}/p2p/${peerId}`));
}
