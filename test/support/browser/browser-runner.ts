import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { FileServer } from '../file-server.js';
import { launchChromium } from './chromium.js';
import type { Order, Place } from './page-program.js';

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>partdex</title><input type="file"><script type="module" src="entry.js"></script>';

/** A page in Chromium that has partdex, and the web server that it comes from. */
export class BrowserRunner {
  private constructor(
    readonly server: FileServer,
    private readonly chromium: Browser,
    readonly page: Page,
  ) {}

  static async start(): Promise<BrowserRunner> {
    const [server, chromium, script] = await Promise.all([FileServer.start(), launchChromium(), bundled('page-program.ts')]);
    const page = await chromium.newPage();
    const runner = new BrowserRunner(server, chromium, page);
    server.files.set('', { bytes: Buffer.from(PAGE), headers: { 'Content-Type': 'text/html' } });
    server.files.set('entry.js', { bytes: script, headers: { 'Content-Type': 'text/javascript' } });
    await page.goto(server.origin);
    await page.waitForFunction(() => globalThis.runOrder !== undefined);
    return runner;
  }

  /** The address, relative to the page's, at which the bytes are served from now on. */
  serve(name: string, bytes: Uint8Array, headers: Readonly<Record<string, string>> = { ETag: `"${bytes.length}"` }): string {
    this.server.files.set(name, { bytes, headers });
    return name;
  }

  run(place: Place, order: Order): Promise<string[]> {
    return this.page.evaluate(([where, what]) => globalThis.runOrder(where, what), [place, JSON.stringify(order)] as const);
  }

  async stop(): Promise<void> {
    await this.chromium.close();
    await this.server.stop();
  }
}

/** A module and all that it imports as one script for browsers, minified as an application's bundle would be. */
async function bundled(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
  });
  return outputFiles[0].contents;
}
