import { expect, it } from 'vitest';
import { buildCatalog } from '../../src/partdex.js';
import {
  AT_FIRST,
  bound,
  box,
  brandOf,
  bytes,
  CASE,
  chips,
  expectBars,
  expectHits,
  expectValues,
  facetOf,
  handle,
  offlinePage,
  openTouched,
  openWithResistors,
  panel,
  parts,
  RESISTANCE,
  rangeInAddress,
  resistors,
  sample,
  shownIn,
  specTitles,
  statusOf,
  tab,
  uidOf,
  usePanels,
} from '../support/browser/facet-panels.js';
import { eventually } from '../support/browser/offline-page.js';

usePanels();

it('shows which specs matter of a category, in the order of their rank, and opens the first', async () => {
  await openWithResistors();
  const requested = { ...resistors, limit: 0, spec_drilldown: { include: true, exclude_filter: true } };
  const { facet_results, stats_results, spec_metadata } = await parts.search(requested);
  const results = [...Object.entries(facet_results.fields), ...Object.entries(stats_results)];
  const ranked = results
    .sort(([, a], [, b]) => a.spec_drilldown_rank! - b.spec_drilldown_rank!)
    .map(([field]) => field.split('.')[1]);
  const names = [...new Set(ranked)].map((key) => spec_metadata[key].name);
  expect(names.length).toBeGreaterThan(8);
  await eventually(specTitles).toEqual(names.slice(0, 12));
  const opened = tab.page.locator('.drilldown h3 button[aria-expanded="true"]');
  await eventually(() => opened.allInnerTexts()).toEqual(names.slice(0, 4));
  if (names.length > 12) await tab.page.getByRole('button', { name: `${names.length - 12} more spec` }).click();
  await eventually(specTitles).toEqual(names);
});

it('the counts are those of the engine', async () => {
  await openWithResistors();
  await expectValues('Brand', resistors, 'brand.uid', brandOf);
  await expectValues('Case/Package', resistors, CASE);
  await expectBars('Resistance', resistors, RESISTANCE, 'Ω');
  await panel('Packaging').getByRole('button', { name: 'Packaging' }).click();
  await expectValues('Packaging', resistors, 'offers.packaging');
  const ofTree = await facetOf(resistors, 'category_uids', { limit: 1000 });
  const capacitors = await uidOf('ceramic capacitors');
  const count = ofTree.facets.find(({ value }) => value === capacitors)?.count;
  await eventually(() => shownIn('Category')).toContain(`Ceramic Capacitors ${count}`);
});

it('many values are chosen, and every count is right at once', async () => {
  await openWithResistors();
  const fields: Record<string, string[]> = { ...resistors.filter.fields };
  const choose = async (title: string, field: string, count: number, nameOf = (value: string) => value) => {
    const { facets } = await facetOf({ filter: { fields } }, field);
    for (const { value } of facets.slice(0, count)) {
      await box(title, nameOf(value)).check();
      fields[field] = [...(fields[field] ?? []), value];
      await expectHits({ filter: { fields } });
      await expectValues('Brand', { filter: { fields } }, 'brand.uid', brandOf);
      await expectValues('Case/Package', { filter: { fields } }, CASE);
    }
  };
  await choose('Case/Package', CASE, 3);
  await choose('Brand', 'brand.uid', 2, brandOf);
  await expectBars('Resistance', { filter: { fields } }, RESISTANCE, 'Ω');
  const chosen = [
    ...fields[CASE].map((value) => `Case/Package\n${value}`),
    ...fields['brand.uid'].map((uid) => `Brand\n${brandOf(uid)}`),
  ];
  await eventually(chips).toEqual(['Category\nChip Resistors', ...chosen]);
  // Taken back one by one, by a chip and by its box.
  await tab.page.locator('#chips .chip').nth(1).click();
  fields[CASE] = fields[CASE].slice(1);
  await expectHits({ filter: { fields } });
  await box('Case/Package', fields[CASE][0]).uncheck();
  fields[CASE] = fields[CASE].slice(1);
  await expectHits({ filter: { fields } });
  await expectValues('Case/Package', { filter: { fields } }, CASE);
  await eventually(async () => (await chips()).length).toBe(4);
});

it('what is chosen stays where it is when others are, with its count, be it none', async () => {
  await openWithResistors();
  const { facets } = await facetOf(resistors, 'brand.uid');
  const uid = facets[0].value;
  await box('Brand', brandOf(uid)).check();
  const ofBrand = { ...resistors.filter.fields, 'brand.uid': [uid] };
  await expectHits({ filter: { fields: ofBrand } });
  const before = await specTitles();
  await box('Case/Package', '0603').check();
  const chosen = { filter: { fields: { ...ofBrand, [CASE]: ['0603'] } } };
  await expectHits(chosen);
  await expectValues('Case/Package', chosen, CASE);
  await eventually(specTitles).toEqual(before);
  // Resistors of one brand are not all brands: none of them has this word.
  await tab.type('microcontroller');
  await eventually(statusOf).toBe('No part');
  await eventually(() => shownIn('Brand')).toEqual([`${brandOf(uid)} 0`]);
  await eventually(() => shownIn('Case/Package')).toEqual(['0603 0']);
  await tab.settled();
  // Not uncheck: with its choice the box is gone.
  await box('Case/Package', '0603').click();
  await tab.page.fill('#q', '');
  await expectHits({ filter: { fields: ofBrand } });
});

it('more values are paged in, and one is found by its name', async () => {
  await tab.openFile(sample);
  const { facets } = await facetOf({}, 'brand.uid', { limit: 1000 });
  const expected = facets.map(({ value, count }) => `${brandOf(value)} ${count}`);
  await eventually(() => shownIn('Brand')).toEqual(expected.slice(0, AT_FIRST));
  await tab.settled();
  const more = panel('Brand').getByRole('button', { name: 'More' });
  await more.click();
  await eventually(() => shownIn('Brand')).toEqual(expected.slice(0, 28));
  await more.click();
  await eventually(() => shownIn('Brand')).toEqual(expected.slice(0, 48));
  const last = brandOf(facets[facets.length - 1].value);
  await tab.page.getByLabel('Find a brand').fill(last.toLowerCase());
  await eventually(() => shownIn('Brand')).toEqual([expected[expected.length - 1]]);
  await box('Brand', last).check();
  await expectHits({ filter: { fields: { 'brand.uid': [facets[facets.length - 1].value] } } });
  await tab.page.getByLabel('Find a brand').fill('');
  // It is far below the values that are shown, and so before them.
  await eventually(async () => (await shownIn('Brand'))[0]).toBe(expected[expected.length - 1]);
  await tab.page.getByLabel('Find a brand').fill('no such brand');
  await eventually(() => panel('Brand').locator('.hint').allInnerTexts()).toEqual(['No name contains this text.']);
});

it('categories are chosen one beside the other, and one below takes the place of one above', async () => {
  await openWithResistors();
  const fields = { category_uids: [...resistors.filter.fields.category_uids, await uidOf('film capacitors')] };
  await box('Category', 'Film Capacitors').check();
  await expectHits({ filter: { fields } });
  await eventually(chips).toEqual(['Category\nChip Resistors', 'Category\nFilm Capacitors']);
  const isMixed = (name: string) => box('Category', name).evaluate((input) => (input as HTMLInputElement).indeterminate);
  await eventually(() => isMixed('Passive Components')).toBe(true);
  await box('Category', 'Passive Components').click();
  await expectHits({ filter: { fields: { category_uids: [await uidOf('passive components')] } } });
  await eventually(chips).toEqual(['Category\nPassive Components']);
  await box('Category', 'Film Capacitors').check();
  await eventually(chips).toEqual(['Category\nFilm Capacitors']);
  await expectHits({ filter: { fields: { category_uids: [await uidOf('film capacitors')] } } });
  // Other branches of the tree come on request.
  await eventually(() => box('Category', 'Connectors').count()).toBe(0);
  await panel('Category').getByRole('button', { name: 'Other categories' }).click();
  await eventually(() => box('Category', 'Connectors').isVisible()).toBe(true);
});

it('the address keeps choices, ranges and open panels', async () => {
  offlinePage.server.files.set('catalog.pdx', { bytes, headers: { ETag: '"1"' } });
  await tab.openUrl(
    '',
    `#${new URLSearchParams([
      ['in.category_uids', resistors.filter.fields.category_uids[0]],
      [`in.${CASE}`, '0603'],
      [`in.${CASE}`, '0402'],
      [`range.${RESISTANCE}`, '1000..47000'],
    ])}`,
  );
  const request = {
    filter: {
      fields: { ...resistors.filter.fields, [CASE]: ['0603', '0402'] },
      queries: [`${RESISTANCE}:[1000 TO 47000]`],
    },
  };
  await expectHits(request);
  await expectValues('Case/Package', request, CASE);
  await expectBars('Resistance', request, RESISTANCE, 'Ω');
  await eventually(() => box('Case/Package', '0603').isChecked()).toBe(true);
  const button = (title: string) => panel(title).locator('> :is(h2, h3) button');
  await button('Seller').click();
  await button('Case/Package').click();
  await eventually(() => button('Case/Package').innerText()).toContain('2 chosen');
  await button('Tolerance').click();
  await expectValues('Tolerance', request, 'specs.tolerance.value');
  await tab.page.reload();
  await expectHits(request);
  await expectValues('Tolerance', request, 'specs.tolerance.value');
  const isOpen = (title: string) => button(title).getAttribute('aria-expanded');
  const areOpen = () => Promise.all(['Seller', 'Case/Package', 'Tolerance', 'Packaging'].map(isOpen));
  await eventually(areOpen).toEqual(['true', 'false', 'true', 'false']);
});

it('of a catalog on a server it asks for the specs of all parts only when they are opened', async () => {
  offlinePage.server.files.set('catalog.pdx', { bytes, headers: { ETag: '"1"' } });
  await tab.openUrl();
  await expectHits({});
  await expectValues('Brand', {}, 'brand.uid', brandOf);
  const isOpen = () => panel('Specs').locator('> h2 button').getAttribute('aria-expanded');
  await eventually(isOpen).toBe('false');
  await eventually(specTitles).toEqual([]);
  await panel('Specs').locator('> h2 button').click();
  await eventually(async () => (await specTitles()).length).toBe(12);
  await panel('Specs').locator('> h2 button').click();
  await eventually(isOpen).toBe('false');
  await tab.page.locator('#logo').click();
  await tab.settled();
  await tab.page.getByLabel('Find a category').fill('chip res');
  await box('Category', 'Chip Resistors').check();
  await eventually(isOpen).toBe('true');
  await expectValues('Case/Package', resistors, CASE);
});

it('a bound that is being typed stays when counts come', async () => {
  await openWithResistors();
  const bound = tab.page.getByLabel('Least Resistance', { exact: true });
  await bound.waitFor();
  await tab.page.fill('#q', 'film');
  await bound.fill('4k7');
  await tab.hasRequested('film');
  await tab.settled();
  expect(await bound.inputValue()).toBe('4k7');
  await bound.press('Escape');
  await eventually(() => bound.inputValue()).toBe('');
});

it('of counts on their way only the newest are shown', async () => {
  offlinePage.server.files.set('catalog.pdx', { bytes, headers: { ETag: '"1"' } });
  await tab.openUrl();
  await expectHits({});
  await expectValues('Brand', {}, 'brand.uid', brandOf);
  await tab.page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    const list = document.querySelector('#panels section[aria-label="Brand"] ul') as HTMLElement;
    const watched = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => shown.push(list.querySelector('.count')?.textContent ?? '')).observe(list, watched);
  });
  const release = offlinePage.server.hold();
  await tab.page.fill('#q', 'resistor');
  await eventually(() => tab.page.locator('#results').evaluate((one) => one.classList.contains('is-waiting'))).toBe(true);
  await tab.page.fill('#q', 'ceramic');
  await tab.hasRequested('ceramic');
  release();
  await expectHits({ q: 'ceramic' });
  await expectValues('Brand', { q: 'ceramic' }, 'brand.uid', brandOf);
  // All requests are answered, and no answer is still to be shown.
  await tab.settled();
  const first = (await facetOf({ q: 'ceramic' }, 'brand.uid')).facets[0].count;
  const shown = await tab.page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  expect(new Set(shown)).toEqual(new Set([first.toLocaleString('en-US')]));
});

it('while a filter is at fault the counts are shown as those of before', async () => {
  await openWithResistors();
  const stale = () =>
    tab.page.evaluate(() => ['results', 'panels'].map((id) => document.getElementById(id)!.classList.contains('is-stale')));
  await eventually(stale).toEqual([false, false]);
  await tab.page.fill('#filter', 'specs.resistance.value:[');
  await eventually(() => tab.page.locator('#filter-fault').isVisible()).toBe(true);
  await eventually(stale).toEqual([true, true]);
  await eventually(() => tab.page.locator('#status').innerText()).toContain('before this');
  await tab.page.fill('#filter', '');
  await eventually(stale).toEqual([false, false]);
  await eventually(() => tab.page.locator('#status').innerText()).toMatch(/ms$/);
});

it('another catalog begins without the choices, ranges and sort of the one before', async () => {
  await openWithResistors();
  await tab.heading('Part number').click();
  await eventually(() => tab.page.locator('#table-head th', { hasText: 'Part number' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await bound('Resistance', 'Least').fill('1k');
  await tab.page.keyboard.press('Enter');
  await eventually(rangeInAddress).toBe('1000..');
  const other = await buildCatalog({
    parts: [
      { uid: 'b', mpn: 'b' },
      { uid: 'a', mpn: 'c' },
    ],
  });
  await tab.pick(await offlinePage.file('other.pdx', await other.toBytes()));
  await eventually(() => tab.rows()).toEqual(['c', 'b']);
  await eventually(async () => new URL(tab.page.url()).hash).toBe('');
  await eventually(() => tab.shows('#chips')).toBe(false);
  await eventually(() => tab.shows('.drilldown')).toBe(false);
});

it('everything in the panels can be reached with the keyboard and has a name', async () => {
  await openWithResistors();
  await expectBars('Resistance', resistors, RESISTANCE, 'Ω');
  const unnamed = await tab.page
    .locator('#panels :is(button, input)')
    .evaluateAll((all) =>
      all
        .filter((control) => (control as HTMLElement).checkVisibility() && (control as HTMLElement).tabIndex < 0)
        .map((control) => control.outerHTML),
    );
  expect(unnamed).toEqual([]);
  const tree = await tab.page.locator('#panels').ariaSnapshot();
  for (const nameless of [
    /- button(?! ")/,
    /- checkbox(?! ")/,
    /- slider(?! ")/,
    /- textbox(?! ")/,
    /- searchbox(?! ")/,
    /- img(?! ")/,
  ]) {
    expect(tree).not.toMatch(nameless);
  }
  expect(tree).toContain('group "Resistance"');
  await eventually(() => panel('Resistance').getByRole('img').getAttribute('aria-label')).toMatch(
    /^Resistance from [\d.]+ Ω to [\d.]+ MΩ; \d+ parts from .+ to .+, the most$/,
  );
  const size = () => box('Case/Package', '0603').evaluate((input) => (input as HTMLInputElement).ariaDescription);
  await eventually(size).toMatch(/^\d+ parts$/);
  // From box to box, ticking with the space bar; the focus stays though the counts are loaded again.
  await box('Case/Package', '0603').focus();
  await tab.page.keyboard.press('Space');
  await eventually(chips).toContain('Case/Package\n0603');
  const focused = () => tab.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await eventually(focused).toBe('0603');
  await expectHits({ filter: { fields: { ...resistors.filter.fields, [CASE]: ['0603'] } } });
  await expectValues('Case/Package', { filter: { fields: { ...resistors.filter.fields, [CASE]: ['0603'] } } }, CASE);
  await eventually(focused).toBe('0603');
  await handle('Resistance', 'least').focus();
  await tab.page.keyboard.press('Escape');
  await eventually(focused).toBe('Question');
  await eventually(() => handle('Resistance', 'least').inputValue()).toBe('0');
});

it('on a screen that is touched the handles are large enough, and boxes are ticked', async () => {
  await openTouched();
  await tab.openFile(sample, `#${new URLSearchParams({ 'in.category_uids': resistors.filter.fields.category_uids[0] })}`);
  await expectHits(resistors);
  await tab.page.locator('#toggle-panels').tap();
  await expectBars('Resistance', resistors, RESISTANCE, 'Ω');
  await box('Case/Package', '0603').tap();
  await expectHits({ filter: { fields: { ...resistors.filter.fields, [CASE]: ['0603'] } } });
  const style = await panel('Resistance')
    .locator('.slider')
    .evaluate((slider) => getComputedStyle(slider).getPropertyValue('--handle'));
  expect(Number.parseInt(style, 10)).toBeGreaterThanOrEqual(24);
  const overflow = () => tab.page.locator('#panels').evaluate((side) => side.scrollWidth - side.clientWidth);
  await eventually(overflow).toBe(0);
  // A finger has no Escape key: a touch beside the panels puts them away.
  await tab.page.touchscreen.tap(370, 400);
  await eventually(() => tab.page.locator('#panels').isVisible()).toBe(false);
});
