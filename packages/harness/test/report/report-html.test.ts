import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { reportHtml } from '../../src/report/index.ts';
import { eventful, HOSTILE, hostile, job, message, record, START, turn, wait } from './records.ts';

/** Elements and attributes of a document, without its texts. */
function skeleton(html: string): readonly string[] {
  return [...html.matchAll(/<\/?([a-z0-9]+)(?:\s+[a-z0-9:-]+(?:="[^"<>]*")?)*\s*\/?>/gi)].map(([, name = '']) => name);
}

describe('a run as HTML', () => {
  test('is the same, byte for byte, for the same run', () => {
    expect(reportHtml([eventful()])).toBe(reportHtml([eventful()]));
  });

  test('refers to nothing outside, and forbids the browser to', () => {
    verifies('harness.report.html');
    const html = reportHtml([eventful(), record()]);
    expect(html).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-`);
    expect(html).not.toMatch(/https?:|src=|url\(|@import|<script|<link|style="/i);
    expect(html).not.toMatch(/href="(?!#)/);
  });

  test('has everything about the run: diagram, wait-for graph, tree, messages, states, seed, text', () => {
    verifies('harness.report.html');
    const html = reportHtml([eventful()]);
    for (const part of [
      'Sequence diagram of T02',
      'Wait-for graph',
      '<ul class="tree">',
      '<caption>9 messages</caption>',
      '<dt>states</dt><dd>2048</dd>',
      '<dt>steps</dt><dd>118</dd>',
      '<code>hoplite analyze T02 --seed 7</code>',
      '<pre',
    ]) {
      expect(html).toContain(part);
    }
  });

  test('an ordinary run takes little room', () => {
    expect(reportHtml([record()]).length).toBeLessThan(20_000);
  });

  test.each(HOSTILE.map((text) => [JSON.stringify(text.slice(0, 24)), text]))(
    'has the same elements with %s in every text as with an ordinary word',
    (_start, text) => {
      verifies('harness.report.escapes');
      const html = reportHtml([hostile(text)]);
      expect(skeleton(html)).toEqual(skeleton(reportHtml([hostile('word')])));
      for (const mark of ['\u202E', '\u2066', '\u001B']) expect(html.includes(mark)).toBe(false);
      expect(html.isWellFormed()).toBe(true);
      expect(html.length).toBeLessThan(200_000);
    },
  );

  test('of a long run shows the beginning and the end, and says so', () => {
    const messages = Array.from({ length: 20_000 }, (_, index) =>
      message({ at: START + index, from: `peer-${index}`, messageId: `m${index}`, jobId: `job-${index}` }),
    );
    const html = reportHtml(
      [
        record({
          messages,
          turns: messages.map(({ at }) => turn({ startedAt: at })),
          jobs: messages.map(({ jobId }) => job({ jobId })),
          waits: messages.map(({ from, to }) => wait({ from, to })),
          violations: messages.map(() => ({ rule: 'I1', detail: 'too much' })),
        }),
      ],
      { rows: 20 },
    );
    expect(html).toContain('20000 messages: the first 10 and the last 10');
    expect(html).toContain('are left out here');
    expect(html.length).toBeLessThan(200_000);
  });

  test('of many runs shows those that broke first, and counts the others', () => {
    const runs = [...Array.from({ length: 30 }, (_, index) => record({ id: `T${index}` })), eventful()];
    const html = reportHtml(runs, { runs: 3, title: 'the corpus' });
    expect(html).toContain('<h1>the corpus</h1>');
    expect(html).toContain('1 of 31 violated');
    expect(html).toContain('28 runs more, not shown in full.');
    expect(html).toContain('<a href="#r1">T02</a>');
    expect(html.match(/<details class="run" open>/g)).toHaveLength(1);
    expect(html.match(/<details class="run">/g)).toHaveLength(2);
  });

  test('of a run in which nothing happened says so', () => {
    const html = reportHtml([record({ messages: [], turns: [], jobs: [], waits: [] })]);
    for (const words of ['No message was sent.', 'No job was begun.', 'Nobody waited for anybody.']) {
      expect(html).toContain(words);
    }
  });
});
