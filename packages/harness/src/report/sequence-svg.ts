import { obliges } from '@hoplite/p2p';
import type { MessageSeen, RunRecord } from '../record.ts';
import { markup, type Markup } from './markup.ts';
import type { Activation, Row, Sequence } from './sequence.ts';
import { fitted, label, round } from './svg-text.ts';
import { visible } from './visible.ts';
import { escalationWords, fateOf, offset, turnWords } from './words.ts';

/** Pixels of the drawing. */
const TIME = 84;
const HEAD = 40;
const ROW = 50;
const FOOT = 12;
const LEAST_WIDTH = 620;
const BAR = 10;

/** Lifelines that are drawn; further peers share the last one. */
const MOST_LANES = 12;

/** Rows of one piece. Pieces are not broken in print, and each has the names above it, so that none has to be remembered. */
const ROWS_PER_PIECE = 14;

/** A sequence diagram, in pieces that fit on a page each. */
export function sequenceSvg(record: RunRecord, sequence: Sequence, prefix: string): Markup {
  const plan = planOf(sequence);
  const pieces: Markup[] = [];
  for (let from = 0; from < sequence.rows.length; from += ROWS_PER_PIECE) {
    pieces.push(pieceOf(record, sequence, plan, from, `${prefix}-${from / ROWS_PER_PIECE + 1}`));
  }
  const isWide = plan.width > 900;
  return markup`<div class="${isWide ? 'diagram wide' : 'diagram'}" role="region" aria-label="Sequence diagram" tabindex="0">
${pieces}
</div>`;
}

interface Plan {
  readonly names: readonly string[];
  readonly width: number;
  /** The middle of a peer's lifeline. */
  x(peer: string): number;
  readonly lane: number;
}

function planOf({ lanes }: Sequence): Plan {
  const own = lanes.length <= MOST_LANES ? lanes : lanes.slice(0, MOST_LANES - 1);
  const rest = lanes.length - own.length;
  const names = rest === 0 ? own : [...own, `${rest} others`];
  const places = new Map(own.map((name, index) => [name, index]));
  const lane = Math.max(
    110,
    names.length === 0 ? 0 : Math.min(200, (1000 - TIME) / names.length),
    (LEAST_WIDTH - TIME) / Math.max(1, names.length),
  );
  return {
    names,
    lane,
    width: Math.ceil(TIME + lane * Math.max(1, names.length)),
    x: (peer) => round(TIME + lane * ((places.get(peer) ?? names.length - 1) + 0.5)),
  };
}

function pieceOf(record: RunRecord, sequence: Sequence, plan: Plan, from: number, id: string): Markup {
  const rows = sequence.rows.slice(from, from + ROWS_PER_PIECE);
  const height = HEAD + rows.length * ROW + FOOT;
  const bars = sequence.activations.filter(({ from: begin, to }) => begin < from + rows.length && to >= from);
  return markup`<svg viewBox="0 0 ${plan.width} ${height}" width="${plan.width}" height="${height}" role="img" aria-labelledby="${id}-t ${id}-d">
<title id="${id}-t">Sequence diagram of ${record.id}, rows ${from + 1} to ${from + rows.length} of ${sequence.rows.length}</title>
<desc id="${id}-d">Lifelines of ${plan.names.slice(0, MOST_LANES).join(', ')}. The table of messages below says the same in text.</desc>
${plan.names.map((name, index) => lifeline(name, TIME + plan.lane * (index + 0.5), plan.lane, height))}
${bars.map((bar) => barOf(bar, plan, from, rows.length))}
${rows.map((row, index) => markup`<g>${rowOf(record, row, plan, HEAD + index * ROW)}</g>`)}
</svg>`;
}

function lifeline(name: string, middle: number, lane: number, height: number): Markup {
  const x = round(middle);
  const width = lane - 14;
  return markup`<line class="life" x1="${x}" y1="${HEAD - 8}" x2="${x}" y2="${height - 2}"/>
<g><title>${name}</title><rect class="peer" x="${round(x - width / 2)}" y="6" width="${round(width)}" height="26" rx="6"/>
<text class="name" x="${x}" y="23" text-anchor="middle">${fitted(name, width - 10)}</text></g>`;
}

function barOf({ peer, from, to, turn }: Activation, plan: Plan, first: number, count: number): Markup {
  const begin = HEAD + Math.max(0, from - first) * ROW + (from < first ? 0 : ARROW);
  const isLonger = to >= first + count;
  const end = HEAD + (Math.min(to, first + count - 1) - first) * ROW + (isLonger ? ROW : ARROW);
  return markup`<rect class="bar" x="${round(plan.x(peer) - BAR / 2)}" y="${begin}" width="${BAR}" height="${Math.max(8, end - begin)}"><title>${turnWords(turn)}</title></rect>`;
}

/** Where in its row the arrow runs. */
const ARROW = 26;

function rowOf(record: RunRecord, row: Row, plan: Plan, y: number): Markup {
  switch (row.kind) {
    case 'message':
      return markup`${timeOf(record, row.at, y)}${messageOf(row.message, row.number, plan, y)}`;
    case 'turn':
      return markup`${timeOf(record, row.at, y)}<circle class="begin" cx="${plan.x(row.turn.peer)}" cy="${y + ARROW}" r="6"/>${label(
        turnWords(row.turn),
        { x: plan.x(row.turn.peer), y: y + ARROW - 11 },
        plan.width,
        'what',
      )}`;
    case 'fault':
      return markup`${timeOf(record, row.at, y)}${note(`fault: ${row.fault.what}`, plan, y, 'fault')}`;
    case 'escalation':
      return markup`${timeOf(record, row.at, y)}${note(escalationWords(row.escalation), plan, y, 'ask')}`;
    case 'omitted':
      return note(`${row.count} rows are left out here`, plan, y, 'gap');
  }
}

function timeOf(record: RunRecord, at: number, y: number): Markup {
  return markup`<text class="time" x="${TIME - 10}" y="${y + ARROW + 4}" text-anchor="end">${offset(record, at)}</text>`;
}

function note(text: string, plan: Plan, y: number, kind: string): Markup {
  const width = plan.width - TIME - 8;
  return markup`<title>${text}</title><rect class="note ${kind}" x="${TIME}" y="${y + 11}" width="${width}" height="28" rx="4"/>
<text class="what" x="${TIME + 10}" y="${y + 29}">${fitted(text, width - 20)}</text>`;
}

function messageOf(message: MessageSeen, number: number, plan: Plan, y: number): Markup {
  const { from, to, channel, act, depth, credit, room, text, fate } = message;
  const [begin, end] = [plan.x(from), plan.x(to)];
  const middle = begin === end ? begin + plan.lane / 4 : (begin + end) / 2;
  const head = `#${number} ${room ?? channel} ${act}`;
  const said = text === '' ? head : `${head} “${visible(text, 60)}”`;
  const span = Math.max(Math.abs(end - begin) - 2 * BAR, plan.lane, 330);
  const left = `depth ${depth} · credit ${credit}`;
  const isPlain = ['handled', 'stored'].includes(fate.kind);
  const below = isPlain ? left : `${left} · ${fateOf(message)}`;
  const kind = isPlain ? (obliges(act) ? 'asks' : 'ends') : fate.kind;
  return markup`<title>#${number} ${from} → ${to}: ${act}, ${left}, ${fateOf(message)}</title>
${arrow(begin, end, y + ARROW, kind, fate.kind === 'refused' && fate.by === 'sender', plan.lane)}
${label(fitted(said, span), { x: middle, y: y + ARROW - 8 }, plan.width, 'what')}
${label(below, { x: middle, y: y + ARROW + 15 }, plan.width, isPlain ? 'facts' : `facts ${kind}`)}`;
}

function arrow(begin: number, end: number, y: number, kind: string, isKept: boolean, lane: number): Markup {
  if (begin === end) return loop(begin, y, kind, isKept, lane);
  const way = Math.sign(end - begin);
  const from = round(begin + (way * BAR) / 2);
  const tip = round(end - (way * BAR) / 2);
  // What its sender refused never left; what was lost went part of the way.
  const stop = kind === 'lost' ? (from + tip) / 2 : isKept ? from + way * Math.min(36, Math.abs(tip - from) / 2) : tip;
  const shaft = markup`<line class="shaft ${kind}" x1="${from}" y1="${y}" x2="${round(stop)}" y2="${y}"/>`;
  if (kind === 'lost' || kind === 'refused') return markup`${shaft}${cross(stop, y, kind)}`;
  return markup`${shaft}${tipOf(stop, y, way, kind)}${kind === 'duplicate' ? tipOf(stop - way * 7, y, way, kind) : undefined}`;
}

function loop(x: number, y: number, kind: string, isKept: boolean, lane: number): Markup {
  const from = round(x + BAR / 2);
  const out = round(x + lane / 4);
  if (isKept || kind === 'refused' || kind === 'lost')
    return markup`<line class="shaft ${kind}" x1="${from}" y1="${y}" x2="${out}" y2="${y}"/>${cross(out, y, kind)}`;
  return markup`<path class="shaft ${kind}" d="M${from} ${y - 5}H${out}V${y + 5}H${from}"/>${tipOf(from, y + 5, -1, kind)}`;
}

function tipOf(x: number, y: number, way: number, kind: string): Markup {
  const back = round(x - way * 8);
  return markup`<path class="tip ${kind}" d="M${round(x)} ${y}L${back} ${y - 4.5}L${back} ${y + 4.5}Z"/>`;
}

function cross(x: number, y: number, kind: string): Markup {
  const [left, right] = [round(x - 5), round(x + 5)];
  return markup`<path class="cross ${kind}" d="M${left} ${y - 5}L${right} ${y + 5}M${right} ${y - 5}L${left} ${y + 5}"/>`;
}
