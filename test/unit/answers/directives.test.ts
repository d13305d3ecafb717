import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDirectives, type KnownPaths, onlyMembers, type ShownMembers } from '../../../src/answers/directives.js';
import { type Filling, NO_FILLING, SCHEMAS, shapeObject } from '../../../src/answers/shape.js';
import { ValidationError } from '../../../src/model/errors.js';
import { COLLECTIONS, type CollectionName } from '../../../src/model/fields.js';
import type { Directives } from '../../../src/model/requests.js';
import type { ObjectSchema, ValueType } from '../../../src/model/schema.js';
import { finished } from '../../../src/work/pauses.js';
import { catalogs, type JsonSource } from '../../arbitraries/catalogs.js';
import { OracleError } from '../../oracle/errors.js';
import { createOracle, type Oracle } from '../../oracle/oracle.js';
import { compileDirectives } from '../../support/checked.js';
import { unbounded } from '../../support/unbounded.js';

/** A collection in which some record has these paths, the keys of its specs besides the documented members. */
function knownPaths(paths: Iterable<string>, specs: readonly string[] = []): KnownPaths {
  const [all, keys] = [new Set([...paths, ...specs.map((key) => `specs.${key}`)]), new Set(specs)];
  return { has: (path) => all.has(path), hasSpec: (key) => keys.has(key) };
}

const NOTHING = knownPaths([]);

const PART = {
  uid: 'u',
  mpn: 12,
  __class__: 'Part',
  brand: { uid: 'b', name: 'B', aliases: ['A'], extra: { __class__: 'X', deep: null } },
  offers: {
    sku: 1,
    seller: { name: 'S' },
    prices: {
      USD: [
        [1, '2'],
        [10, '1'],
      ],
      EUR: null,
    },
    is_realtime: true,
  },
  specs: { k: { value: '1' }, 'k.value': { value: ['a', null, 'b', 'c'] }, ['__proto__']: { min_value: 5 } },
  own: [1, 2, 3],
  grid: [[{ x: 1, y: 2 }], [{ x: 3 }, 4]],
  'own.dotted': { x: 1, y: 2 },
};
const PATHS = [
  ...['brand.extra', 'brand.extra.deep', 'offers.is_realtime', 'offers.prices.USD'],
  ...['own', 'grid', 'grid.x', 'own.dotted', 'own.dotted.x'],
];
const KNOWN = knownPaths(PATHS, ['k', 'k.value', '__proto__']);

const shownOf = (shown: ShownMembers, document: object, filling: Filling = NO_FILLING) =>
  finished(applyDirectives(shown, document, filling, unbounded()));
const answer = (directives: Directives, part: object = PART, known: KnownPaths = KNOWN) =>
  shownOf(compileDirectives('parts', directives, known), part);

describe('directives', () => {
  it('show six members of a part by default', () => {
    expect(Object.keys(answer({}))).toEqual(['uid', 'mpn', 'manufacturer', 'brand', 'offers']);
    const none = { homepage_url: null };
    expect(answer({}, { uid: 'v', mpn: 'm', own: 1 })).toEqual({
      uid: 'v',
      mpn: 'm',
      manufacturer: none,
      brand: none,
      offers: [],
    });
    expect(Object.keys(answer({}, { uid: 'v', mpn: 'm', catalog_url: 'c' }))).toEqual([
      ...['uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'offers'],
    ]);
  });

  it.each<[Directives, string]>([
    [{ show: ['own.dotted.x', 'own', 'specs.k', 'brand.name', 'mpn'] }, 'mpn brand specs own own.dotted'],
    [{ include: ['grid', 'own', 'specs.k.min_value'], hide: ['mpn'] }, 'uid manufacturer brand offers specs own grid'],
    [{ show: ['own.dotted', 'grid.x', 'uid'] }, 'uid grid own.dotted'],
  ])('%j keep the order of the table, then that of the document', (directives, expected) => {
    expect(Object.keys(answer(directives)).join(' ')).toBe(expected);
  });

  it('keep the order inside of members', () => {
    const { offers } = answer({ show: ['offers.is_realtime', 'offers.moq', 'offers.seller', 'offers.sku'] }) as {
      offers: object[];
    };
    expect(Object.keys(offers[0])).toEqual(['sku', 'seller', 'moq', 'is_realtime']);
  });

  it('apply to documents with their Empty values', () => {
    const shown = answer({ show: ['external_links.product_url', 'manufacturer.homepage_url'] });
    expect(shown).toEqual({ manufacturer: { homepage_url: null }, external_links: { product_url: null } });
  });

  it.each<[Directives, object]>([
    [{ show: ['uid'], include: ['own'] }, { uid: 'u' }],
    [{ show: ['own', 'mpn'] }, { mpn: '12', own: [1, 2, 3] }],
    [
      { include: ['own'], hide: ['brand', 'manufacturer', 'offers'] },
      { uid: 'u', mpn: '12', own: [1, 2, 3] },
    ],
    [
      { include: ['own.dotted.x'], hide: ['brand', 'manufacturer', 'offers', 'mpn'] },
      { uid: 'u', 'own.dotted': { x: 1 } },
    ],
    [{ show: ['own.dotted.x'] }, { 'own.dotted': { x: 1 } }],
    [{ show: ['own.dotted'], hide: ['own.dotted.x'] }, { 'own.dotted': { y: 2 } }],
    [{ show: ['own.dotted', 'own.dotted.x'] }, { 'own.dotted': { x: 1, y: 2 } }],
    [{ show: ['own.dotted.x', 'own.dotted'] }, { 'own.dotted': { x: 1, y: 2 } }],
    [{ show: ['brand.extra'] }, { brand: { extra: { deep: null } } }],
    [{ show: ['brand.extra.deep', 'brand.uid'] }, { brand: { uid: 'b', extra: { deep: null } } }],
    [{ show: ['brand', 'brand.name'], hide: ['brand.uid', 'brand.extra'] }, { brand: { name: 'B', homepage_url: null } }],
    [{ show: ['offers.seller.name', 'offers.sku'] }, { offers: [{ sku: '1', seller: { name: 'S' } }] }],
    [{ show: ['offers.sku'], hide: ['offers'] }, {}],
    [{ show: ['offers.sku', 'offers.moq'], hide: ['offers.sku'] }, { offers: [{ moq: null }] }],
    [
      { show: ['specs.k.value'], hide: ['specs.k.value.attribution', 'specs.k.value.metadata.unit'] },
      { specs: { 'k.value': { value: ['a', 'b', 'c'], min_value: null, max_value: null, metadata: {} } } },
    ],
    [
      { show: ['specs.k.value.value'], slice: { 'specs.k.value.value': '[-2:]' } },
      { specs: { 'k.value': { value: ['b', 'c'] } } },
    ],
    [{ show: ['offers.prices'], slice: { 'offers.prices.USD': '[:1]' } }, { offers: [{ prices: { USD: [[1, '2']] } }] }],
    [{ show: ['mpn'], slice: { mpn: '[:1]', offers: '[:1]' } }, { mpn: '12' }],
    [{ show: ['grid.x'] }, { grid: [[{ x: 1 }], [{ x: 3 }]] }],
    [{ show: ['grid'], hide: ['grid.x'] }, { grid: [[{ y: 2 }], [{}, 4]] }],
    [
      { show: ['cad_models', 'short_description', 'external_links', 'manufacturer'] },
      {
        cad_models: [],
        short_description: null,
        manufacturer: { homepage_url: null },
        external_links: { product_url: null, freesample_url: null, evalkit_url: null },
      },
    ],
    [{ show: ['uid'], hide: ['uid'] }, {}],
  ])('%j', (directives, expected) => expect(answer(directives)).toEqual(expected));

  it('keep a key named __proto__, and maps without prototype', () => {
    const { specs } = answer({ show: ['specs.__proto__'] }) as { specs: object };
    expect(Object.keys(specs)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(specs)).toBeNull();
  });

  it('do not change the document', () => {
    const before = structuredClone(PART);
    answer({ include: ['specs', 'own'], hide: ['offers.sku', 'specs.k', 'brand.extra.deep'], slice: { own: '[1:]' } });
    expect(PART).toEqual(before);
  });

  it('never show aliases', () => {
    expect(JSON.stringify(answer({ show: ['brand'] }))).not.toContain('aliases');
    const brands = compileDirectives('brands', {}, NOTHING);
    expect(shownOf(brands, { uid: 'u', name: 'n', aliases: ['a'], id: 5 })).toEqual({
      uid: 'u',
      name: 'n',
      homepage_url: null,
      id: 5,
    });
    for (const name of ['aliases', 'brand.aliases']) {
      expect(() =>
        compileDirectives(name === 'aliases' ? 'brands' : 'parts', { show: [name] }, { has: () => true, hasSpec: () => true }),
      ).toThrow(ValidationError);
    }
  });

  it('hide the imagesets of categories alone', () => {
    const category = { uid: 'c', name: 'C', id: 5 };
    const empty = { parent_uid: null, children_uids: [], ancestor_uids: [], ancestor_names: [], num_parts: null };
    const shown = (directives: Directives) => shownOf(compileDirectives('categories', directives, knownPaths(['id'])), category);
    expect(shown({})).toEqual({ ...category, ...empty });
    expect(shown({ include: ['imagesets'] })).toEqual({ ...category, ...empty, imagesets: [] });
    expect(shown({ hide: ['id', 'num_parts'] })).not.toHaveProperty('id');
    expect(shown({ show: ['name'] })).toEqual({ name: 'C' });
  });

  it.each<[Directives, string, string]>([
    [{ include: ['spec'] }, 'include', 'include[0]: no record has a member "spec"; did you mean "specs"'],
    [{ show: ['brand.nothing'] }, 'show', '"brand.nothing"'],
    [{ show: ['mpn.x'] }, 'show', '"mpn.x"'],
    [{ hide: ['offers.seller.nothing'] }, 'hide', '"offers.seller.nothing"'],
    [{ show: ['specs.nowhere'] }, 'show', '"specs.nowhere"'],
    [{ show: ['specs.nowhere.value'] }, 'show', '"specs.nowhere.value"'],
    [{ show: ['specs.k.nothing'] }, 'show', '"specs.k.nothing"'],
    [{ show: ['offers.prices.EUR'] }, 'show', '"offers.prices.EUR"'],
    [{ show: [''] }, 'show', '""'],
    [{ slice: { nothing: '[0:1]' } }, 'slice', '"nothing"'],
    [{ slice: { own: '0:1:2' } }, 'slice.own', 'slice.own must be a slice'],
  ])('%j is refused', (directives, argument, message) => {
    const act = () => compileDirectives('parts', directives, KNOWN);
    expect(act).toThrow(ValidationError);
    expect(act).toThrow(expect.objectContaining({ argument, message: expect.stringContaining(message) }));
  });

  const isKnown = (name: string, known: KnownPaths) =>
    attempt(() => compileDirectives('parts', { show: [name] }, known)) !== REFUSED;

  it('know what is documented, also below a known key', () => {
    for (const name of ['specs', 'offers.seller.display_flag', 'imagesets.small_image.metadata', 'redirected_uids']) {
      expect(isKnown(name, NOTHING)).toBe(true);
    }
    for (const name of ['specs.k.metadata.unit.symbol', 'specs.k.value.min_value', 'specs.__proto__.attribution.sources.uid']) {
      expect(isKnown(name, KNOWN)).toBe(true);
      expect(isKnown(name, NOTHING)).toBe(false);
    }
    // A member of a spec is not a key of one.
    expect(isKnown('specs.k.value.min_value', knownPaths(['specs.k.value'], ['k']))).toBe(false);
  });

  it('lead through a hundred objects and lists', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? [1, 2] : depth % 2 === 0 ? [nested(depth - 1)] : { d: nested(depth - 1) };
    // Through `deep` and its containers to the list of numbers.
    const name = (depth: number) => `deep${'.d'.repeat(Math.ceil(depth / 2))}`;
    for (const [depth, reaches] of [
      [100, true],
      [101, false],
    ] as const) {
      const part = { uid: 'u', deep: nested(depth) };
      const path = name(depth);
      const known = knownPaths(['deep', path]);
      const shown = (directives: Directives) => JSON.stringify(answer(directives, part, known));
      expect(shown({ show: [path] }).includes('[1,2]')).toBe(reaches);
      expect(shown({ show: ['deep'], hide: [path] }).includes('[1,2]')).toBe(!reaches);
      expect(shown({ show: ['deep'], slice: { [path]: '[1:]' } }).includes('[2]')).toBe(reaches);
    }
  });

  it('look at a hostile name in no time', () => {
    const started = performance.now();
    for (const name of ['specs.'.repeat(50_000), `specs.${'.'.repeat(100_000)}`, `specs.${'value.'.repeat(50_000)}`]) {
      expect(isKnown(name, KNOWN)).toBe(false);
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('onlyMembers', () => {
  const only = (directives: Directives, collection: CollectionName = 'parts') =>
    onlyMembers(compileDirectives(collection, directives, KNOWN));

  it('names scalar members', () => {
    expect(only({ show: ['mpn', 'uid'] })).toEqual(['uid', 'mpn']);
    expect(only({ show: ['uid'], include: ['specs'] })).toEqual(['uid']);
    expect(only({ hide: ['manufacturer', 'brand', 'offers'] })).toEqual(['uid', 'mpn', 'catalog_url']);
    expect(only({ show: ['name', 'num_parts'] }, 'categories')).toEqual(['name', 'num_parts']);
    expect(only({ show: ['uid'], hide: ['uid'] })).toEqual([]);
  });

  it.each<Directives>([
    {},
    { show: ['uid', 'offers'] },
    { show: ['uid', 'own'] },
    { show: ['brand.name'] },
    { show: ['uid'], hide: ['offers.sku'] },
    { show: ['uid'], slice: { offers: '[:1]' } },
    { show: ['category_uids'] },
  ])('%j needs the documents', (directives) => expect(only(directives)).toBeUndefined());

  it('other records may have more members than are documented', () => expect(only({}, 'brands')).toBeUndefined());
});

describe('beside the oracle', () => {
  const names = fc.constantFrom(
    'uid',
    'mpn',
    'brand',
    'brand.name',
    'brand.id',
    'offers',
    'offers.sku',
    'offers.seller.name',
    'offers.prices',
    'offers.prices.USD',
    'offers._naive_id',
    'specs',
    'specs.a',
    'specs.a.value',
    'specs.a.value.value',
    'specs.ohms.display_value',
    'specs.__proto__',
    'specs.ohms.min_value',
    'descriptions.value',
    'descriptions.attribution.sources.name',
    'custom',
    'custom.dotted',
    'custom.deep',
    'custom.deep.x',
    'datasheets.metadata',
    'datasheets.metadata.pages',
    'redirected_uids',
    'imagesets',
    'name',
    'id',
    'ancestor_uids',
    'homepage_url',
    'nothing',
    '__class__',
    'short_description',
  );
  const directives = fc.record(
    {
      include: fc.array(names, { maxLength: 3 }),
      show: fc.array(names, { maxLength: 4 }),
      hide: fc.array(names, { maxLength: 3 }),
      slice: fc.dictionary(names, fc.constantFrom('[0:1]', '[-1:]', '[1:]', '[:-1]', '[:]'), { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  );

  it('every answer is the same', () => {
    fc.assert(
      fc.property(catalogs({ maxParts: 8 }), directives, fc.constantFrom(...COLLECTIONS), (source, requested, collection) => {
        const oracle = createOracle(source);
        const paths = pathsOf(answersOf(oracle, source, collection), SCHEMAS[collection]);
        // Only parts have specs.
        const known = knownPaths(paths, collection === 'parts' ? [...oracle.catalog.specTypes.keys()] : []);
        for (const document of source[collection] as { uid: string }[]) {
          const expected = fromOracle(oracle, collection, document.uid, requested);
          const stored = { ...document, ...computed(oracle, collection, document) };
          const filling = collection === 'parts' ? fillingOf(oracle, source) : undefined;
          const given = attempt(() => shownOf(compileDirectives(collection, requested, known), stored, filling));
          expect(given).toEqual(expected);
        }
      }),
      { numRuns: 600 },
    );
  });
});

/** What a catalog adds to its parts. */
function fillingOf({ catalog }: Oracle, source: JsonSource): Filling {
  return {
    record: (collection, uid) => (source[collection] as { uid: string }[]).find((record) => record.uid === uid),
    specMetadata: (key) => catalog.specs.get(key),
  };
}

const COMPUTED = ['ancestor_uids', 'ancestor_names', 'children_uids', 'num_parts'];

/** What a build adds to the document of a category. */
function computed({ catalog }: Oracle, collection: CollectionName, document: { uid: string; [name: string]: unknown }): object {
  if (collection !== 'categories') return {};
  const whole = catalog.rows.categories.find(({ uid }) => uid === document.uid)?.doc ?? {};
  return Object.fromEntries(COMPUTED.map((name) => [name, document[name] ?? whole[name]]));
}

const REFUSED = 'refused';

function fromOracle(oracle: Oracle, collection: CollectionName, uid: string, directives: Directives): unknown {
  try {
    return oracle.get(collection, uid, directives);
  } catch (error) {
    expect(error).toBeInstanceOf(OracleError);
    return REFUSED;
  }
}

function attempt(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    return REFUSED;
  }
}

/** Every record as an answer has it. Other records than parts are seen in parts, too, and show all that they have. */
function answersOf(oracle: Oracle, source: JsonSource, collection: CollectionName): unknown[] {
  if (collection === 'parts') return source.parts.map((part) => shapeObject(part, SCHEMAS.parts));
  return oracle.search(collection, { limit: 100 }).ordered.map(({ uid }) => oracle.get(collection, uid));
}

/** Every path beyond the documented members that some record has: keys of maps, undocumented members and theirs. */
function pathsOf(records: readonly unknown[], schema: ObjectSchema): Set<string> {
  const paths = new Set<string>();
  const visit = (value: unknown, path: string, type: ValueType): void => {
    if (Array.isArray(value)) for (const element of value) visit(element, path, type.kind === 'list' ? type.of : type);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const inner = path === '' ? name : `${path}.${name}`;
        const documented = type.kind === 'object' ? type.schema.byName.get(name)?.type : undefined;
        if (!documented) paths.add(inner);
        visit(member, inner, documented ?? (type.kind === 'map' ? type.of : { kind: 'anything' }));
      }
    }
  };
  for (const record of records) visit(record, '', { kind: 'object', schema });
  return paths;
}
