import type { PeerSummary } from '@hoplite/tools';
import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { jsonLine, printable } from '../printable.ts';
import { table } from '../table.ts';
import { paint, type Terminal } from '../terminal.ts';

export function addPeers(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('peers'))
    .summary('list the peers that the node knows')
    .description(
      'Lists the peers that the running node knows, itself included, and what they can do. A peer is suspected while an ' +
        'answer of it is awaited and signs of its life are missing.',
    );
  withExamples(command, [
    ['hoplite peers', ''],
    ["hoplite peers --json | jq '.[].name'", ''],
  ]).action(action(cli, (options: CommonOptions) => peers(cli, options)));
}

async function peers({ terminal }: Cli, options: CommonOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const found = await interruptible(terminal, (signal) => client.peers({ signal }));
  terminal.stdout.write(options.json ? `${jsonLine(found)}\n` : `${peerTable(terminal, found)}\n`);
}

function peerTable(terminal: Terminal, found: readonly PeerSummary[]): string {
  const rows = found.map((peer) => [
    printable(peer.name),
    stateOf(terminal, peer),
    printable(peer.peerId),
    peer.skills.map((skill) => printable(skill.name)).join(', '),
  ]);
  return table([['NAME', 'STATE', 'PEER ID', 'SKILLS'], ...rows]);
}

function stateOf(terminal: Terminal, { self, connected, suspect }: PeerSummary): string {
  const { stdout } = terminal;
  if (suspect === true) return paint(terminal, stdout, 'yellow', `${connected ? 'connected' : 'away'}, suspected`);
  if (self) return paint(terminal, terminal.stdout, 'cyan', 'this node');
  return connected
    ? paint(terminal, terminal.stdout, 'green', 'connected')
    : paint(terminal, terminal.stdout, 'dim', 'away');
}
