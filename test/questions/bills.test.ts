import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costBom } from '../../src/bom/cost/cost-bom.js';
import { matchBom } from '../../src/bom/matched/match-bom.js';
import { readBom } from '../../src/bom/read/read-bom.js';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import type { Part } from '../../src/partdex.js';
import { costOf } from '../oracle/bom.js';
import { parseDecimal } from '../oracle/decimal.js';

/** A catalog of the real parts, as `npm run bench:questions -- --catalog <file>` builds it. */
const CATALOG = process.env.PARTDEX_REAL_CATALOG ?? '';
const isHere = CATALOG !== '' && existsSync(CATALOG);
const BOM = new URL('../support/boms/control-board.csv', import.meta.url);

/** What the lines with a value and a footprint alone ask for, by their first reference: a spec, its number, the package, and more. */
const WANTED: Record<string, { key?: string; value?: string; box: string; more?: (part: Part) => boolean }> = {
  C1: { key: 'capacitance', value: '1e-7', box: '0402' },
  C3: { key: 'capacitance', value: '22e-12', box: '0402' },
  C6: { key: 'capacitance', value: '10e-6', box: '0805', more: (part) => number(part, 'allowable_voltage') >= 16 },
  C9: {
    key: 'capacitance',
    value: '4.7e-6',
    box: '0603',
    more: (part) => number(part, 'allowable_voltage') >= 25 && has(part, 'X5R'),
  },
  C10: { key: 'capacitance', value: '1e-6', box: '0603' },
  R1: { key: 'resistance', value: '10e3', box: '0603' },
  R5: { key: 'resistance', value: '4700', box: '0603' },
  R7: { key: 'resistance', value: '100', box: '0402', more: (part) => has(part, '±1%') },
  R8: { key: 'resistance', value: '0', box: '0402' },
  R9: { key: 'resistance', value: '5100', box: '0402', more: (part) => has(part, '±1%') },
  R11: { key: 'resistance', value: '1e6', box: '0603' },
  L1: { key: 'inductance', value: '4.7e-6', box: '0805' },
  D1: { box: '0603', more: (part) => has(part, 'Red') },
  Y1: { key: 'frequency', value: '12e6', box: '3225' },
};

const texts = (part: Part) => Object.values(part.specs ?? {}).flatMap(({ value }) => [value].flat().map(String));
const has = (part: Part, text: string) => texts(part).includes(text);
const number = (part: Part, key: string) => Number([part.specs?.[key]?.value].flat()[0] ?? Number.NaN);

function isRight(part: Part, { key, value, box, more }: (typeof WANTED)[string]): boolean {
  const values = key === undefined ? [] : [part.specs?.[key]?.value].flat();
  const wanted = value === undefined ? undefined : parseDecimal(value);
  const hasValue = key === undefined || values.some((one) => same(parseDecimal(String(one)), wanted));
  return hasValue && texts(part).some((text) => text.includes(box)) && (more?.(part) ?? true);
}

function same(a: object | undefined, b: object | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    Object.entries(a).every(([name, value]) => value === (b as Record<string, unknown>)[name])
  );
}

describe('a parts list of KiCad and the real parts', () => {
  it.skipIf(!isHere)(
    `lines with a value and a footprint alone get right parts, and costs are those of the brute force${isHere ? '' : ' (skipped: PARTDEX_REAL_CATALOG names no file)'}`,
    async () => {
      const catalog = await openCatalogFile(CATALOG);
      const { lines } = await readBom({ name: 'control-board.csv', data: readFileSync(BOM) });
      expect(lines).toHaveLength(40);
      const matched = await matchBom(catalog, lines, { inStockFirst: true });
      const byValue = matched.filter(({ mpn, sku, references = [] }) => !mpn && !sku && references[0] in WANTED);
      expect(byValue).toHaveLength(14);
      const right = byValue.filter(({ part, references = [] }) => part && isRight(part, WANTED[references[0]]));
      expect(right.length).toBeGreaterThanOrEqual(12);
      for (const { candidates, references = [] } of byValue) {
        for (const { item, remark } of candidates) {
          expect(remark ?? isRight(item, WANTED[references[0]]), `${references[0]}: ${item.mpn}`).toBeTruthy();
        }
      }
      // Part numbers, with brands as people write them: all but the one that nobody makes.
      const named = matched.filter(({ mpn, sku, dnp }) => (mpn || sku) && !dnp);
      expect(named.filter(({ state }) => state !== 'found').map(({ mpn }) => mpn)).toEqual(['ZZQX-000-NOPART']);
      for (const options of [{ boards: 100 }, { boards: 100, maxSellers: 1 }, { boards: 7, attrition: '0.05', stock: false }]) {
        const { lines: costed, total, sellers } = costBom(matched, options);
        const wanted = costOf(matched, options);
        expect(total).toBe(wanted.total);
        expect(sellers).toEqual(wanted.sellers);
        expect(costed.map(({ cost, shortfall }) => [cost, shortfall])).toEqual(
          wanted.lines.map(({ cost, shortfall }) => [cost, shortfall]),
        );
      }
      await catalog.close();
    },
    60_000,
  );
});
