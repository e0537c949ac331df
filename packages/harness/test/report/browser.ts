import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Why no browser can be opened here, for whoever wonders about skipped tests; undefined when one can. */
export function noBrowserBecause(): string | undefined {
  const { error, status } = spawnSync(CHROMIUM, ['--version']);
  return error === undefined && status === 0
    ? undefined
    : `there is no ${CHROMIUM}: install the Debian package chromium`;
}

/** A browser as a reader has it, which tells what it complains about and what it would fetch. */
export class Reader implements AsyncDisposable {
  readonly complaints: string[] = [];
  readonly fetched: string[] = [];
  readonly #browser: Browser;
  readonly #directory = mkdtempSync(join(tmpdir(), 'hoplite-report-'));

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async open(): Promise<Reader> {
    return new Reader(await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] }));
  }

  /** Opens a document from the disk, as somebody does who got it by mail. */
  async read(html: string, options: { readonly dark?: boolean; readonly scripts?: boolean } = {}): Promise<Page> {
    const file = join(this.#directory, 'report.html');
    writeFileSync(file, html);
    const page = await this.#browser.newPage({
      colorScheme: options.dark ? 'dark' : 'light',
      javaScriptEnabled: options.scripts ?? true,
    });
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => {
      if (request.url() !== pathToFileURL(file).href) this.fetched.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
