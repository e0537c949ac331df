/**
 * The look of a report: calm, light or dark as the reader's system is, and black on white in print. Every colour of text
 * stands out from its ground by 4.5 to 1 at least (WCAG 2.2, 1.4.3); no meaning is in a colour alone.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fafaf8; --sheet: #ffffff; --ink: #1f2328; --dim: #57606a; --line: #d5dae0; --soft: #eef1f4;
  --asks: #0b57a4; --ends: #57606a; --bad: #b3261e; --bad-soft: #fdeeec; --good: #1a6b34; --good-soft: #e9f5ec;
  --warn: #7a4f00; --warn-soft: #fdf4dc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --sheet: #1b1f23; --ink: #e6e8ea; --dim: #a9b2bb; --line: #3a4149; --soft: #252b31;
    --asks: #7ab7ff; --ends: #a9b2bb; --bad: #ff9a91; --bad-soft: #3a2220; --good: #7fd6a0; --good-soft: #1d3325;
    --warn: #f0c36d; --warn-soft: #352c18;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 4px; }
h2 { display: inline; font-size: 1.15rem; line-height: 1.35; margin: 0; }
h3 { font-size: 1rem; margin: 28px 0 8px; }
h1, h2, p, li, dd, td.text { overflow-wrap: anywhere; }
p { margin: 6px 0; }
a { color: var(--asks); }
:focus-visible { outline: 2px solid var(--asks); outline-offset: 2px; }
.skip { position: absolute; left: -999em; }
.skip:focus { left: 12px; top: 12px; background: var(--sheet); padding: 8px 12px; z-index: 1; }
.dim { color: var(--dim); }
.verdict { display: inline-block; border: 1px solid; border-radius: 999px; padding: 1px 12px; white-space: nowrap; font-weight: 600; font-size: .9rem; }
.verdict.held { color: var(--good); background: var(--good-soft); }
.verdict.broken { color: var(--bad); background: var(--bad-soft); }
.run { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; margin: 20px 0; }
.run > summary { cursor: pointer; }
.violations { list-style: none; padding: 0; margin: 12px 0; }
.violations li { border-left: 4px solid var(--bad); background: var(--bad-soft); padding: 8px 12px; margin: 6px 0; }
.violations b { color: var(--bad); }
dl { display: flex; flex-wrap: wrap; gap: 6px 24px; margin: 12px 0; }
dl div { display: flex; gap: 6px; }
dt { color: var(--dim); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
code, pre { font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { background: var(--soft); border-radius: 4px; padding: 2px 6px; user-select: all; overflow-wrap: anywhere; }
pre { background: var(--soft); border-radius: 6px; padding: 12px; overflow-x: auto; margin: 8px 0; user-select: all; }
.diagram, .scroll { overflow-x: auto; }
svg { display: block; max-width: none; height: auto; font: 11px system-ui, sans-serif; }
.life { stroke: var(--line); stroke-dasharray: 3 3; }
.peer { fill: var(--soft); stroke: var(--line); }
.name { fill: var(--ink); font-weight: 600; font-size: 12px; }
.time { fill: var(--dim); font-variant-numeric: tabular-nums; }
.bar { fill: var(--soft); stroke: var(--dim); }
.begin { fill: var(--soft); stroke: var(--dim); stroke-width: 1.5; }
.what { fill: var(--ink); }
.facts { fill: var(--dim); }
.what, .facts { unicode-bidi: isolate; paint-order: stroke; stroke: var(--sheet); stroke-width: 4px; stroke-linejoin: round; }
.note + .what { stroke: none; }
.shaft { fill: none; stroke: var(--ends); stroke-width: 1.4; }
.shaft.asks { stroke: var(--asks); stroke-width: 1.8; }
.shaft.ends { stroke-dasharray: 6 3; }
.shaft.refused, .shaft.lost, .shaft.waits, .cross { stroke: var(--bad); }
.shaft.lost, .shaft.duplicate, .shaft.waiting { stroke-dasharray: 2 3; }
.shaft.waits { stroke-width: 2.4; }
.cross { stroke-width: 2.4; }
.tip { fill: var(--ends); }
.tip.asks { fill: var(--asks); }
.tip.waits { fill: var(--bad); }
.facts.refused, .facts.lost, .facts.waits { fill: var(--bad); font-weight: 600; }
.facts.duplicate, .facts.waiting { fill: var(--warn); font-weight: 600; }
.note { fill: var(--soft); stroke: var(--line); }
.note.fault { fill: var(--warn-soft); stroke: var(--warn); }
.note.ask { fill: var(--bad-soft); stroke: var(--bad); }
.tree, .tree ul { list-style: none; margin: 0; padding-left: 20px; border-left: 1px solid var(--line); }
.tree { padding-left: 12px; margin-bottom: 14px; }
.tree li { margin: 3px 0; }
table { border-collapse: collapse; width: 100%; font-size: .87rem; }
caption { text-align: left; color: var(--dim); padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 600; }
td { overflow-wrap: break-word; }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
td.refused, td.lost { color: var(--bad); font-weight: 600; }
td.text { unicode-bidi: isolate; min-width: 9em; }
@page { margin: 12mm; }
@page wide { size: landscape; }
@media print {
  :root {
    color-scheme: light;
    --ground: #fff; --sheet: #fff; --ink: #000; --dim: #333; --line: #888; --soft: #fff;
    --asks: #000; --ends: #333; --bad: #000; --bad-soft: #fff; --good: #000; --good-soft: #fff;
    --warn: #000; --warn-soft: #fff;
  }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  .skip, .copy { display: none; }
  table { font-size: 8pt; }
  .run { border: 0; border-radius: 0; padding: 0; }
  .run + .run { break-before: page; }
  /* What is folded on the screen is paper's to show. */
  details::details-content { content-visibility: visible; display: block; block-size: auto; overflow: visible; }
  .diagram, .scroll { overflow: visible; }
  .diagram.wide { page: wide; }
  svg { max-width: 100%; break-inside: avoid; margin: 0 auto; }
  h3, summary { break-after: avoid; }
  tr, .violations li, .tree li { break-inside: avoid; }
  thead { display: table-header-group; }
}
`;
