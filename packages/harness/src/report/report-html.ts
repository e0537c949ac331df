import { createHash } from 'node:crypto';
import { count } from '@hoplite/node/cli';
import type { RunRecord } from '../record.ts';
import { Markup, markup } from './markup.ts';
import { runSection } from './run-section.ts';
import { STYLE } from './style.ts';
import { isHeld, isWhole, verdictOf } from './words.ts';

export interface ReportHtmlOptions {
  /** The headline. @default what the run says, or how many there are */
  readonly title?: string;
  /** Most rows that are drawn, and most messages in the table, of each run: its beginning and its end. @default 80 */
  readonly rows?: number;
  /** Most runs that are shown in full; those with violations go first. @default 100 */
  readonly runs?: number;
  /** What gives a run again, as arguments of `hoplite analyze`. */
  readonly from?: (record: RunRecord) => readonly string[] | undefined;
}

/** Runs that are named in the list of runs. */
const MOST_LISTED = 1000;

/**
 * Runs as one HTML file that needs nothing else: no script, font or picture from anywhere, and a policy that forbids the
 * browser to fetch or run any. What agents said is text in it. The same records give the same bytes.
 */
export function reportHtml(records: readonly RunRecord[], options: ReportHtmlOptions = {}): string {
  const { rows = 80, runs = 100, from } = options;
  const [only] = records;
  const isOne = records.length === 1 && only !== undefined;
  const title = options.title ?? (isOne ? `${only.id}: ${only.says}` : `${count(records.length, 'run')} of Hoplite`);
  const broken = records.filter((record) => !isHeld(record));
  // Those that broke are what is looked for; beyond them, as many of the others as there is room for.
  const shown = records.length <= runs ? records : [...broken, ...records.filter(isHeld)].slice(0, runs);
  const names = new Map(shown.map((record, index) => [record, `r${index + 1}`]));
  const sections = shown.map((record) => {
    const given = from?.(record);
    return runSection(record, {
      name: names.get(record) ?? '',
      rows,
      isOnly: isOne,
      isOpen: !isHeld(record),
      ...(given === undefined ? {} : { from: given }),
    });
  });
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#runs">Skip to the runs</a>
<main>
<header>
<h1>${title}</h1>
<p>${verdict(records.every(isWhole), totalOf(records, broken.length))}</p>
</header>
${isOne ? undefined : listOf(records, names)}
<div id="runs">
${sections}
</div>
${shown.length < records.length ? markup`<p class="dim">${count(records.length - shown.length, 'run')} more, not shown in full.</p>` : undefined}
</main>
</body>
</html>`;
  return `${page.source}\n`;
}

/** The one style sheet by its hash, and nothing else: no script, no request, no form. */
function policy(): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function totalOf(records: readonly RunRecord[], broken: number): string {
  const open = records.filter((record) => record.unfinished !== undefined).length;
  if (broken === 0 && open > 0) return records.length === 1 ? 'Not proved' : `${open} of ${records.length} not proved`;
  if (records.length === 1) return broken === 0 ? 'Held' : 'Violated';
  return broken === 0 ? `All ${records.length} held` : `${broken} of ${records.length} violated`;
}

function verdict(held: boolean, words: string): Markup {
  return markup`<span class="verdict ${held ? 'held' : 'broken'}">${held ? '✓' : '✕'} ${words}</span>`;
}

function listOf(records: readonly RunRecord[], names: ReadonlyMap<RunRecord, string>): Markup {
  const listed = records.slice(0, MOST_LISTED);
  const rest = records.length - listed.length;
  return markup`<div class="scroll" role="region" aria-label="List of runs" tabindex="0"><table>
<caption>${count(records.length, 'run')}${rest === 0 ? '' : `, the first ${MOST_LISTED} listed`}</caption>
<thead><tr><th scope="col">run</th><th scope="col">says</th><th scope="col">verdict</th><th scope="col">messages</th><th scope="col">turns</th><th scope="col">steps</th></tr></thead>
<tbody>
${listed.map((record) => listRow(record, names.get(record)))}
</tbody></table></div>`;
}

function listRow(record: RunRecord, name: string | undefined): Markup {
  const { id, says, messages, turns, effort } = record;
  const link = name === undefined ? markup`${id}` : markup`<a href="#${name}">${id}</a>`;
  return markup`<tr><td class="text">${link}</td><td class="text">${says}</td><td>${verdict(isWhole(record), verdictOf(record))}</td><td class="number">${messages.length}</td><td class="number">${turns.length}</td><td class="number">${effort.steps}</td></tr>`;
}
