import type { RunRecord } from '../record.ts';
import { hopWords, jobTreesOf, jobWords, type Hop } from './job-tree.ts';
import { markup, preformatted, type Markup } from './markup.ts';
import { messageTable } from './message-table.ts';
import { reportText, violationWords } from './report-text.ts';
import { reproduce } from './reproduce.ts';
import { sequenceOf } from './sequence.ts';
import { sequenceSvg } from './sequence-svg.ts';
import { edgeWords, waitGraphOf } from './wait-graph.ts';
import { waitGraphSvg } from './wait-graph-svg.ts';
import { factsOf, isHeld, isWhole, verdictOf } from './words.ts';

export interface RunSectionOptions {
  /** A word by which elements of this run are named; unique in the document. */
  readonly name: string;
  readonly rows: number;
  readonly isOpen: boolean;
  /** Whether it is the only one, and the document's headline is its own. */
  readonly isOnly: boolean;
  readonly from?: readonly string[];
}

const MOST_VIOLATIONS = 100;
const MOST_JOBS = 30;
const MOST_HOPS = 100;
const MOST_WAITS = 24;

/** All there is to see of one run. */
export function runSection(record: RunRecord, options: RunSectionOptions): Markup {
  const { name, isOpen, isOnly } = options;
  const held = isWhole(record);
  const words = `${held ? '✓' : '✕'} ${verdictOf(record)}`;
  const body = contents(record, options);
  if (isOnly) return markup`<section class="run" id="${name}">${body}</section>`;
  return markup`<details class="run"${isOpen ? markup` open` : undefined}>
<summary><h2>${record.id}: ${record.says}</h2> <span class="verdict ${held ? 'held' : 'broken'}">${words}</span></summary>
<div id="${name}">
${body}
</div>
</details>`;
}

function contents(record: RunRecord, { name, rows, from }: RunSectionOptions): Markup {
  const sequence = sequenceOf(record, rows);
  const text = reportText(record, { rows: Math.min(rows, 60), ...(from === undefined ? {} : { from }) });
  return markup`<p class="dim">Source: ${record.source}</p>
${violations(record)}
<dl>${factsOf(record).map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
<p>Reproduce: <code>${reproduce(record, from)}</code></p>
<h3>Sequence</h3>
${sequence.rows.length === 0 ? markup`<p>No message was sent.</p>` : sequenceSvg(record, sequence, `${name}-s`)}
<h3>Jobs</h3>
${jobs(record)}
<h3>Who waited for whom</h3>
${waits(record, name)}
<h3>Messages</h3>
${messageTable(record, rows, name)}
<div class="copy">
<h3>As text</h3>
<p class="dim">To paste into an issue; one click selects it all.</p>
<pre tabindex="0" aria-label="This run as text">${preformatted(text)}</pre>
</div>`;
}

function violations(record: RunRecord): Markup {
  if (isHeld(record) && record.unfinished !== undefined)
    return markup`<p>Nothing broke so far; ${verdictOf(record)}.</p>`;
  if (isHeld(record)) return markup`<p>Everything that was expected came about, and every invariant held.</p>`;
  const shown = record.violations.slice(0, MOST_VIOLATIONS);
  const rest = record.violations.length - shown.length;
  return markup`<ul class="violations">
${shown.map((violation) => markup`<li><b>${violation.rule}</b> ${violationWords({ ...violation, rule: '' }).replace(/^: /, '')}</li>`)}
</ul>${rest === 0 ? undefined : markup`<p>And ${rest} more.</p>`}`;
}

function jobs(record: RunRecord): Markup {
  const trees = jobTreesOf(record, MOST_JOBS, MOST_HOPS);
  if (trees.length === 0) return markup`<p>No job was begun.</p>`;
  const rest = Math.max(0, record.jobs.length - MOST_JOBS);
  return markup`${trees.map(
    (tree) => markup`<p>${jobWords(tree)} <span class="dim">${tree.jobId}</span></p>
${tree.roots.length === 0 ? undefined : markup`<ul class="tree">${tree.roots.map(branch)}</ul>`}
${tree.omitted === 0 ? undefined : markup`<p class="dim">${tree.omitted} messages of this job are left out here.</p>`}`,
  )}
${rest === 0 ? undefined : markup`<p class="dim">${rest} more jobs.</p>`}`;
}

function branch(hop: Hop): Markup {
  const below = hop.children.length === 0 ? undefined : markup`<ul>${hop.children.map(branch)}</ul>`;
  return markup`<li>${hopWords(hop)}${below}</li>`;
}

function waits(record: RunRecord, name: string): Markup {
  const graph = waitGraphOf(record, MOST_WAITS);
  if (graph.edges.length === 0) return markup`<p>Nobody waited for anybody.</p>`;
  return markup`${graph.circle === undefined ? undefined : markup`<p><strong>A circle that nobody can leave:</strong> ${graph.circle.slice(0, 50).join(' → ')}</p>`}
<div class="diagram" role="region" aria-label="Wait-for graph" tabindex="0">${waitGraphSvg(graph, `${name}-w`)}</div>
<ul>${graph.edges.map((edge) => markup`<li>${edge.from} waited for ${edge.to}: ${edgeWords(edge)}</li>`)}</ul>
${graph.omitted === 0 ? undefined : markup`<p class="dim">${graph.omitted} more pairs, which waited less long.</p>`}`;
}
