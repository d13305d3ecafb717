/**
 * Measures the built page in Chromium with your own catalog: how long a user waits, and how long the page is blocked meanwhile.
 * For comparison, it runs the same searches with the engine in the page's own thread, where a blocked page delays typed letters.
 *
 *     npm run example:page && node examples/offline-page/measure.mjs catalog.pdx
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const path = process.argv[2];
if (!path) throw new Error('name a catalog file');
const here = (name) => new URL(name, import.meta.url);
const QUERIES = ['capacitor', '"thick film" 0603', 'rc0603*', '*358*'];
const PAGE_SIZE = 50;

const server = createServer(answer).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const rows = [
  ...(await measured('page, file picked', (page) => inPage(page, false))),
  ...(await measured('page, over HTTP', (page) => inPage(page, true))),
  ...(await measured('own thread, file picked', inOwnThread)),
];
await browser.close();
server.close();
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) process.stdout.write(`${row.map((cell, i) => cell.padEnd(widths[i])).join('  ')}\n`);

/** Runs the steps of a scenario in a separate tab: `[way, step, milliseconds, longest stall]`. */
async function measured(way, steps) {
  const page = await browser.newPage();
  const found = [];
  const step = async (name, run) => {
    await page.waitForTimeout(400);
    await page.evaluate(() => {
      globalThis.standstills = [];
    });
    const began = performance.now();
    const msec = (await run()) ?? performance.now() - began;
    await page.waitForTimeout(200);
    const longest = await page.evaluate(() => Math.max(0, ...globalThis.standstills));
    found.push([way, name, `${msec.toFixed(0)} ms`, longest === 0 ? '< 50 ms' : `${longest.toFixed(0)} ms`]);
  };
  await page.addInitScript(() => {
    globalThis.standstills = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.standstills.push(duration);
    }).observe({ type: 'longtask' });
  });
  await steps({ page, step });
  await page.close();
  return found;
}

async function inPage({ page, step }, isBeside) {
  await step('open, first results', async () => {
    await page.goto(isBeside ? `${origin}/?catalog=catalog` : here('dist/index.html').href);
    const began = performance.now();
    if (!isBeside) await page.setInputFiles('#file', path);
    await page.waitForSelector('#table-body tr');
    return performance.now() - began;
  });
  for (const q of QUERIES) await step(`type ${q}: longest wait`, () => typed(page, q));
  await page.fill('#q', '');
  const shown = (act) => page.evaluate(act).then(() => page.waitForFunction(() => globalThis.isShown));
  const watch = () => {
    globalThis.isShown = false;
    const done = new MutationObserver(() => {
      globalThis.isShown = true;
      done.disconnect();
    });
    done.observe(document.getElementById('table-body'), { childList: true });
  };
  for (const [name, selector] of [
    ['sort by price', '#table-head th.price button'],
    ['sort by part number', '#table-head th.mpn button'],
    ['last page', '#page-last'],
  ]) {
    await page.evaluate(watch);
    await step(name, async () => void (await shown(`document.querySelector(${JSON.stringify(selector)}).click()`)));
  }
  await choose({ page, step });
  await step('open a part', async () => {
    await page.click('#table-body tr');
    await page.waitForSelector('#details h2');
  });
}

/**
 * Selections in the panels: the time until the rows are shown, and until every count is. It selects the largest or first value,
 * so it works with any catalog that has categories.
 */
async function choose({ page, step }) {
  const acts = [
    ['the largest category', chooseCategory],
    ['a brand', () => document.querySelector('.choices input:not(:checked)').click()],
    ['a value of a spec', () => document.querySelector('.drilldown .choices input:not(:checked)').click()],
    [
      'a range',
      () => {
        const handle = document.querySelector('.track .from');
        handle.value = 2;
        handle.dispatchEvent(new Event('change'));
      },
    ],
  ];
  await page.evaluate(() => {
    location.hash = '';
  });
  for (const [name, act] of acts) {
    await page.waitForFunction(() => document.getElementById('panels').getAttribute('aria-busy') === 'false');
    let answers;
    await step(`choose ${name}: rows`, async () => {
      await page.evaluate(watchAnswers);
      await page.evaluate(act);
      answers = await page.evaluate(() => globalThis.answers);
      return answers.rows;
    });
    await step(`choose ${name}: all counts`, async () => answers.counts);
  }
}

function chooseCategory() {
  const parts = (box) => Number((box.getAttribute('aria-description') ?? '').replace(/\D/g, ''));
  const boxes = [...document.querySelectorAll('.tree input:not(:checked)')];
  boxes.sort((a, b) => parts(b) - parts(a))[0].click();
}

/** Runs in the page: returns the milliseconds to the next rows, and to the last of their counts. */
function watchAnswers() {
  const began = performance.now();
  const panels = document.getElementById('panels');
  const seen = (node, options, isThere = () => true) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        resolve(performance.now() - began);
      });
      observer.observe(node, options);
    });
  const rows = seen(document.getElementById('status'), { childList: true });
  const counts = seen(panels, { attributeFilter: ['aria-busy'] }, () => panels.getAttribute('aria-busy') === 'false');
  globalThis.answers = Promise.all([rows, counts]).then(([ofRows, ofCounts]) => ({ rows: ofRows, counts: ofCounts }));
}

/** Types like a person; returns the longest time from a letter to the next answer. */
async function typed(page, q) {
  await page.fill('#q', '');
  await page.waitForTimeout(500);
  return page.evaluate(async (text) => {
    const pause = (msec) => new Promise((resolve) => setTimeout(resolve, msec));
    const input = document.getElementById('q');
    const waits = [];
    let unanswered;
    const answers = new MutationObserver(() => {
      if (unanswered !== undefined) waits.push(performance.now() - unanswered);
      unanswered = undefined;
    });
    answers.observe(document.getElementById('status'), { childList: true });
    for (const letter of text) {
      input.value += letter;
      unanswered ??= performance.now();
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await pause(120);
    }
    while (unanswered !== undefined) await pause(10);
    answers.disconnect();
    return Math.max(...waits);
  }, q);
}

async function inOwnThread({ page, step }) {
  const { outputFiles } = await build({
    entryPoints: [here('../../src/partdex.ts').pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'partdex',
  });
  await page.goto(`${origin}/empty`);
  await page.addScriptTag({ content: outputFiles[0].text });
  await page.setInputFiles('input', path);
  const search = (request) => () =>
    page.evaluate(
      async (asked) => {
        const began = performance.now();
        globalThis.catalog ??= await partdex.openCatalog(document.querySelector('input').files[0], {
          limits: { start: Number.POSITIVE_INFINITY },
        });
        const start = asked.start === 'last' ? globalThis.catalog.info.parts - asked.limit : 0;
        await globalThis.catalog.parts.search({ ...asked, start });
        return performance.now() - began;
      },
      { limit: PAGE_SIZE, include: ['short_description', 'descriptions', 'specs'], ...request },
    );
  await step('open, first results', search({}));
  for (const q of QUERIES) await step(`ask ${q}`, search({ q }));
  await step('sort by price', search({ sortby: 'avg_price asc' }));
  await step('sort by part number', search({ sortby: 'mpn asc' }));
  await step('last page', search({ sortby: 'mpn asc', start: 'last' }));
}

/** The page, the catalog by ranges, and an empty page with a file picker. */
function answer(request, response) {
  const { pathname } = new URL(request.url, origin);
  if (pathname !== '/catalog') {
    response.setHeader('Content-Type', 'text/html');
    response.end(pathname === '/' ? readFileSync(here('dist/index.html')) : '<input type="file">');
    return;
  }
  const { size, mtimeMs } = statSync(path);
  const [, first = 0, last = size - 1] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const end = Math.min(Number(last), size - 1);
  response.writeHead(206, {
    'Accept-Ranges': 'bytes',
    'Content-Length': end - Number(first) + 1,
    'Content-Range': `bytes ${first}-${end}/${size}`,
    ETag: `"${mtimeMs}"`,
  });
  createReadStream(path, { start: Number(first), end }).pipe(response);
}
