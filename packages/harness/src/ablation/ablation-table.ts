import type { AblationRow } from './ablate.ts';

/** What breaks without each brake, as a table in Markdown. */
export function ablationTable(rows: readonly AblationRow[]): string {
  const cells = rows.map(({ brake, breaks }) =>
    breaks === undefined
      ? [`\`${brake}\``, 'nothing notices', '', '', '']
      : [`\`${brake}\``, `\`${breaks.rule}\``, breaks.says, breaks.world, String(breaks.steps)],
  );
  const head = ['without', 'breaks', 'which says', 'in a world of', 'steps'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...cells.map(line)].join('\n') + '\n';
}

/** The page of the docs that shows the table, whole. */
export function ablationPage(rows: readonly AblationRow[]): string {
  const stories = rows.flatMap(({ brake, breaks }) =>
    breaks === undefined
      ? []
      : [
          `### Without \`${brake}\`\n\n${breaks.story.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n')}\n`,
        ],
  );
  return `${INTRODUCTION}\n${ablationTable(rows)}\n${STORIES}\n${stories.join('\n')}`;
}

const INTRODUCTION = `# What each brake is good for

This page is generated from the code, by \`hoplite analyze --ablate\`, and a test compares it to what comes of the code today.

Each brake is switched off in turn, in both directions, while all others stay on. The explorer then looks at everything that
can happen in small worlds, the smallest first, until one of its rules breaks; what it finds is a shortest way there. With all
brakes on, none of the rules breaks in any of these worlds. A brake whose absence nothing noticed would be untested or
needless, and would stand here as such.
`;

const STORIES = `## The shortest ways

A way is told step by step, in the words of the explorer. The last step is the one that must never be.
`;
