import { describe, expect, it } from 'vitest';
import { type CatalogInternals, INTERNALS } from '../../../src/catalog/internals.js';
import {
  buildCatalog,
  type CatalogSource,
  FilterSyntaxError,
  type SearchRequest,
  ValidationError,
} from '../../../src/partdex.js';
import { rejectionOf } from '../../support/thrown.js';

/** Every source of texts has words of its own; of most, two values that a phrase must not join. */
const source = {
  parts: [
    {
      uid: 'full',
      mpn: '74HC-595-Mpnword',
      brand: { uid: 'b', name: 'Brandword Power' },
      manufacturer: { uid: 'm', name: 'Makerword Semi' },
      offers: [
        { sku: 'SKU-Firstword', seller: { uid: 's', name: 'Sellerword Shop' } },
        { sku: 'Secondword', seller: { name: 'Loose Dealer' } },
      ],
      category_uids: ['leaf'],
      short_description: 'Shortword; (summary)',
      descriptions: [{ value: 'Descword low-noise' }, { value: 'amplifier 0.1µF' }],
      specs: {
        package: { value: ['SOT-23-5', '50%'] },
        mounting: { value: ['Surface Mount'] },
        power: { value: [777] },
        limits: { value: ['Specword'], min_value: 5 },
      },
    },
    { uid: 'plain', mpn: 'X1', descriptions: [{ value: 'low' }, { value: 'noise' }], specs: { package: { value: ['+'] } } },
    { uid: 'other', mpn: 'STM32F103', brand: { uid: 'b2' }, specs: { power: { value: [5] } } },
    { uid: 'zero', mpn: '---' },
  ],
  brands: [
    { uid: 'b', name: 'Recordbrand', aliases: ['Aliasbrand One', 'Twofold'] },
    { uid: 'b2', name: 'Onlyrecord GmbH', aliases: ['&'] },
  ],
  manufacturers: [{ uid: 'm', name: 'Recordmaker', aliases: ['Aliasmaker'] }],
  sellers: [{ uid: 's', name: 'Recordseller', aliases: ['Aliasseller'] }],
  categories: [
    { uid: 'root', name: 'Rootcategory', aliases: ['Aliasroot'] },
    { uid: 'mid', name: 'Midcategory', parent_uid: 'root', aliases: ['Middlealias'] },
    { uid: 'leaf', name: 'Leafcategory Parts', parent_uid: 'mid', aliases: ['Aliasleaf'] },
    { uid: 'aside', name: 'Asidecategory', parent_uid: 'root' },
  ],
  spec_metadata: [{ key: 'power', datatype: 'decimal' }],
} as unknown as CatalogSource;

const built = buildCatalog(source);
const ALL = ['full', 'other', 'plain', 'zero'];

type Searched = { search(request: SearchRequest): Promise<{ results: { item: { uid: string } }[] }> };

async function uidsOf(filter: SearchRequest['filter'], parts?: Searched): Promise<string[]> {
  const { results } = await (parts ?? (await built).parts).search({ filter, sortby: 'uid' });
  return results.map(({ item }) => item.uid);
}
const asked = (query: string, parts?: Searched) => uidsOf({ queries: [query] }, parts);

/** The parts of a view that hides some members. */
async function hiding(...names: string[]): Promise<Searched> {
  const { [INTERNALS]: internals } = (await built) as unknown as Record<typeof INTERNALS, CatalogInternals>;
  return internals.hiding(names).collections.parts as unknown as Searched;
}

/** A word of each source, and the member that has it. */
const SOURCES: readonly (readonly [member: string, ...words: string[]])[] = [
  ['mpn', 'mpnword'],
  ['offers.sku', 'firstword', 'secondword'],
  ['brand.name', 'brandword'],
  ['manufacturer.name', 'makerword'],
  ['offers.seller.name', 'sellerword', 'dealer'],
  ['descriptions.value', 'descword', 'amplifier'],
  ['short_description', 'shortword'],
  ['specs.mounting', 'surface'],
  ['specs.limits', 'specword'],
  ['brand.uid', 'recordbrand', 'aliasbrand', 'twofold'],
  ['manufacturer.uid', 'recordmaker', 'aliasmaker'],
  ['offers.seller.uid', 'recordseller', 'aliasseller'],
  ['category_uids', 'leafcategory', 'aliasleaf', 'midcategory', 'middlealias', 'rootcategory', 'aliasroot'],
];

describe('the field words', () => {
  it.each(SOURCES)('has the texts of %s, unless they are hidden', async (member, ...words) => {
    const without = await hiding(member);
    for (const word of words) {
      const middle = `*${word.slice(1, -1)}*`;
      const patterns = [
        `${word.slice(0, -1)}*`,
        middle,
        `${word.slice(0, 2)}?${word.slice(3)}`,
        `${word.slice(0, Math.max(1, word.length - 3))}?*${word.at(-1)}`,
      ];
      for (const query of [word, word.toUpperCase(), `"${word}"`, ...patterns]) {
        expect(await asked(`words:${query}`), query).toEqual(['full']);
        expect(await asked(`words:${query}`, without), `${query} hidden`).toEqual([]);
      }
    }
  });

  it('has no numbers, no uids and no other categories', async () => {
    for (const text of ['777', '5', 'b', 'leaf', 'asidecategory', 'mountingx', 'package']) {
      expect(await asked(`words:${text}`), text).toEqual(text === '5' ? ['full'] : []);
    }
    expect(await asked('words:5', await hiding('specs.package'))).toEqual([]);
  });

  it.each([
    ['"low noise"', ['full']],
    ['"surface mount"', ['full']],
    ['"74HC 595"', ['full']],
    ['"sot 23 5"', ['full']],
    ['"aliasbrand one"', ['full']],
    ['"leafcategory parts"', ['full']],
    ['"power brandword"', []],
    // The next value, of one field, of two fields and of two aliases.
    ['"noise amplifier"', []],
    ['"one twofold"', []],
    ['"firstword secondword"', []],
    ['"mpnword brandword"', []],
    ['"brandword power makerword"', []],
    ['"sot 23 5 50"', []],
    ['74hc595', []],
    ['"onlyrecord gmbh"', ['other']],
  ])('finds %s inside one value', async (phrase, expected) => {
    expect(await asked(`words:${phrase}`)).toEqual(expected);
  });

  it.each([
    ['stm32*', ['other']],
    ['stm??f1*', ['other']],
    ['74?c*', ['full']],
    ['74hc?595*', ['full']],
    ['*sot?23*', ['full']],
    ['surface?mount', ['full']],
    ['surf*mount', ['full']],
    ['*low?noise', ['full']],
    ['low?noise', []],
    ['*gmbh', ['other']],
    ['only*gmbh', ['other']],
    ['aliasbrand?one', ['full']],
    ['power?maker*', []],
    ['*mount?777*', []],
    ['5?%', ['full']],
    ['?5%', []],
    ['50%', ['full']],
    ['5?', ['full']],
    ['*0%', ['full']],
    ['*0.1u?', ['full']],
    ['?', ['full', 'other', 'plain']],
    ['??', ['full', 'plain']],
    ['\\(*', []],
    ['*;?\\(*\\)', ['full']],
    ['*', ALL],
    ['?*', ALL],
  ])('matches the pattern %s with tokens and whole values', async (pattern, expected) => {
    const { parts } = await built;
    expect(await asked(`words:${pattern}`, parts as never)).toEqual(expected);
  });

  it('takes texts without tokens as whole values', async () => {
    expect(await asked('words:"+"')).toEqual(['plain']);
    expect(await asked('words:"---"')).toEqual(['zero']);
    expect(await asked('words:"&"')).toEqual(['other']);
    expect(await asked('words:"%"')).toEqual([]);
    expect(await asked('words:"+"', await hiding('specs.package'))).toEqual([]);
  });

  it('compares whole values with ranges', async () => {
    expect(await asked('words:[stm TO stn]')).toEqual(['other']);
    expect(await asked('words:[zz TO *]')).toEqual([]);
    expect(await asked('words:[* TO "---"]')).toEqual(['other', 'plain', 'zero']);
    expect(await asked('words:[* TO "---"}')).toEqual(['other', 'plain']);
    expect(await asked('words:{stm32f103 TO stn]')).toEqual([]);
    expect(await asked('words:[middlealias TO middlealias]')).toEqual(['full']);
    // Tokens are not values.
    expect(await asked('words:[gmbh TO gmbh]')).toEqual([]);
  });

  it('is in every part, except for a client that may not see a number', async () => {
    expect(await asked('words:*')).toEqual(ALL);
    expect(await asked('NOT words:*')).toEqual([]);
    expect(await asked('words:*', await hiding('mpn'))).toEqual(['full', 'other', 'plain']);
  });

  it('joins its conditions part by part, not value by value', async () => {
    expect(await asked('words:(mpnword AND rootcategory)')).toEqual(['full']);
    expect(await asked('words:(mpnword AND stm32*)')).toEqual([]);
    expect(await asked('words:(mpnword OR onlyrecord OR "+")')).toEqual(['full', 'other', 'plain']);
    expect(await asked('words:(low AND NOT descword)')).toEqual(['plain']);
    expect(await asked('words:(NOT low)')).toEqual(['other', 'zero']);
  });

  it('has whole values in filter.fields', async () => {
    const listed = (...words: string[]) => uidsOf({ fields: { words } });
    expect(await listed('Surface Mount')).toEqual(['full']);
    expect(await listed('surface mount')).toEqual([]);
    expect(await listed('Surface')).toEqual([]);
    expect(await listed('Aliasroot')).toEqual(['full']);
    expect(await listed('Aliasbrand One')).toEqual(['full']);
    expect(await listed('X1', 'STM32F103', 'nothing')).toEqual(['other', 'plain']);
    expect(await listed('777')).toEqual([]);
  });

  it.each<[SearchRequest, string]>([
    [{ sortby: 'words' }, 'sortby: words has the texts of many fields and orders nothing; sort by one of them, such as mpn'],
    [
      { facet: { fields: { words: { include: true } } } },
      'facet.fields.words: words has the texts of many fields and is not counted; ask for a facet of one of them, such as brand.name',
    ],
  ])('is refused where values are ordered or counted: %j', async (request, message) => {
    const { parts } = await built;
    const error = await rejectionOf(parts.search(request));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as Error).message).toBe(message);
    expect((error as ValidationError).issues).toMatchObject([{ code: 'wrong_kind', found: 'words' }]);
  });

  it('has no statistics', async () => {
    const { parts } = await built;
    const error = await rejectionOf(parts.search({ stats: { words: { include: true } } } as SearchRequest));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as Error).message).toMatch(/^stats\.words/);
  });

  it('is a field of parts only', async () => {
    const { brands } = await built;
    expect(await rejectionOf(brands.search({ filter: { queries: ['words:x'] } }))).toBeInstanceOf(ValidationError);
    expect(await rejectionOf((await built).parts.search({ filter: { queries: ['words:'] } }))).toBeInstanceOf(FilterSyntaxError);
  });

  it('finds nothing in a catalog without records, specs and texts', async () => {
    const { parts } = await buildCatalog({ parts: [{ uid: 'p', mpn: 'A' }] });
    expect(await asked('words:a', parts as never)).toEqual(['p']);
    for (const query of ['b', 'b*', 'b?c', '"+"', '[b TO *]']) expect(await asked(`words:${query}`, parts as never)).toEqual([]);
  });
});
