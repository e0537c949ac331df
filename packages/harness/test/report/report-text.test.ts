import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { reportText } from '../../src/report/index.ts';
import { eventful, HOSTILE, hostile, job, message, record, START, wait } from './records.ts';

describe('a run as text', () => {
  test('says what broke, draws what was sent, and how to see it again', () => {
    const text = reportText(eventful());
    expect(text).toContain('✕ I6: hub and worker wait for each other (at hub, job job-1)');
    expect(text).toMatch(/^ +hub +worker +writer +critic$/m);
    expect(text).toMatch(/├─+▶│.*#1 task request · d1 c16 · “summarise the report”/);
    expect(text).toMatch(/│◀─+┤.*#3 session inform/);
    expect(text).toMatch(/✕──┤.*refused: cannot: cycle \(brake no-cycle, by sender\)/);
    expect(text).toMatch(/├─+✕ +│.*#6 #lobby propose · d2 c2 · lost/);
    expect(text).toMatch(/├╌+▶│.*duplicate/);
    expect(text).toContain('fault: the line between worker and writer loses everything');
    expect(text).toContain("hub's person is asked (stopped): cannot: cycle, hub → worker → hub");
    expect(text).toContain('a circle that nobody can leave: hub → worker → hub');
    expect(text).toContain('reproduce: hoplite analyze T02 --seed 7');
  });

  test('says that all held, when it did', () => {
    expect(reportText(record())).toContain('HELD');
    expect(reportText(record())).not.toContain('✕');
  });

  test('hangs each message of a job below the one that it extends', () => {
    const lines = reportText(eventful()).split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^└─ #1 hub → worker task request .* worker duplicate$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {3}├─ #2 .* handled, inform by writer$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {3}└─ #5 worker → #lobby .* critic stored, writer lost$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {6}└─ #9 critic → critic/));
  });

  test('lists instead of drawing when there are more peers than lines fit', () => {
    const messages = Array.from({ length: 9 }, (_, index) => message({ to: `peer-${index}`, messageId: `m${index}` }));
    const text = reportText(record({ peers: messages.map(({ to }) => to), messages }));
    expect(text).toContain('#9 alpha → peer-8 task request · d1 c16');
    expect(text).not.toContain('▶');
  });

  test.each(HOSTILE.map((text) => [JSON.stringify(text.slice(0, 24)), text]))(
    'is harmless to a terminal and no longer than it has to be, with %s in it',
    (_start, text) => {
      verifies('harness.report.escapes');
      const shown = reportText(hostile(text));
      // eslint-disable-next-line no-control-regex -- it is what is looked for
      expect(shown).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.length).toBeLessThan(20_000);
    },
  );

  test('shows marks that cannot be seen by their number, as they may be what went wrong', () => {
    const text = reportText(record({ messages: [message({ text: '\u202Egnp.exe\n' })] }));
    expect(text).toContain('“\\u{202e}gnp.exe\\n”');
  });

  test('of a long run shows the beginning and the end, and says so', () => {
    const messages = Array.from({ length: 10_000 }, (_, index) =>
      message({ at: START + index, messageId: `m${index}`, jobId: `job-${index}`, text: `text ${index}` }),
    );
    const jobs = messages.map(({ jobId }) => job({ jobId }));
    const waits = messages.map(({ jobId }, index) => wait({ jobId, to: `peer-${index}`, until: START + index }));
    const text = reportText(record({ messages, jobs, waits, turns: [] }), { rows: 20 });
    expect(text).toContain('“text 9”');
    expect(text).toContain('… 9980 rows are left out …');
    expect(text).not.toContain('“text 10”');
    expect(text).toContain('“text 9999”');
    expect(text.length).toBeLessThan(15_000);
  });

  test('of nothing says that there was nothing', () => {
    expect(reportText(record({ messages: [], turns: [], jobs: [], waits: [] }))).toContain('no message was sent');
  });

  test('puts into the command whatever has to be there, safely for a shell', () => {
    const text = reportText(record({ id: "it's; rm -rf ~" }));
    expect(text).toContain(`hoplite analyze 'it'\\''s; rm -rf ~' --seed 7`);
    expect(reportText(record(), { from: ['my file.json'] })).toContain("hoplite analyze 'my file.json' --seed 7");
  });
});
