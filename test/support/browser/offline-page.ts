import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { FileServer } from '../file-server.js';
import { launchChromium } from './chromium.js';

/** Expects what is read to become so, within a time that a busy machine may need. */
export function eventually<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: 30_000 });
}

/** Runs in a page before its own scripts: counts the messages that its worker has not answered. */
function countUnanswered(): void {
  const reported = Object.assign(globalThis, { unanswered: 0 });
  const { postMessage } = Worker.prototype;
  const listenedTo = new WeakSet<Worker>();
  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    // After the page's own listener, so that what is answered is shown, and what it makes the page ask is counted, before.
    if (!listenedTo.has(this)) this.addEventListener('message', () => reported.unanswered--);
    listenedTo.add(this);
    reported.unanswered++;
    Reflect.apply(postMessage, this, args);
  };
}

/** A copy of the built page of examples/offline-page, a web server that has it, and a browser to open it in. */
export class OfflinePage {
  private constructor(
    readonly folder: string,
    readonly server: FileServer,
    private readonly chromium: Browser,
  ) {}

  static async start(): Promise<OfflinePage> {
    const folder = await mkdtemp(join(tmpdir(), 'partdex-page-'));
    const [server, chromium] = await Promise.all([
      FileServer.start(),
      launchChromium(),
      cp(inject('builtPage'), folder, { recursive: true }),
    ]);
    const page = { bytes: await readFile(join(folder, 'index.html')), headers: { 'Content-Type': 'text/html' } };
    for (const path of ['', '?catalog=other.pdx', '?catalog=gone.pdx', '?catalog=http://127.0.0.1:1/x.pdx'])
      server.files.set(path, page);
    return new OfflinePage(folder, server, chromium);
  }

  /** A tab that collects errors and everything on the page's console. */
  async newTab(options: BrowserContextOptions = {}): Promise<Tab> {
    const page = await this.chromium.newPage(options);
    page.setDefaultTimeout(15_000);
    await page.addInitScript(countUnanswered);
    return new Tab(page, this);
  }

  /** The path of a file with these bytes, to be picked. */
  async file(name: string, bytes: Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, bytes);
    return path;
  }

  async stop(): Promise<void> {
    await this.chromium.close();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export class Tab {
  /** Uncaught errors, and errors on the console. */
  readonly errors: string[] = [];
  /** Errors with this text do not count: the browser itself logs what a server has not. */
  foreseen: string | undefined;
  /** Addresses that the page and its worker have asked for. */
  readonly requested: string[] = [];

  constructor(
    readonly page: Page,
    private readonly offlinePage: OfflinePage,
  ) {
    page.on('pageerror', (error) => this.note(error.message));
    page.on('console', (message) => message.type() === 'error' && this.note(message.text()));
    page.context().on('request', (request) => this.requested.push(request.url()));
  }

  private note(error: string): void {
    if (this.foreseen === undefined || !error.includes(this.foreseen)) this.errors.push(error);
  }

  /** Opens the page as a file, and in it a catalog through the file picker. */
  async openFile(path?: string, hash = ''): Promise<void> {
    await this.page.goto(pathToFileURL(join(this.offlinePage.folder, 'index.html')).href + hash);
    if (path === undefined) return;
    await this.pick(path);
    await this.page.locator('#results').waitFor();
  }

  /** Opens the page from the web server. */
  async openUrl(search = '', hash = ''): Promise<void> {
    await this.page.goto(`${this.offlinePage.server.origin}/${search}${hash}`);
  }

  async pick(path: string): Promise<void> {
    await this.page.setInputFiles('#file', path);
  }

  /** Types keywords, letter by letter, in place of the present ones, and waits until the page has requested them. */
  async type(q: string): Promise<void> {
    await this.page.fill('#q', '');
    await this.page.locator('#q').pressSequentially(q, { delay: 5 });
    await this.hasRequested(q);
  }

  /** Waits until the page requests these keywords: its address contains them. */
  async hasRequested(q: string): Promise<void> {
    await eventually(async () => new URLSearchParams(new URL(this.page.url()).hash.slice(1)).get('q')).toBe(q);
  }

  /**
   * Waits until the page shows all that it has asked for: rows, counts, a part. Until then what is pressed may be moved, and
   * what is being typed into a range be put back. The page sends what is typed a moment later: see `hasRequested`.
   */
  async settled(): Promise<void> {
    const waitsFor = () =>
      this.page.evaluate(() => ({
        unanswered: (globalThis as unknown as { unanswered: number }).unanswered,
        isBusy: document.getElementById('panels')?.ariaBusy,
      }));
    await eventually(waitsFor).toEqual({ unanswered: 0, isBusy: 'false' });
  }

  /** Whether there is such an element and it can be seen, now. */
  shows(selector: string): Promise<boolean> {
    return this.page.locator(selector).isVisible();
  }

  /** Part numbers of the rows. */
  rows(): Promise<string[]> {
    return this.page.locator('#table-body td.mpn').allTextContents();
  }

  /** What a heading's button of the table is. */
  heading(title: string) {
    return this.page.locator('#table-head button', { hasText: title });
  }
}
