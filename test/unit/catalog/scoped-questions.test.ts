import { beforeAll, describe, expect, it } from 'vitest';
import { type CatalogInternals, internalsOf } from '../../../src/catalog/internals.js';
import { scopedInternals } from '../../../src/catalog/scoped.js';
import { type AccessScope, readVerdict, type Scope } from '../../../src/model/scope.js';
import { buildCatalog, type Catalog } from '../../../src/partdex.js';

let catalog: Catalog;

const string = (key: string, name: string, text: string) => ({
  [key]: { value: [text], metadata: { key, name, datatype: 'string' } },
});

const PARTS = Array.from({ length: 60 }, (_, i) => {
  const [brand, note, category, mounting, seller] = [
    ['Acme', 'common chip', 'c1', 'SMD', 'North'],
    ['Texas Instruments', 'common chip', 'c1', 'SMD', 'North'],
    ['Texas Instruments Secret Line', 'classified gadget', 'c9', 'SMD Secret Stacked', 'South Hidden'],
    ['Bolt Verborgen', 'classified gadget', 'c9', 'SMD Secret Stacked', 'South Hidden'],
  ][i % 4];
  return {
    uid: `u${String(i).padStart(2, '0')}`,
    mpn: `${i % 4 < 2 ? 'AB' : 'SECRETX'}-${i}`,
    brand: { uid: `b${i % 4}`, name: brand },
    descriptions: [{ value: note }],
    category_uids: [category],
    specs: { ...string('mounting', 'Mounting', mounting), ...(i % 4 > 1 && string('hush', 'Hush', 'SMD')) },
    offers: [{ sku: `S${i}`, seller: { uid: `s${seller}`, name: seller }, prices: { USD: [[1, '2.00']] }, in_stock_quantity: 3 }],
  };
});

beforeAll(async () => {
  catalog = await buildCatalog({
    parts: PARTS,
    categories: [
      { uid: 'c1', name: 'Chip Resistors' },
      { uid: 'c9', name: 'Secret Resistors' },
    ],
    brands: [
      { uid: 'b0', name: 'Acme', aliases: ['Acmeonym'] },
      { uid: 'b3', name: 'Bolt Verborgen', aliases: ['Boltonym'] },
    ],
    sellers: [{ uid: 'sNorth', name: 'North', aliases: ['Nordonym'] }],
  } as never);
});

function clientOf(scope: AccessScope, of = catalog) {
  const { running, collections }: CatalogInternals = scopedInternals(
    internalsOf(of),
    readVerdict(scope, 'isValidKey') as Scope,
    false,
  );
  return {
    interpret: (text: string) => running.answerAsync(undefined, (work) => collections.parts.interpretWithin(text, work)),
    ask: (text: string) => running.answerAsync(undefined, (work) => collections.parts.askWithin(text, {}, work)),
    find: async (query: string) => {
      const request = { filter: { queries: [query] }, limit: 0 };
      return (await running.answerAsync(undefined, (work) => collections.parts.searchWithin(request, work))).hits;
    },
  };
}

describe('a question of a client that may see only some parts', () => {
  const scope = { filter: 'brand.name:"Acme" OR category_uids:c1' };

  it.each([
    'texas instruments',
    'smd',
    'resistor',
    'secret line',
    'secrat',
    'hidden resistor',
    'from south hidden',
    'SECRETX-2',
    'SECRETX-20000',
    'classifid gadgets',
    'verborgin',
    'cheapest smd resistor texas',
    'bolt chip acme classified',
    'zzz resistor secrets',
    'stacked',
    // Two letters from a word, one of them by a phrase: what is suggested where nothing nearer finds something.
    'gadtex',
    '"hussh"',
    'suoht',
    'cc9',
  ])('%s names nothing else', async (text) => {
    const { readings, suggestions, request } = await clientOf(scope).interpret(text);
    const typed = new Set(text.toLowerCase().split(/[\s-]+/));
    const printed = JSON.stringify([
      request,
      suggestions,
      readings.map(({ text: _text, ...rest }) => [rest, rest.alternatives]),
    ]).toLowerCase();
    for (const secret of ['secret', 'classified', 'gadget', 'verborgen', 'hidden', 'c9', 'stacked', 'hush', 'south']) {
      if (![...typed].some((word) => word.includes(secret))) expect(printed).not.toContain(secret);
    }
    for (const { parts, alternatives } of readings) {
      for (const count of [parts, ...alternatives.map((other) => other.parts)]) expect(count).toBeLessThanOrEqual(30);
    }
  });

  it('is given words that differ more only if its own parts have them', async () => {
    expect((await catalog.parts.interpret('gadtex')).suggestions).toContain('gadget');
    expect((await clientOf(scope).interpret('gadtex')).suggestions).not.toContain('gadget');
    expect((await clientOf(scope).interpret('chp')).suggestions).toContain('chip');
  });

  it('finds and counts its own parts', async () => {
    const client = clientOf(scope);
    expect((await client.interpret('texas instruments')).readings).toMatchObject([
      { as: 'brand', value: 'Texas Instruments', parts: 15, query: 'brand.name:["Texas Instruments" TO "Texas Instruments"]' },
    ]);
    expect((await client.interpret('resistor')).readings).toMatchObject([{ as: 'category', value: 'Chip Resistors', parts: 30 }]);
    expect((await client.interpret('cheapest')).readings).toMatchObject([{ as: 'purchase', parts: 30 }]);
    expect((await client.interpret('SMD')).readings).toMatchObject([{ as: 'spec', field: 'specs.mounting.value', parts: 30 }]);
    expect((await client.ask('cheapest smd resistor')).hits).toBe(30);
    expect((await client.interpret('acmee')).readings).toMatchObject([{ as: 'brand', corrected: 'acmee → acme', parts: 15 }]);
  });

  it('drops what only other parts have', async () => {
    const { hits, understood } = await clientOf(scope).ask('verborgen resistor');
    expect(hits).toBe(30);
    expect(understood.readings[0]).toMatchObject({ as: 'ignored', parts: 0, alternatives: [] });
  });

  it('does not read the beginning of a number that only other parts have', async () => {
    const part = (uid: string, mpn: string, brand: string) => ({ uid, mpn, brand: { uid: brand, name: brand } });
    const own = await buildCatalog({ parts: [part('a', 'AB-1', 'Acme'), part('b', 'XYZ9001-A', 'Other')] } as never);
    const kinds = async (filter: string) => {
      const { readings } = await clientOf({ filter }, own).interpret('xyz 9001');
      return readings.map(({ as }) => as);
    };
    expect(await kinds('brand.name:Other')).toEqual(['part number']);
    expect(await kinds('brand.name:Acme')).not.toContain('part number');
    await own.close();
  });

  it('has no wishes for members that are hidden', async () => {
    const kinds = async (text: string, ...hide: string[]) => {
      const { hits, understood } = await clientOf({ hide }).ask(text);
      return [hits, ...understood.readings.map(({ as, parts }) => `${as} ${parts}`)];
    };
    const text = 'from North in stock under $5';
    expect(await kinds(text)).toEqual([30, 'seller 30', 'purchase 60', 'purchase 60']);
    expect(await kinds(text, 'offers.prices')).toEqual([30, 'seller 30', 'purchase 60', 'ignored 0']);
    expect(await kinds(text, 'offers.in_stock_quantity')).toEqual([30, 'seller 30', 'ignored 0', 'purchase 60']);
    expect(await kinds(text, 'offers')).toEqual([0, 'words 0', 'purchase 0', 'purchase 0']);
    expect(await kinds('cheapest', 'offers.prices')).toEqual([60, 'purchase 60']);
  });

  it('may see no part at all', async () => {
    const { readings, suggestions } = await clientOf({ filter: 'mpn:nothing' }).interpret('cheapest texas resistor');
    for (const { parts, alternatives } of readings) expect([parts, alternatives]).toEqual([0, []]);
    expect(suggestions).toEqual([]);
  });
});

describe('words of a part', () => {
  it('has no names that are hidden in the part', async () => {
    expect(await clientOf({ hide: ['specs'] }).find('words:acmeonym')).toBe(15);
    for (const query of ['words:acme', 'words:acmeonym', 'words:acmeon*', 'words:[acmeonym TO acmeonym]', 'words:*cmeony*']) {
      expect(await clientOf({ hide: ['brand.name'] }).find(query)).toBe(0);
    }
    expect(await clientOf({ hide: ['specs'] }).find('words:nordonym')).toBe(30);
    expect(await clientOf({ hide: ['offers.seller.name'] }).find('words:nordonym')).toBe(0);
    expect(await clientOf({ hide: ['offers'] }).find('words:nordonym')).toBe(0);
  });
});

it('words of hidden members and names of manufacturers out of scope correct nothing', async () => {
  const one = await buildCatalog({
    parts: [
      { uid: '1', mpn: 'X-1', brand: { uid: 'b', name: 'Acme' }, manufacturer: { uid: 'm', name: 'Murata' } },
      { uid: '2', mpn: 'P-1', brand: { uid: 'c', name: 'Bolt' }, short_description: 'Rotary potentiometer' },
    ],
  } as never);
  const correctionsOf = async (scope: AccessScope, text: string) =>
    (await clientOf(scope, one).interpret(text)).readings.map(({ corrected }) => corrected);
  expect(await correctionsOf({ hide: ['specs'] }, 'muratta')).toEqual(['muratta → murata']);
  expect(await correctionsOf({ hide: ['manufacturer'] }, 'muratta')).toEqual([undefined]);
  expect(await correctionsOf({ filter: 'brand.name:Bolt' }, 'muratta')).toEqual([undefined]);
  expect(await correctionsOf({ hide: ['specs'] }, 'potentiometr')).toEqual(['potentiometr → potentiometer']);
  expect(await correctionsOf({ hide: ['short_description'] }, 'potentiometr')).toEqual([undefined]);
  expect(await correctionsOf({ filter: 'brand.name:Acme' }, 'potentiometr')).toEqual([undefined]);
});

describe('a colour, for a client that may see only some parts', () => {
  const lights = [
    ['u1', 'Red', 'open'],
    ['u2', 'Red, Green', 'open'],
    ['u3', 'Red', 'hidden'],
    ['u4', 'Red, Green', 'other'],
  ].map(([uid, color, brand]) => {
    return { uid, mpn: `LED-${uid}`, brand: { uid: brand, name: brand }, specs: string('color', 'Color', color) };
  });

  it('means what has it alone among the parts that it sees, and tells nothing of the others', async () => {
    const leds = await buildCatalog({ parts: lights } as never);
    const found = async (filter: string) => {
      const { results, understood } = await clientOf({ filter }, leds).ask('red');
      return { uids: results.map(({ item }) => item.uid), told: JSON.stringify(understood) };
    };
    expect((await found('brand.name:open')).uids).toEqual(['u1']);
    const { uids, told } = await found('brand.name:other');
    expect(uids).toEqual(['u4']);
    expect(told).toContain('Red, Green');
    expect(told).not.toContain('[Red TO Red]');
    await leds.close();
  });
});
