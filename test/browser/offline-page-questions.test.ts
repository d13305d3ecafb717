import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { buildCatalog, type Interpretation } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { eventually, OfflinePage, type Tab } from '../support/browser/offline-page.js';

const offlinePage = await OfflinePage.start();
afterAll(() => offlinePage.stop());

const { parts } = await buildCatalog({ parts: generateSample(2000), ...sampleMetadata() }).then(async (catalog) => {
  await offlinePage.file('sample.pdx', await catalog.toBytes());
  return catalog;
});
/** A category and a brand of the same name. */
const relays = await buildCatalog({
  parts: [
    { uid: '1', mpn: 'R-1', brand: { uid: 'b1', name: 'Nova' }, category_uids: ['c1'] },
    { uid: '2', mpn: 'R-2', brand: { uid: 'b2', name: 'Relay Works' }, category_uids: ['c2'] },
    { uid: '3', mpn: 'R-3', brand: { uid: 'b2', name: 'Relay Works' }, category_uids: ['c2'] },
  ],
  categories: [
    { uid: 'c1', name: 'Relays' },
    { uid: 'c2', name: 'Switches' },
  ],
});
await offlinePage.file('relays.pdx', await relays.toBytes());
const sample = `${offlinePage.folder}/sample.pdx`;

let tab: Tab;
beforeEach(async () => {
  tab = await offlinePage.newTab();
  await tab.openFile(sample);
});
afterEach(async () => {
  const { errors } = tab;
  await tab.page.context().close();
  expect(errors).toEqual([]);
});

const QUESTION = 'thick film 0603 quanjun';

const readings = () => tab.page.locator('#readings .reading');
const typed = () => readings().locator('.typed').allInnerTexts();
const statusOf = () => tab.page.locator('#status strong').textContent();

/** Expects as many parts as some filter queries find. */
async function expectHits(queries: readonly (string | undefined)[], of = parts): Promise<void> {
  const { hits } = await of.search({ filter: { queries: queries.filter((query) => query !== undefined) }, limit: 0 });
  expect(hits).toBeGreaterThan(0);
  await eventually(statusOf).toBe(`${hits.toLocaleString('en-US')} part${hits === 1 ? '' : 's'}`);
}

const queriesOf = ({ readings: all }: Interpretation) => all.map(({ query }) => query);

it('shows how a question was read; a piece is removed and put back with the keyboard', async () => {
  const understood = await parts.interpret(QUESTION);
  const queries = queriesOf(understood);
  await tab.page.fill('#q', QUESTION);
  await eventually(typed).toEqual(understood.readings.map(({ text }) => text));
  await expectHits(queries);
  expect(await readings().first().innerText()).toMatch(/\([\d,]+\)/);
  const { text } = understood.readings[1];
  await tab.settled();
  await tab.page.getByRole('button', { name: `Without “${text}”` }).focus();
  await tab.page.keyboard.press('Enter');
  await expectHits(queries.toSpliced(1, 1));
  // The focus stays at the piece, and the address keeps the change.
  const back = tab.page.getByRole('button', { name: `Put “${text}” back` });
  await eventually(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(new URLSearchParams(new URL(tab.page.url()).hash.slice(1)).get(`piece.${understood.readings[1].offset}`)).toBe('');
  await tab.settled();
  await back.press('Enter');
  await expectHits(queries);
  await eventually(() => back.count()).toBe(0);
});

it('a piece is changed to an alternative, and another text has its own pieces', async () => {
  const { parts } = relays;
  const understood = await parts.interpret('relay');
  const [{ alternatives }] = understood.readings;
  expect(alternatives.length).toBeGreaterThan(0);
  await tab.pick(`${offlinePage.folder}/relays.pdx`);
  await tab.page.fill('#q', 'relay');
  await expectHits(queriesOf(understood), parts);
  await tab.settled();
  const choice = tab.page.getByRole('combobox', { name: 'Meaning of “relay”' });
  await choice.selectOption({ index: 1 });
  await expectHits([alternatives[0].query], parts);
  await eventually(() => choice.evaluate((select) => (select as HTMLSelectElement).selectedIndex)).toBe(1);
  await tab.page.fill('#q', 'nova');
  await eventually(typed).toEqual(['nova']);
  expect(tab.page.url()).not.toContain('piece.');
});

it('shows what was corrected and what was dropped', async () => {
  const text = 'capcitor x7r xyzzyq ';
  const { readings: all } = await parts.interpret(text);
  const corrected = all.find((reading) => reading.corrected)?.corrected;
  const dropped = all.find(({ as }) => as === 'ignored');
  expect([typeof corrected, dropped?.text]).toEqual(['string', 'xyzzyq']);
  await tab.page.fill('#q', text);
  await eventually(() => tab.page.locator('#warnings').innerText()).toContain(`Corrected: ${corrected}`);
  expect(await tab.page.locator('#warnings').innerText()).toContain('“xyzzyq” was ignored');
  expect(await tab.page.locator('#readings .ignored').innerText()).toContain('xyzzyq');
});

it('a text with wildcards is keywords, without chips', async () => {
  await tab.page.fill('#q', 'rc0603*');
  const { hits } = await parts.search({ q: 'rc0603*' });
  await eventually(statusOf).toBe(`${hits} parts`);
  expect(await tab.shows('#readings')).toBe(false);
});
