import { obliges } from '@hoplite/p2p';
import type { MessageSeen, RunRecord } from '../record.ts';
import type { Row, Sequence } from './sequence.ts';
import { visible } from './visible.ts';
import { escalationWords, fateOf, offset, turnWords } from './words.ts';

/** Lifelines that fit on a terminal; a run of more peers is listed, a line a message. */
const MOST_LANES = 6;
const LANE = 11;
const NOTE = 110;

/** A sequence as lines of text, with lifelines where there are few enough peers. */
export function textChart(record: RunRecord, { lanes, rows }: Sequence): readonly string[] {
  if (rows.length === 0) return ['no message was sent'];
  const times = rows.map((row) => (row.kind === 'omitted' ? '' : offset(record, row.at)));
  const width = Math.max(...times.map((time) => time.length));
  const isDrawn = lanes.length <= MOST_LANES;
  const places = new Map(lanes.map((lane, index) => [lane, index]));
  const head = `${' '.repeat(width + 2)}${lanes.map((name) => centred(visible(name, LANE - 1))).join('')}`.trimEnd();
  const lines = rows.map((row, index) => {
    const picture = isDrawn ? `${pictureOf(row, places)}  ` : '';
    const note = visible(noteOf(row, isDrawn), NOTE);
    return `${(times[index] ?? '').padStart(width)}  ${picture}${note}`.trimEnd();
  });
  return isDrawn ? [head, ...lines] : lines;
}

function centred(name: string): string {
  const left = Math.floor((LANE - name.length) / 2);
  return ' '.repeat(Math.max(0, left)) + name.padEnd(LANE - Math.max(0, left));
}

/** What happens between the lifelines in one row. */
function pictureOf(row: Row, places: ReadonlyMap<string, number>): string {
  const cells = Array.from({ length: places.size * LANE }, () => ' ');
  const middle = (place: number): number => place * LANE + Math.floor(LANE / 2);
  for (const place of places.values()) cells[middle(place)] = row.kind === 'omitted' ? '┊' : '│';
  if (row.kind === 'turn') cells[middle(places.get(row.turn.peer) ?? 0)] = '●';
  if (row.kind === 'escalation') cells[middle(places.get(row.escalation.peer) ?? 0)] = '!';
  if (row.kind === 'message') {
    draw(cells, middle(places.get(row.message.from) ?? 0), middle(places.get(row.message.to) ?? 0), row.message);
  }
  return cells.join('');
}

function draw(cells: string[], from: number, to: number, { fate }: MessageSeen): void {
  if (from === to) {
    cells.splice(from, 4, '├', '─', '─', fate.kind === 'refused' ? '✕' : '┘');
    return;
  }
  const way = Math.sign(to - from);
  const length = Math.abs(to - from);
  const isKept = fate.kind === 'refused' && fate.by === 'sender';
  const reach = fate.kind === 'lost' ? Math.floor(length / 2) : isKept ? 3 : length - 1;
  cells[from] = way > 0 ? '├' : '┤';
  for (let step = 1; step < reach; step += 1) cells[from + way * step] = fate.kind === 'duplicate' ? '╌' : '─';
  cells[from + way * reach] = fate.kind === 'refused' || fate.kind === 'lost' ? '✕' : way > 0 ? '▶' : '◀';
}

function noteOf(row: Row, isDrawn: boolean): string {
  switch (row.kind) {
    case 'message': {
      const { from, to, channel, room, act, depth, credit, text } = row.message;
      const way = isDrawn ? '' : `${from} → ${to} `;
      const fate = isOrdinary(row.message) ? '' : ` · ${fateOf(row.message)}`;
      const said = text === '' ? '' : ` · “${visible(text, 40)}”`;
      return `#${row.number} ${way}${room ?? channel} ${act} · d${depth} c${credit}${fate}${said}`;
    }
    case 'turn':
      return turnWords(row.turn);
    case 'fault':
      return `fault: ${row.fault.what}`;
    case 'escalation':
      return escalationWords(row.escalation);
    case 'omitted':
      return `… ${row.count} rows are left out …`;
  }
}

/** What becomes of an answer, or of a question that is taken, goes without saying. */
function isOrdinary({ act, fate }: MessageSeen): boolean {
  return fate.kind === 'handled' || (fate.kind === 'stored' && !obliges(act));
}
