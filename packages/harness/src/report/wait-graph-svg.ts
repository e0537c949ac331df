import { count } from '@hoplite/node/cli';
import { markup, type Markup } from './markup.ts';
import { fitted, label, round } from './svg-text.ts';
import { edgeWords, type WaitEdge, type WaitGraph } from './wait-graph.ts';

const WIDTH = 620;
const NODE = { width: 110, height: 28 };

/** Peers on a ring, an arrow from each that waited to whom it waited for; what waits still is drawn strong. */
export function waitGraphSvg(graph: WaitGraph, id: string): Markup {
  const many = graph.peers.length;
  const radius = many <= 2 ? 150 : Math.min(230, 90 + many * 12);
  // Two stand side by side; more on a ring.
  const height = many <= 2 ? 130 : 2 * radius + 90;
  const places = new Map(graph.peers.map((peer, index) => [peer, placeOf(index, many, radius, height)]));
  return markup`<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="${id}-t ${id}-d">
<title id="${id}-t">Wait-for graph</title>
<desc id="${id}-d">${count(graph.edges.length, 'pair')} of peers; the list below says the same in text.</desc>
${graph.edges.map((edge) => edgeOf(edge, places))}
${[...places].map(([peer, place]) => nodeOf(peer, place))}
</svg>`;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function placeOf(index: number, many: number, radius: number, height: number): Place {
  const angle = many <= 2 ? Math.PI * (1 - index) : (2 * Math.PI * index) / many - Math.PI / 2;
  return { x: round(WIDTH / 2 + radius * Math.cos(angle)), y: round(height / 2 + radius * Math.sin(angle)) };
}

function nodeOf(peer: string, { x, y }: Place): Markup {
  const { width, height } = NODE;
  return markup`<g><title>${peer}</title><rect class="peer" x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${width}" height="${height}" rx="6"/>
<text class="name" x="${x}" y="${y + 4}" text-anchor="middle">${fitted(peer, width - 10)}</text></g>`;
}

/** A curve that bends to its right, so that two that wait for each other have two. */
function edgeOf(edge: WaitEdge, places: ReadonlyMap<string, Place>): Markup | undefined {
  const [from, to] = [places.get(edge.from), places.get(edge.to)];
  if (from === undefined || to === undefined) return undefined;
  const kind = edge.isOpen ? 'waits' : 'waited';
  if (edge.from === edge.to) {
    const y = from.y - NODE.height / 2;
    return markup`<path class="shaft ${kind}" d="M${from.x - 16} ${y}C${from.x - 26} ${y - 34} ${from.x + 26} ${y - 34} ${from.x + 16} ${y}"/>`;
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(64, length / 3);
  const control = { x: (from.x + to.x) / 2 - (dy / length) * bend, y: (from.y + to.y) / 2 + (dx / length) * bend };
  const begin = border(from, control);
  const end = border(to, control);
  const middle = { x: (begin.x + 2 * control.x + end.x) / 4, y: (begin.y + 2 * control.y + end.y) / 4 };
  return markup`<path class="shaft ${kind}" d="M${begin.x} ${begin.y}Q${round(control.x)} ${round(control.y)} ${end.x} ${end.y}"/>
${tip(control, end, kind)}
${label(edgeWords(edge), { x: round(middle.x), y: round(middle.y + 4) }, WIDTH, edge.isOpen ? 'facts waits' : 'facts')}`;
}

/** Where the line from the middle of a node to a point leaves its box. */
function border(node: Place, towards: Place): Place {
  const [dx, dy] = [towards.x - node.x, towards.y - node.y];
  const scale = 1 / Math.max(Math.abs(dx) / (NODE.width / 2), Math.abs(dy) / (NODE.height / 2), 1e-6);
  return { x: round(node.x + dx * scale), y: round(node.y + dy * scale) };
}

function tip(from: Place, { x, y }: Place, kind: string): Markup {
  const angle = Math.atan2(y - from.y, x - from.x);
  const corner = (turn: number): string =>
    `${round(x - 10 * Math.cos(angle + turn))} ${round(y - 10 * Math.sin(angle + turn))}`;
  return markup`<path class="tip ${kind}" d="M${x} ${y}L${corner(0.45)}L${corner(-0.45)}Z"/>`;
}
