import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidDocumentError } from '../../src/partdex.js';
import { type Json, serve } from '../support/letter.js';
import { partdex } from '../support/sample-catalog.js';

const row = (uid: string, sku: string) => ({ uid, mpn: 'RC0603FR-0710KL', offers: [{ sku, prices: { USD: [[1, '0.1']] } }] });

describe('M1: offers are grouped under their part by the data', () => {
  it('a uid that stands twice is an error that names it: no offer is lost in silence', async () => {
    const twice = serve({ parts: [row('A', '311-1'), row('A', '603-1')] });
    await expect(twice).rejects.toThrow(InvalidDocumentError);
    await expect(twice).rejects.toThrow('"A"');
  });

  it('with onInvalid the second row is reported', async () => {
    const faults: Error[] = [];
    const build = { onInvalid: (fault: Error) => void faults.push(fault) };
    const { get } = await serve({ parts: [row('A', '311-1'), row('A', '603-1')] }, { build });
    expect(faults).toHaveLength(1);
    expect((await get('A')).offers).toHaveLength(1);
  });

  it('two uids are two parts, even of one number', async () => {
    const { uids } = await serve({ parts: [row('A', '311-1'), row('B', '603-1')] });
    expect(await uids({ q: 'rc0603fr0710kl' })).toEqual(['A', 'B']);
  });
});

describe('M9: a price of a list heeds what must be ordered together', () => {
  const NDJSON = 'parts.ndjson';
  let folder: string;

  /** The result of a line of 30 pieces, as `partdex match --ndjson` prints it. */
  async function lineOf(order_multiple: number | null): Promise<Json> {
    const prices = {
      USD: [
        [25, '1.6432'],
        [50, '1.5'],
      ],
    };
    const part = { uid: 'p', mpn: 'P-1', offers: [{ moq: 25, order_multiple, in_stock_quantity: 1000, prices }] };
    await writeFile(join(folder, NDJSON), JSON.stringify(part));
    await writeFile(join(folder, 'bom.csv'), 'mpn,qty\nP-1,30\n');
    const catalog = join(folder, 'parts.pdx');
    expect((await partdex('build', join(folder, NDJSON), '-o', catalog)).status).toBe(0);
    return JSON.parse((await partdex('match', catalog, join(folder, 'bom.csv'), '--ndjson')).out);
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partdex-letter-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('pieces are rounded up to the next multiple, and the break is that of the pieces that must be bought', async () => {
    const { line_total, unit_price, remarks } = await lineOf(25);
    expect([unit_price.price, line_total, remarks]).toEqual(['1.5', '75', ['50 must be ordered, in multiples of 25']]);
  });

  it('without a multiple the line is what it says', async () => {
    const { line_total, unit_price, remarks } = await lineOf(null);
    expect([unit_price.price, line_total, remarks]).toEqual(['1.6432', '49.296', []]);
  });
});
