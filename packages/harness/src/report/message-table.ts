import { count } from '@hoplite/node/cli';
import type { MessageSeen, RunRecord } from '../record.ts';
import { markup, type Markup } from './markup.ts';
import { visible } from './visible.ts';
import { windowOf } from './window.ts';
import { fateOf, offset } from './words.ts';

const COLUMNS = ['#', 'time', 'from', 'to', 'channel', 'act', 'depth', 'credit', 'what became of it', 'says', 'hash'];

/** Most characters of what a message says. */
const MOST_TEXT = 300;
const MOST_NAME = 40;

/** Enough to see that two briefs are the same; logs have no more. */
const HASH = 10;

/** The messages of a run, the first and the last of them if there are more than `most`: the drawing's alternative in text. */
export function messageTable(record: RunRecord, most: number, name: string): Markup {
  const { first, omitted, last } = windowOf(record.messages, most);
  const from = record.messages.length - last.length;
  return markup`<div class="scroll" role="region" aria-label="Messages" tabindex="0"><table id="${name}-messages">
<caption>${captionOf(record.messages.length, first.length, omitted, last.length)}</caption>
<thead><tr>${COLUMNS.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${first.map((message, index) => row(record, message, index + 1))}
${omitted === 0 ? undefined : markup`<tr><td colspan="${COLUMNS.length}">${omitted} messages are left out here</td></tr>`}
${last.map((message, index) => row(record, message, from + index + 1))}
</tbody></table></div>`;
}

function captionOf(all: number, first: number, omitted: number, last: number): string {
  const total = count(all, 'message');
  return omitted === 0 ? total : `${total}: the first ${first} and the last ${last}`;
}

function row(record: RunRecord, message: MessageSeen, number: number): Markup {
  const { at, from, to, room, channel, act, depth, credit, text, briefHash, fate } = message;
  return markup`<tr><td class="number">${number}</td><td class="number">${offset(record, at)}</td><td>${visible(from, MOST_NAME)}</td><td>${visible(room === undefined ? to : `${to} (${room})`, MOST_NAME)}</td><td>${channel}</td><td>${act}</td><td class="number">${depth}</td><td class="number">${credit}</td><td class="${fate.kind}">${fateOf(message)}</td><td class="text">${visible(text, MOST_TEXT)}</td><td>${(briefHash ?? '').slice(0, HASH)}</td></tr>`;
}
