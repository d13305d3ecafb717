/**
 * Tests in this folder run in the system's Chromium, which playwright-core drives: `npm run test:browser`, or
 * `npm run test:browser -- test/browser/<name>.test.ts` for one file. They are not part of `npm test`.
 *
 * A test is an ordinary vitest file `<name>.test.ts`, which runs in Node, launches Chromium once and closes it:
 *
 *     const chromium = await launchChromium();
 *     afterAll(() => chromium.close());
 *     it('…', async () => {
 *       const page = await chromium.newPage();
 *       await page.goto(url);                       // a page that the test has built, served from 127.0.0.1 or a file
 *       expect(await page.evaluate(() => …)).toEqual(…);
 *     });
 *
 * Where there is no Chromium no test file is loaded (vitest.config.ts), so tests need not look for it.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** No sandbox: it does not work as root, and the pages are our own. The rest stops the browser's own requests. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium: that of `CHROMIUM_PATH`, or one at a usual place; undefined where there is none. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH is "${wanted}", where there is no file; it must name Chromium's`);
    return wanted;
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  return [...onPath, ...PLACES].find((path) => existsSync(path));
}

/** A headless Chromium of its own, with a profile that ends with it. The caller closes it. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium; install it, or name one in CHROMIUM_PATH');
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}
