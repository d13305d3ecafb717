import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource, formatQuantity, type SearchRequest } from '../../src/partdex.js';
import {
  bound,
  CASE,
  chips,
  expectBars,
  expectHits,
  expectValues,
  handle,
  offlinePage,
  openWithResistors,
  panel,
  RESISTANCE,
  rangeInAddress,
  resistors,
  specTitles,
  statusOf,
  tab,
  usePanels,
} from '../support/browser/facet-panels.js';
import { eventually } from '../support/browser/offline-page.js';

usePanels();

describe('a range', () => {
  const within = (from: string, to: string): SearchRequest => ({
    filter: { ...resistors.filter, queries: [`${RESISTANCE}:[${from} TO ${to}]`] },
  });

  it('is set with the arrow keys, edge by edge, and the other counts follow', async () => {
    await openWithResistors();
    const ranges = await expectBars('Resistance', resistors, RESISTANCE, 'Ω');
    await handle('Resistance', 'least').focus();
    for (let i = 0; i < 3; i++) await tab.page.keyboard.press('ArrowRight');
    await expectHits(within(ranges[3].from, '*'));
    await handle('Resistance', 'most').focus();
    for (let i = 0; i < 4; i++) await tab.page.keyboard.press('ArrowLeft');
    const [from, to] = [ranges[3].from, ranges[ranges.length - 5].to];
    await expectHits(within(from, to));
    await eventually(rangeInAddress).toBe(`${from}..${to}`);
    await expectValues('Case/Package', within(from, to), CASE);
    // Its own choice is left out of account, so the bars are as before.
    expect(await expectBars('Resistance', within(from, to), RESISTANCE, 'Ω')).toEqual(ranges);
    const [least, most] = [formatQuantity(from, 'Ω'), formatQuantity(to, 'Ω')];
    await eventually(() => handle('Resistance', 'least').getAttribute('aria-valuetext')).toBe(least);
    await eventually(() => handle('Resistance', 'most').getAttribute('aria-valuetext')).toBe(most);
    await eventually(() => bound('Resistance', 'Least').inputValue()).toBe(least);
    const inside = panel('Resistance').locator('.bar.is-inside');
    await eventually(() => inside.count()).toBe(ranges.length - 7);
    await tab.page.keyboard.press('End');
    await expectHits(within(from, '*'));
    await eventually(() => handle('Resistance', 'most').getAttribute('aria-valuetext')).toBe('any');
    // The handles do not pass each other.
    await handle('Resistance', 'least').focus();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.press('Home');
    await eventually(rangeInAddress).toBe(null);
    await expectHits(resistors);
  });

  it('is dragged with a pointer, and the parts follow', async () => {
    await openWithResistors();
    const ranges = await expectBars('Resistance', resistors, RESISTANCE, 'Ω');
    await panel('Resistance').locator('.track').scrollIntoViewIfNeeded();
    const track = (await panel('Resistance').locator('.track').boundingBox())!;
    const bars = await panel('Resistance')
      .locator('.bar')
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().left));
    const y = track.y + track.height / 2;
    await tab.page.mouse.move(bars[0] + 1, y);
    await tab.page.mouse.down();
    await tab.page.mouse.move(bars[5], y, { steps: 4 });
    await expectHits(within(ranges[5].from, '*'));
    await tab.page.mouse.move(bars[8], y, { steps: 4 });
    await expectHits(within(ranges[8].from, '*'));
    await tab.page.mouse.up();
    await eventually(rangeInAddress).toBe(`${ranges[8].from}..`);
    // A drag is one step of the way back.
    await tab.page.goBack();
    await expectHits(resistors);
    await eventually(() => bound('Resistance', 'Least').inputValue()).toBe('');
  });

  it('is typed as engineers write, and a fault is reported beside it', async () => {
    await openWithResistors();
    await bound('Resistance', 'Least').fill('4k7');
    await tab.page.keyboard.press('Enter');
    await expectHits(within('4700', '*'));
    await eventually(() => bound('Resistance', 'Least').inputValue()).toBe('4.7 kΩ');
    await bound('Resistance', 'Greatest').fill('0.1 M');
    await tab.page.keyboard.press('Tab');
    await expectHits(within('4700', '100000'));
    await eventually(chips).toEqual(['Category\nChip Resistors', 'Resistance\n4.7 … 100 kΩ']);
    const fault = panel('Resistance').getByRole('alert');
    await bound('Resistance', 'Greatest').fill('big');
    await tab.page.keyboard.press('Enter');
    await eventually(() => fault.innerText()).toBe('“big” is not a number; write it as 4700 or 4.7 kΩ.');
    await eventually(() => bound('Resistance', 'Greatest').getAttribute('aria-invalid')).toBe('true');
    await tab.page.keyboard.press('Escape');
    await eventually(() => fault.isVisible()).toBe(false);
    await eventually(() => bound('Resistance', 'Greatest').inputValue()).toBe('100 kΩ');
    // Above the upper bound: that is let go.
    await bound('Resistance', 'Least').fill('1M');
    await tab.page.keyboard.press('Enter');
    await expectHits(within('1000000', '*'));
    await panel('Resistance').getByRole('button', { name: 'Any Resistance' }).click();
    await expectHits(resistors);
    await eventually(chips).toEqual(['Category\nChip Resistors']);
  });

  it('of a least and a greatest value has a slider for each', async () => {
    const source: CatalogSource = {
      parts: Array.from({ length: 40 }, (_, i) => ({
        uid: `p${i}`,
        mpn: `p${i}`,
        specs: { supply_voltage: { min_value: String(1 + i / 10), max_value: String(5 + i) } },
      })),
      spec_metadata: [
        { key: 'supply_voltage', name: 'Supply Voltage', datatype: 'decimal', unit: { name: 'volt', symbol: 'V' } },
      ],
    };
    await tab.openFile(await offlinePage.file('ranges.pdx', await (await buildCatalog(source)).toBytes()));
    await eventually(specTitles).toEqual(['Supply Voltage']);
    await tab.settled();
    const type = async (label: string, text: string) => {
      await tab.page.getByRole('textbox', { name: label }).fill(text);
      await tab.page.keyboard.press('Enter');
      await tab.settled();
    };
    // What works at 3.3 V and at 12 V: its lowest is at most the one, its highest at least the other.
    await type('Greatest Supply Voltage, lowest', '3.3');
    await eventually(statusOf).toBe('24 parts');
    await type('Least Supply Voltage, highest', '12');
    await eventually(statusOf).toBe('17 parts');
    await eventually(chips).toEqual(['Supply Voltage, lowest\n≤ 3.3 V', 'Supply Voltage, highest\n≥ 12 V']);
  });
});
