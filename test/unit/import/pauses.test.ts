import { describe, expect, it } from 'vitest';
import { readBom } from '../../../src/bom/read/read-bom.js';
import { readTable } from '../../../src/import/partdex-import.js';
import { longestStep } from '../../support/longest-step.js';
import { numberCell, row, textCell, workbookOf } from '../../support/tables/workbooks.js';

const ROWS = 40_000;
const HEADINGS = 'Reference,Value,Footprint,MPN,Qty';
const cellsOf = (i: number) => [`R${i}`, '10k', 'R_0603_1608Metric', `RC0603-${i}`];
const numbers = Array.from({ length: ROWS }, (_, i) => i);

const text = `${HEADINGS}\n${numbers.map((i) => [...cellsOf(i), 1].join(',')).join('\n')}`;
const objects = numbers.map((i) => JSON.stringify({ Reference: `R${i}`, Value: '10k', MPN: `RC0603-${i}`, Qty: 1 })).join('\n');
const sheet =
  row(...HEADINGS.split(',').map((heading) => textCell(heading))) +
  numbers.map((i) => row(...cellsOf(i).map((cell) => textCell(cell)), numberCell(1))).join('');

const files = [
  ['text', () => new TextEncoder().encode(text)],
  ['JSON', () => new TextEncoder().encode(objects)],
  ['a workbook', () => workbookOf([sheet])],
] as const;

/** Most of them take 10 to 40; one took as long as the whole call, about a second. */
const LONGEST = 400;

describe('a long list lets the event loop turn while it is read', { timeout: 120_000 }, () => {
  it.each(files)('as a parts list: %s', async (_, fileOf) => {
    const data = fileOf();
    let count = 0;
    const step = await longestStep(async () => {
      count = (await readBom(data)).lines.length;
    }, LONGEST);
    expect([count, step]).toEqual([ROWS, expect.any(Number)]);
    expect(step).toBeLessThan(LONGEST);
  });

  it.each(files)('as a table: %s', async (_, fileOf) => {
    const data = fileOf();
    let count = 0;
    const step = await longestStep(async () => {
      count = 0;
      for await (const _part of readTable(data)) count++;
    }, LONGEST);
    expect(count).toBe(ROWS);
    expect(step).toBeLessThan(LONGEST);
  });
});
