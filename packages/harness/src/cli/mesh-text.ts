import { count } from '@hoplite/node/cli';
import type { Broadcast, IllegalEdge, MeshAnalysis } from '../mesh-analysis/index.ts';
import { visible } from '../report/visible.ts';

/** Lines of a kind that are shown; there may be a great many. */
const MOST = 12;
const WIDTH = 160;

/** What a network can do, as answers to the questions that people have. */
export function meshText(mesh: MeshAnalysis): string {
  const sections: readonly (readonly string[])[] = [
    [`${count(mesh.peers.length, 'peer')}: ${shortened(mesh.peers, ', ')}`],
    ['Can it loop?', ...loopLines(mesh)],
    ['How long can a path get?', ...pathLines(mesh)],
    ['How many turns can one request cause?', ...turnLines(mesh)],
    ['Who may not address whom?', ...edgeLines(mesh)],
    ['What would a post to everyone set off?', ...broadcastLines(mesh)],
    ...(mesh.warnings.length === 0 ? [] : [['Look at', ...limited(mesh.warnings.map((warning) => `! ${warning}`))]]),
  ];
  return sections.map(([head = '', ...lines]) => [head, ...lines.map(indented)].join('\n')).join('\n\n');
}

function loopLines({ canLoop, circles }: MeshAnalysis): readonly string[] {
  if (!canLoop) return ['no: no peers may address each other in a circle'];
  return [
    'yes, if the brakes were not: these may address each other in a circle, and are stopped by depth and credit',
    ...limited(circles.map(({ channel, path }) => `${channel}: ${path.join(' → ')}`)),
  ];
}

function pathLines({ hopLimit, longestPath, longestPathChannels }: MeshAnalysis): readonly string[] {
  const hops = longestPathChannels.length;
  const longest = hops === 0 ? 'nobody may address anybody' : `${count(hops, 'hop')}: ${longestPath.join(' → ')}`;
  return [
    hops === 0 ? longest : `${longest} (${longestPathChannels.join(', ')})`,
    `a message ${hopLimit} hops deep is refused, whatever the agents do`,
  ];
}

function turnLines({ mostTurns, turns }: MeshAnalysis): readonly string[] {
  const lines = turns.map(({ origin, credit, byItself, byMessage, target }) => {
    const message = target === undefined ? '' : `, ${byMessage} by a message to ${target}`;
    return `at ${origin}: ${byItself} by its own agent${message}; its jobs have a credit of ${credit}`;
  });
  return [`${mostTurns} at most`, ...limited(lines)];
}

function edgeLines({ illegalEdges, illegalEdgeCount }: MeshAnalysis): readonly string[] {
  if (illegalEdgeCount === 0) return ['everyone may address everyone, on every channel'];
  const pairs = Map.groupBy(illegalEdges, ({ from, to, reason, by }) => JSON.stringify([from, to, reason, by]));
  const lines = [...pairs.values()].slice(0, MOST).map(edgeWords);
  const told = [...pairs.values()].slice(0, MOST).reduce((sum, { length }) => sum + length, 0);
  return told >= illegalEdgeCount ? lines : [...lines, `and ${illegalEdgeCount - told} more: see --json`];
}

/** Of one pair that is refused for one reason, by each channel and room. */
function edgeWords(edges: readonly IllegalEdge[]): string {
  const channels = edges.map(({ channel, room }) => `${channel}${room === undefined ? '' : ` ${room}`}`).join(', ');
  const [{ from, to, reason, by } = { from: '', to: '', reason: '', by: 'both' }] = edges;
  return `${from} → ${to}: ${reason}, says ${by === 'both' ? 'both' : `the ${by}`} (${channels})`;
}

function broadcastLines({ broadcasts, broadcastCount }: MeshAnalysis): readonly string[] {
  return broadcasts.length === 0
    ? ['nothing: there are no rooms']
    : limited(broadcasts.map(broadcastWords), broadcastCount);
}

function broadcastWords({ from, room, wokenCount, notWoken, notWokenCount, refused, turns }: Broadcast): string {
  const head = `${from} in #${room.replace(/^#/, '')}`;
  if (refused !== undefined) return `${head}: refused, ${refused.reason}: ${refused.because}`;
  const not =
    notWokenCount === 0
      ? ''
      : `, ${notWokenCount} not (${shortened([...new Set(notWoken.map(({ reason }) => reason))], ', ')})`;
  return `${head}: ${count(wokenCount, 'peer')} woken${not}, ${count(turns, 'turn')} at most`;
}

function limited(lines: readonly string[], all = lines.length): readonly string[] {
  return all <= MOST ? lines : [...lines.slice(0, MOST), `and ${all - MOST} more: see --json`];
}

function shortened(words: readonly string[], between: string): string {
  return limited(words).join(between);
}

function indented(line: string): string {
  return `  ${visible(line, WIDTH)}`;
}
