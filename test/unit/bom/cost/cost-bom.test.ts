import { describe, expect, it } from 'vitest';
import { readPriceRates } from '../../../../src/analysis/price-rates.js';
import { costBom } from '../../../../src/bom/cost/cost-bom.js';
import type { BomLine } from '../../../../src/bom/cost/costed-bom.js';
import type { Offer, Part } from '../../../../src/partdex.js';
import { ValidationError } from '../../../../src/partdex.js';
import { thrownBy } from '../../../support/thrown.js';

function offer(seller: string, stock: number, breaks: [number, string][], more: Partial<Offer> = {}): Offer {
  return {
    seller: { uid: seller, name: `${seller} Inc.` },
    in_stock_quantity: stock,
    prices: { USD: breaks },
    is_authorized: true,
    ...more,
  };
}

function line(quantity: number | string, offers: Offer[], more: Partial<Part> = {}): BomLine {
  return { quantity, part: { uid: 'p', mpn: 'P', offers, ...more } };
}

const single = (quantity: number, ...offers: Offer[]) => costBom([line(quantity, offers)]).lines[0];
const bought = (quantity: number, ...offers: Offer[]) =>
  single(quantity, ...offers).purchases.map(({ seller, pieces }) => [seller, pieces]);

describe('costBom: pieces', () => {
  it('multiplies by the boards and the attrition and rounds up, exactly', () => {
    const lines = [line('0.1', []), line(7, []), line(3, [])];
    const needed = costBom(lines, { boards: 100, attrition: '0.03' }).lines.map((one) => one.needed);
    // In doubles, 3 * 100 * 1.03 is 309 and 0.1 * 100 * 1.03 above 10.3.
    expect(needed).toEqual(['11', '721', '309']);
  });

  it('keeps a line that is not placed, for nothing, whatever its quantity says', () => {
    const dnp: BomLine = { ...line(5, [offer('a', 9, [[1, '1']])]), quantity: 'as needed', dnp: true, references: ['R1'] };
    const costed = costBom([dnp]);
    expect(costed.lines[0]).toEqual({
      line: dnp,
      needed: '0',
      purchases: [],
      cost: '0',
      covered: '0',
      shortfall: '0',
      lead_days: null,
      risks: [],
    });
    expect(costed.lines[0].line).toBe(dnp);
    expect(costed.total).toBe('0');
  });

  it('misses all pieces of a line without a part', () => {
    const [costed] = costBom([{ quantity: 4 }]).lines;
    expect(costed).toMatchObject({ needed: '4', covered: '0', shortfall: '4', cost: '0', risks: ['no offer', 'shortfall'] });
  });
});

describe('costBom: one offer', () => {
  it('buys more where that costs less', () => {
    expect(
      single(
        90,
        offer('a', 1000, [
          [1, '0.10'],
          [100, '0.05'],
        ]),
      ),
    ).toMatchObject({
      purchases: [{ offer: 0, seller: 'a', pieces: '100', price: '0.05', cost: '5' }],
      covered: '90',
      cost: '5',
    });
  });

  it('does not buy more than is there, even where that would cost less', () => {
    expect(
      bought(
        90,
        offer('a', 95, [
          [1, '0.10'],
          [100, '0.05'],
        ]),
      ),
    ).toEqual([['a', '90']]);
  });

  it('heeds minimum, multiple and the smallest break', () => {
    expect(bought(3, offer('a', 500, [[10, '1']], { moq: '15', order_multiple: 4 }))).toEqual([['a', '16']]);
    expect(bought(3, offer('a', 15, [[10, '1']], { moq: '15', order_multiple: 4 }))).toEqual([]);
  });

  it('buys without a bound where the stock has no number, and nowhere else', () => {
    expect(bought(1000, offer('a', -2, [[1, '1']]))).toEqual([['a', '1000']]);
    for (const stock of [-1, -3, -4, 0]) expect(bought(1, offer('a', stock, [[1, '1']]))).toEqual([]);
    expect(costBom([line(5, [offer('a', 0, [[1, '1']])])], { stock: false }).total).toBe('5');
  });

  it('takes the first of equally cheap offers, and the fewest of equally cheap pieces', () => {
    expect(bought(10, offer('a', 99, [[1, '1']]), offer('b', 99, [[1, '1']]))).toEqual([['a', '10']]);
    expect(
      bought(
        5,
        offer('a', 99, [
          [1, '1'],
          [10, '0.5'],
        ]),
      ),
    ).toEqual([['a', '5']]);
  });
});

describe('costBom: several offers', () => {
  const small = [offer('a', 60, [[1, '1']]), offer('b', 50, [[1, '2']]), offer('c', 30, [[1, '3']])];

  it('are bought only where none has enough, the cheapest to the last piece', () => {
    expect(bought(100, ...small)).toEqual([
      ['a', '60'],
      ['b', '40'],
    ]);
    expect(bought(100, ...small, offer('d', 100, [[1, '99']]))).toEqual([['d', '100']]);
  });

  it('sell all that they have where that is too little', () => {
    expect(single(500, ...small)).toMatchObject({ covered: '140', shortfall: '360', cost: '250' });
    expect(single(500, ...small).risks).toEqual(['shortfall']);
  });

  it('are weighed up to twelve; beyond, the twelve of the lowest price count', () => {
    const many = Array.from({ length: 13 }, (_, i) => offer(`s${i}`, 10, [[1, String(i + 1)]]));
    const twelve = costBom([line(130, many.slice(0, 12))]);
    expect([twelve.exact, twelve.lines[0].covered]).toEqual([true, '120']);
    const thirteen = costBom([line(130, many)]);
    expect([thirteen.exact, thirteen.lines[0].covered]).toEqual([false, '120']);
    expect(costBom([line(10, many)]).exact).toBe(true);
  });
});

describe('costBom: sellers', () => {
  const lines = [
    line(1, [offer('a', 9, [[1, '1']]), offer('b', 9, [[1, '2']])]),
    line(1, [offer('b', 9, [[1, '2']]), offer('c', 9, [[1, '1']])]),
  ];

  it('are as many as it takes, unless fewer are wanted', () => {
    expect(costBom(lines).sellers).toEqual([
      { seller: 'a', total: '1', lines: 1 },
      { seller: 'c', total: '1', lines: 1 },
    ]);
    expect(costBom(lines, { maxSellers: 1 })).toMatchObject({
      total: '4',
      sellers: [{ seller: 'b', total: '4', lines: 2 }],
      exact: true,
    });
  });

  it('with fewer missing pieces win over those that cost less', () => {
    const costed = costBom([...lines, line(1, [offer('a', 9, [[1, '1']]), offer('b', 9, [[1, '50']])])], { maxSellers: 1 });
    expect(costed.sellers).toEqual([{ seller: 'b', total: '54', lines: 3 }]);
  });

  it('are named by uid or by name as written; offers of none are then not bought', () => {
    const of = (sellers: string[]) => costBom(lines, { sellers }).lines.map(({ purchases }) => purchases[0]?.seller ?? null);
    expect(of(['b'])).toEqual(['b', 'b']);
    expect(of(['a Inc.', 'c'])).toEqual(['a', 'c']);
    expect(of(['A'])).toEqual([null, null]);
    const nameless: Offer = { in_stock_quantity: 5, prices: { USD: [[1, '1']] } };
    expect(costBom([line(1, [nameless])])).toMatchObject({ total: '1', sellers: [] });
    expect(costBom([line(1, [nameless])], { maxSellers: 3 }).lines[0].shortfall).toBe('1');
    expect(costBom([line(1, [nameless])], { sellers: ['a'] }).lines[0].risks).toEqual(['no offer', 'shortfall', 'single source']);
  });

  it('that are not authorized are left out on request', () => {
    const [both] = [[line(1, [offer('a', 9, [[1, '1']], { is_authorized: false }), offer('b', 9, [[1, '2']])])]];
    expect(costBom(both)).toMatchObject({ total: '1', lines: [{ risks: ['not authorized'] }] });
    expect(costBom(both, { authorized: true })).toMatchObject({ total: '2', lines: [{ risks: [] }] });
  });

  it('beyond twelve are chosen among the most promising, which it says', () => {
    const many = Array.from({ length: 20 }, (_, i) => line(1, [offer(`s${i}`, 9, [[1, '1']]), offer('all', 9, [[1, '3']])]));
    const costed = costBom(many, { maxSellers: 1 });
    expect(costed).toMatchObject({ exact: false, total: '60', sellers: [{ seller: 'all', total: '60', lines: 20 }] });
    expect(costBom(many).exact).toBe(true);
  });
});

describe('costBom: more than twelve sellers', () => {
  const lines = Array.from({ length: 15 }, (_, i) => line(1, [offer(`s${i}`, 9, [[1, '1']])]));

  it.each([
    [15, '15'],
    [100, '15'],
    [14, '14'],
    [12, '12'],
  ])('of which at most %i may be chosen leave no piece out that they can sell', (maxSellers, total) => {
    expect(costBom(lines, { maxSellers })).toMatchObject({ total, exact: false });
  });

  it('cost no more with a limit that none of them exceeds', () => {
    const offers = Array.from({ length: 14 }, (_, i) => offer(`s${i}`, i + 1, [[1, `0.${i + 1}`]]));
    const many = [line(100, offers), line(30, offers), ...lines];
    const [free, limited] = [costBom(many), costBom(many, { maxSellers: 40 })];
    expect(limited.lines.map(({ shortfall }) => shortfall)).toEqual(free.lines.map(({ shortfall }) => shortfall));
    expect(Number(limited.total)).toBeLessThanOrEqual(Number(free.total));
  });
});

describe('costBom: currencies', () => {
  const offers = [offer('a', 9, [], { prices: { EUR: [[1, '0.92']], CHF: [[1, '3']] } }), offer('b', 9, [[1, '1.5']])];

  it('are not mixed without rates', () => {
    expect(costBom([line(1, offers)])).toMatchObject({ total: '1.5', currency: 'USD' });
    expect(costBom([line(1, offers)], { currency: 'EUR' }).total).toBe('0.92');
  });

  it('are converted from the first in the alphabet that the rates know', () => {
    const rates = { base: 'USD', rates: { EUR: '0.92' }, as_of: '2026-01-01' };
    const costed = costBom([line(1, offers)], { rates });
    expect(costed).toMatchObject({ total: '1', rates });
    const crossed = costBom([line(1, offers)], {
      rates: { base: 'USD', rates: { EUR: '0.9', CHF: '3' } },
      sellers: ['a'],
      currency: 'GBP',
    });
    expect(crossed.lines[0].risks).toContain('no offer');
    const thirds = costBom([line(3, [offers[0]])], { rates: { base: 'EUR', rates: { USD: '1', CHF: '9' } } });
    // 3 / 9 to twenty digits, times three.
    expect(thirds.total).toBe('0.99999999999999999999');
  });
});

it('costBom takes a seller without a uid by its name as written, whatever that is', () => {
  const offers = [{ ...offer('a', 5, [[1, '1']]), seller: { name: '' } }];
  expect(costBom([line(1, offers)], { maxSellers: 1 })).toMatchObject({
    total: '1',
    sellers: [{ seller: '', total: '1', lines: 1 }],
  });
});

describe('costBom: what else a line says', () => {
  it('has the longest lead time of what is bought', () => {
    const offers = [
      offer('a', 5, [[1, '1']], { factory_lead_days: 14 }),
      offer('b', 5, [[1, '1']], { factory_lead_days: '60.0' }),
    ];
    expect(single(10, ...offers).lead_days).toBe('60');
    expect(single(3, ...offers).lead_days).toBe('14');
    expect(single(3, offer('c', 5, [[1, '1']])).lead_days).toBe(null);
  });

  it('names parts that end', () => {
    const status = (value: string) => costBom([line(1, [], { specs: { lifecycle_status: { value: [value] } } })]).lines[0].risks;
    expect(status('Obsolete')).toContain('lifecycle');
    expect(status('Active')).not.toContain('lifecycle');
  });
});

describe('costBom: what is not valid', () => {
  it('is reported all at once', () => {
    const lines = [{ quantity: 'two' }, { quantity: -1 }, { quantity: 1, part: [] }, 5, {}];
    const error = thrownBy(() =>
      costBom(lines as never, { boards: 0, currency: 'usd', sellers: [1], attrition: -0.1, boardz: 1 } as never),
    );
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues.map(({ path, code }) => [path, code])).toEqual([
      ['lines[0].quantity', 'not_a_number'],
      ['lines[1].quantity', 'out_of_range'],
      ['lines[2].part', 'wrong_type'],
      ['lines[3]', 'wrong_type'],
      ['lines[4].quantity', 'missing'],
      ['options.boards', 'out_of_range'],
      ['options.currency', 'out_of_range'],
      ['options.sellers[0]', 'wrong_type'],
      ['options.attrition', 'out_of_range'],
      ['options.boardz', 'unknown_argument'],
    ]);
  });

  it.each<[object, string]>([
    [{ references: 5 }, 'lines[0].references'],
    [{ references: 'R1, R2' }, 'lines[0].references'],
    [{ references: ['R1', 2] }, 'lines[0].references[1]'],
    [{ mpn: 5 }, 'lines[0].mpn'],
    [{ brand: {} }, 'lines[0].brand'],
    [{ value: ['10k'] }, 'lines[0].value'],
    [{ footprint: true }, 'lines[0].footprint'],
    [{ line: '2' }, 'lines[0].line'],
  ])('includes members of lines that no list has: %j', (members, path) => {
    const error = thrownBy(() => costBom([{ quantity: 1, ...members } as never])) as ValidationError;
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.issues).toMatchObject([{ path, code: 'wrong_type' }]);
  });

  it('includes a text in place of a list of sellers', () => {
    const error = thrownBy(() => costBom([{ quantity: 1 }], { sellers: 'x' } as never)) as ValidationError;
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.issues).toMatchObject([{ path: 'options.sellers', code: 'wrong_type' }]);
  });

  it('does not include members that are null, nor those of the caller', () => {
    const line = { quantity: 1, references: null, mpn: null, line: null, state: 7, candidates: 'mine', price: [] };
    expect(costBom([line as never]).lines[0].line).toBe(line);
  });

  it.each<[object, string, string]>([
    [{ base: 'USD', rates: { EUR: 0 } }, 'options.rates.rates.EUR', 'wrong_type'],
    [{ base: 'USD', rates: { USD: 2 } }, 'options.rates.rates.USD', 'out_of_range'],
    [{ base: 'USD', rates: { eur: 1 } }, 'options.rates.rates.eur', 'unknown_argument'],
    [{ base: 'USD' }, 'options.rates.rates', 'missing'],
    [{ rates: {} }, 'options.rates.base', 'missing'],
    [{ base: 'USD', rates: {}, as: 1 }, 'options.rates.as', 'unknown_argument'],
  ])('includes rates that no opening takes: %j', (rates, path, code) => {
    const error = thrownBy(() => costBom([], { rates } as never)) as ValidationError;
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.issues).toMatchObject([{ path, code }]);
    const opened = thrownBy(() => readPriceRates(rates)) as ValidationError;
    expect(opened.issues).toMatchObject([{ path: path.replace('options.', ''), code }]);
  });
});
