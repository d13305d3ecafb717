/** The panels of facets of the offline page, in a tab that each test has for itself. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { buildCatalog, type FacetFieldRequest, formatQuantity, openCatalog, type SearchRequest } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { askedRequest } from './asked.js';
import { eventually, OfflinePage, type Tab } from './offline-page.js';

const catalog = await buildCatalog({ parts: generateSample(2000), ...sampleMetadata() });
export const bytes = await catalog.toBytes();
/** The same in Node, without limits of how many values a facet has. */
const unlimited = await openCatalog(bytes, { limits: { facetLimit: 1e6, facetStart: 1e6 } });
export const { parts } = unlimited;
export const RESISTANCE = 'specs.resistance.value';
export const CASE = 'specs.case_package.value';
export const AT_FIRST = 8;

export let offlinePage: OfflinePage;
/** The path of the catalog. */
export let sample: string;
export let tab: Tab;

/** Opens the page for the tests of a file, and a tab for each of them. */
export function usePanels(): void {
  beforeAll(async () => {
    offlinePage = await OfflinePage.start();
    sample = await offlinePage.file('sample.pdx', bytes);
  });
  afterAll(() => offlinePage.stop());

  beforeEach(async () => {
    offlinePage.server.files.delete('catalog.pdx');
    offlinePage.server.latency = 0;
    offlinePage.server.held = undefined;
    tab = await offlinePage.newTab();
  });
  afterEach(async () => {
    const { errors } = tab;
    await tab.page.context().close();
    expect(errors).toEqual([]);
  });
}

export const panel = (title: string) => tab.page.locator(`#panels section[aria-label="${title}"]`);
export const box = (title: string, value: string) => panel(title).getByRole('checkbox', { name: value, exact: true });
export const handle = (title: string, end: 'least' | 'most') => panel(title).getByRole('slider', { name: `${title}, at ${end}` });
export const bound = (title: string, end: 'Least' | 'Greatest') => panel(title).getByRole('textbox', { name: `${end} ${title}` });
export const statusOf = () => tab.page.locator('#status strong').textContent();
export const chips = () => tab.page.locator('#chips .chip').allInnerTexts();
export const rangeInAddress = async () => new URLSearchParams(new URL(tab.page.url()).hash.slice(1)).get(`range.${RESISTANCE}`);

/** Values and counts as a panel shows them: `0603 12`. */
export const shownIn = (title: string) =>
  panel(title)
    .locator('.choice')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.querySelector('.name')?.textContent} ${row.querySelector('.count')?.textContent}`),
    );

const missingIn = async (title: string) =>
  Number((await panel(title).locator('.missing .count').allTextContents()).join().replaceAll(',', ''));

/** Counts as the engine in Node has them. */
export async function facetOf(request: SearchRequest, field: string, options: FacetFieldRequest = { limit: AT_FIRST }) {
  const requested = { ...request, limit: 0, facet: { fields: { [field]: { include: true, exclude_filter: true, ...options } } } };
  return (await parts.search(await askedRequest(parts, requested))).facet_results.fields[field];
}

export async function expectHits(request: SearchRequest): Promise<void> {
  const { hits } = await parts.search({ ...(await askedRequest(parts, request)), limit: 0 });
  await eventually(statusOf).toBe(`${hits === 0 ? 'No' : hits.toLocaleString('en-US')} part${hits > 1 ? 's' : ''}`);
  // A box is ticked, and a count read, when all counts of this answer are there.
  await tab.settled();
}

export async function expectValues(title: string, request: SearchRequest, field: string, nameOf = (value: string) => value) {
  const { facets, missing } = await facetOf(request, field);
  const expected = facets.map(({ value, count }) => `${nameOf(value)} ${count.toLocaleString('en-US')}`);
  await eventually(() => shownIn(title)).toEqual(expected);
  await eventually(() => missingIn(title)).toBe(missing);
}

/** The tooltip identifies a bar of the histogram. */
export async function expectBars(title: string, request: SearchRequest, field: string, symbol: string) {
  const { ranges = [], missing } = await facetOf(request, field, { limit: 0, ranges: 30 });
  expect(ranges.length).toBeGreaterThan(3);
  const expected = ranges.map(({ from, to, count }) => {
    const amount = `${count.toLocaleString('en-US')} part${count === 1 ? '' : 's'}`;
    return `${formatQuantity(from, symbol)} … ${formatQuantity(to, symbol)}: ${amount}`;
  });
  const bars = () =>
    panel(title)
      .locator('.bar')
      .evaluateAll((all) => all.map((bar) => (bar as HTMLElement).title));
  await eventually(bars).toEqual(expected);
  await eventually(() => missingIn(title)).toBe(missing);
  return ranges;
}

export const uidOf = async (name: string) => (await unlimited.categories.search({ q: `"${name}"` })).results[0].item.uid;
export const resistors = { filter: { fields: { category_uids: [await uidOf('chip resistors')] } } };
const brandNames = new Map<string, string>();
for await (const { uid, name } of unlimited.brands.scan({})) brandNames.set(uid, name);
export const brandOf = (uid: string) => brandNames.get(uid) ?? uid;

export async function openWithResistors(): Promise<void> {
  await tab.openFile(sample);
  await tab.settled();
  await tab.page.getByLabel('Find a category').fill('chip res');
  await box('Category', 'Chip Resistors').check();
  await tab.page.getByLabel('Find a category').fill('');
  await expectHits(resistors);
}

/** Another tab, of a small screen that is touched, in place of the one of the test. */
export async function openTouched(): Promise<void> {
  await tab.page.context().close();
  tab = await offlinePage.newTab({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
}

/** Names of the specs' panels, one below the other. */
export const specTitles = () => tab.page.locator('.drilldown h3').allInnerTexts();
