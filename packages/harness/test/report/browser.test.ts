import { verifies } from '@hoplite/test/requirements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportHtml } from '../../src/report/index.ts';
import { noBrowserBecause, Reader } from './browser.ts';
import { CLIPPED_TEXTS, FAINT_TEXTS, FOCUSED, WIDE_DRAWINGS } from './in-page.ts';
import { eventful, HOSTILE, hostile, message, record } from './records.ts';

const problem = noBrowserBecause();
if (problem !== undefined) {
  console.warn(`the tests of reports in a browser are skipped: ${problem}`);
}

describe.skipIf(problem !== undefined)('a report in a real browser', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.open();
  });
  afterAll(() => reader[Symbol.asyncDispose]());
  beforeEach(() => {
    reader.complaints.length = 0;
    reader.fetched.length = 0;
  });

  test('opens from the disk without a complaint and without fetching anything', async () => {
    verifies('harness.report.html');
    await reader.read(reportHtml([eventful(), record()]));
    expect(reader.complaints).toEqual([]);
    expect(reader.fetched).toEqual([]);
  });

  test('shows an arrow and the words of each message, without any script', async () => {
    verifies('harness.report.html');
    const page = await reader.read(reportHtml([eventful()]), { scripts: false });
    const drawing = page.locator('svg').first();
    expect(await drawing.locator('.shaft').count()).toBe(eventful().messages.length);
    for (const words of [
      '#1 task request “summarise the report”',
      'depth 2 · credit 7',
      'depth 2 · credit 3 · refused: cannot: cycle (brake no-cycle, by sender)',
      'depth 2 · credit 2 · lost',
      'fault: the line between worker and writer loses everything',
      "hub's person is asked (stopped): cannot: cycle, hub → worker → hub",
    ]) {
      expect(await drawing.locator('text', { hasText: words }).isVisible(), words).toBe(true);
    }
    expect(await page.getByText('A circle that nobody can leave:', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('row').count()).toBe(1 + eventful().messages.length);
  });

  test.each([
    ['light', false],
    ['dark', true],
  ])('is easy to read in %s', async (_scheme, dark) => {
    const page = await reader.read(reportHtml([eventful(), record()]), { dark });
    expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
    expect(await page.evaluate(CLIPPED_TEXTS)).toEqual([]);
  });

  test.each(HOSTILE.map((text) => [JSON.stringify(text.slice(0, 24)), text]))(
    'shows %s as text, and runs nothing',
    async (_start, text) => {
      verifies('harness.report.escapes');
      const page = await reader.read(reportHtml([hostile(text)]));
      expect(reader.complaints).toEqual([]);
      expect(reader.fetched).toEqual([]);
      expect(await page.locator('script, img, iframe, object, [onload], [onerror], [onmouseover]').count()).toBe(0);
      expect(await page.title()).not.toBe('owned');
      expect(await page.evaluate(CLIPPED_TEXTS)).toEqual([]);
    },
  );

  test('prints on pages of which none cuts a drawing off, what is folded included', async () => {
    verifies('harness.report.html');
    const many = Array.from({ length: 12 }, (_, index) => `peer-${index}`);
    const wide = record({
      peers: many,
      messages: many.map((to, index) => message({ from: 'peer-0', to, messageId: `m${index}` })),
    });
    const page = await reader.read(reportHtml([eventful(), record(), wide]));
    await page.emulateMedia({ media: 'print' });
    // The width of a page of A4 without its margins, at 96 pixels an inch.
    await page.setViewportSize({ width: 703, height: 1032 });
    expect(await page.evaluate(WIDE_DRAWINGS)).toBe(0);
    for (const svg of await page.locator('svg').all()) {
      const box = await svg.boundingBox();
      expect(box?.height).toBeGreaterThan(0);
      expect(box?.height).toBeLessThan(1032);
    }
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(3);
  });

  test('can be read with the keyboard: what scrolls can be focused', async () => {
    const page = await reader.read(reportHtml([eventful()]));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(FOCUSED)).toBe('Skip to the runs');
    for (const name of ['Sequence diagram', 'Wait-for graph', 'Messages']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(FOCUSED)).toBe(name);
    }
    expect(await page.getByRole('img', { name: /^Sequence diagram of T02/ }).count()).toBe(1);
  });
});
