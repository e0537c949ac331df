import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { isLoopbackAddress } from '../address.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { CommandFailedError } from '../outcome.ts';
import { jsonLine } from '../printable.ts';
import { paint } from '../terminal.ts';

export function addInvite(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('invite'))
    .summary("print an invitation into the node's network")
    .description(
      'Prints one string with which another machine enters the network of this node. It holds the network key: whoever ' +
        'has it is a member. Hand it over as you would a password.',
    );
  withExamples(command, [
    ['hoplite invite', 'then, on the other machine:'],
    ['hoplite join hoplite1:… --name beta', ''],
  ]).action(action(cli, (options: CommonOptions) => invite(cli, options)));
}

async function invite({ terminal }: Cli, options: CommonOptions): Promise<undefined> {
  const directory = directoryOf(options, terminal);
  const client = openClient(directory);
  const { addresses, name, peerId } = await interruptible(terminal, (signal) => client.status({ signal }));
  const { formatInvitation, loadNetworkKey } = await import('@hoplite/p2p');
  const networkKey = loadNetworkKey(directory);
  if (networkKey === undefined) throw new CommandFailedError(`${directory} has no network key any more: restore it`);

  const others = addresses.filter((address) => !isLoopbackAddress(address));
  const usable = others.length > 0 ? others : addresses;
  const invitation = formatInvitation({ networkKey, peerId, name, addresses: usable });
  terminal.stdout.write(`${options.json ? jsonLine({ invitation, name, peerId, addresses: usable }) : invitation}\n`);
  if (others.length === 0) {
    const note = `note: ${name} listens on this machine only, so the invitation works here only (see --listen)`;
    terminal.stderr.write(`${paint(terminal, terminal.stderr, 'yellow', note)}\n`);
  }
}
