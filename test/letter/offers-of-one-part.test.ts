import { describe, expect, it } from 'vitest';
import { unitPriceOf } from '../../src/bom/offers.js';
import { InvalidDocumentError } from '../../src/partdex.js';
import { serve } from '../support/letter.js';

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
  const part = (order_multiple: number | null) => ({
    uid: 'p',
    mpn: 'P',
    offers: [{ moq: 25, order_multiple, in_stock_quantity: 1000, prices: { USD: [[25, '1.6432'], [50, '1.5']] } }] as never,
  });

  it('pieces are rounded up to the next multiple, and the break is that of the pieces bought', () => {
    expect(unitPriceOf(part(25), 30, 'USD')).toMatchObject({ price: '1.5', total: '75', remark: '50 must be ordered, in multiples of 25' });
  });

  it('without one the line is what it says', () => {
    expect(unitPriceOf(part(null), 30, 'USD')).toMatchObject({ price: '1.6432', total: '49.296', remark: '' });
    expect(unitPriceOf(part(1), 30, 'USD')).toMatchObject({ total: '49.296', remark: '' });
  });
});
