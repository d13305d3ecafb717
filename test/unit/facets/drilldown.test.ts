import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/analysis/text.js';
import { CountingScope } from '../../../src/facets/counting-scope.js';
import { type RankedKey, rankKeys } from '../../../src/facets/drilldown.js';
import { SpecKeys } from '../../../src/facets/spec-keys.js';
import { ALL, type RowSet } from '../../../src/index/row-set/row-set.js';
import type { Scratch } from '../../../src/index/row-set/scratch.js';
import { parseSpecField, type SpecMember, specField } from '../../../src/model/fields.js';
import type { CatalogSource, Part } from '../../../src/partdex.js';
import { finished } from '../../../src/work/pauses.js';
import { forAllAsync, scaled } from '../../support/for-all.js';
import { type Opened, openParts } from '../../support/opened-catalog.js';
import { range, type Shape, setOf } from '../../support/row-sets.js';
import { loadNeeds } from '../../support/tasks.js';
import { scratchOf, unbounded } from '../../support/unbounded.js';

const MEMBERS: readonly SpecMember[] = ['value', 'min_value', 'max_value'];
/** Names that UTF-16 units or folding would put in another order. */
const NAMES = ['𠮷', '\uFFFD', 'Z', 'a', 'é', '__proto__', ...range(0, 2000).map((i) => `k${i}`)];

/** How parts have a spec key: one in `every`, with that many values, in some of the members. */
interface Way {
  readonly isString: boolean;
  readonly every: number;
  readonly values: number;
  readonly members: readonly SpecMember[];
  readonly several: boolean;
  /** The member that hardly any part has. */
  readonly rare?: SpecMember | undefined;
}

interface Catalog {
  readonly parts: Part[];
  readonly ways: ReadonlyMap<string, Way>;
}

/** A number that looks random and is always the same. */
function mixed(...numbers: number[]): number {
  let hash = 0x9e3779b9;
  for (const number of numbers) hash = Math.imul(hash ^ (number + 0x7f4a7c15), 0x85ebca6b) ^ (hash >>> 13);
  return hash >>> 0;
}

function catalogOf(count: number, ways: readonly Way[]): Catalog {
  const byKey = new Map(ways.map((way, i) => [NAMES[i], way]));
  const parts = range(0, count).map((i): Part => {
    const specs: Record<string, object> = Object.create(null);
    for (const [key, way] of byKey) {
      if (mixed(way.every, i) % way.every !== 0) continue;
      const value = (n: number) => String(mixed(way.every, i, n) % way.values);
      const entry: Partial<Record<SpecMember, unknown>> = {};
      // The members that a part has of those that the key has.
      way.members.forEach((member, n) => {
        if (way.members.length > 1 && mixed(i, n, 3) % 3 === 0) return;
        if (member === way.rare && i % 50 !== 1) return;
        entry[member] = member === 'value' ? [value(n), ...(way.several && i % 2 === 0 ? [value(9)] : [])] : value(n);
      });
      if (Object.keys(entry).length > 0) specs[key] = entry;
    }
    return { uid: `u${String(i).padStart(5, '0')}`, mpn: `m${i % 11}`, specs: specs as Part['specs'] };
  });
  return { parts, ways: byKey };
}

function open({ ways }: Catalog, parts: readonly Part[]): Promise<Opened> {
  const spec_metadata = [...ways].map(([key, { isString }]) => ({ key, datatype: isString ? 'string' : 'decimal' }));
  return openParts(parts, [], { spec_metadata } as unknown as CatalogSource);
}

/** Whether a part is found: by hits, or by those without the filters of a field. */
type Test = (part: Part) => boolean;
interface RandomRequest {
  readonly hits: Test;
  readonly widened: ReadonlyMap<string, Test>;
  readonly excludeFilter: boolean;
  /** Most keys, default 50. */
  readonly most?: number;
  readonly filteredKeys?: ReadonlySet<string>;
}

function valuesOf(part: Part, key: string, member: SpecMember): string[] {
  const spec = part.specs?.[key] as Partial<Record<SpecMember, unknown>> | undefined;
  return spec?.[member] === undefined ? [] : [...new Set([spec[member]].flat() as string[])];
}

/** All keys by usefulness, as docs/semantics.md says it. */
function carriedKeys({ parts, ways }: Catalog, { hits, widened, excludeFilter }: RandomRequest) {
  const rowsOf = (field: string) => parts.filter((excludeFilter ? widened.get(field) : undefined) ?? hits);
  const ranked: { key: string; usefulness: number; fields: string[] }[] = [];
  for (const [key, { isString }] of ways) {
    const members = MEMBERS.filter((member) =>
      rowsOf(specField(key, member)).some((part) => valuesOf(part, key, member).length > 0),
    );
    if (members.length === 0) continue;
    const [leading] = members;
    const rows = rowsOf(specField(key, leading));
    const counts = new Map<string, number>();
    for (const value of rows.flatMap((part) => valuesOf(part, key, leading))) counts.set(value, (counts.get(value) ?? 0) + 1);
    const n = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const squares = [...counts.values()].reduce((sum, count) => sum + count * count, 0);
    const coverage = rows.filter((part) => valuesOf(part, key, leading).length > 0).length / rows.length;
    const difference = 1 - squares / (n * n);
    const repetition = isString && leading === 'value' ? (n > 1 ? (n - counts.size) / (n - 1) : 0) : 1;
    ranked.push({ key, usefulness: coverage * difference * repetition, fields: members.map((member) => specField(key, member)) });
  }
  return ranked.sort((a, b) => b.usefulness - a.usefulness || compareCodePoints(a.key, b.key));
}

/** The keys that are returned: the best, and behind them those that the request filters by. */
function bruteForce(catalog: Catalog, request: RandomRequest) {
  const { most = 50, filteredKeys = new Set<string>() } = request;
  return carriedKeys(catalog, request).filter(({ key }, i) => i < most || filteredKeys.has(key));
}

function foundIn({ parts }: Opened, test: Test, shape: Shape, scratch: Scratch): RowSet {
  const rows = range(0, parts.length).filter((row) => test(parts[row]));
  return setOf(rows, shape, scratch);
}

/** The spec keys of some segments, whose spec blocks are loaded. */
async function specKeysOf(opened: readonly Opened[]): Promise<SpecKeys> {
  await loadNeeds((needs) => {
    for (const { segment } of opened) needs.add(segment.specBlocks);
  });
  return new SpecKeys(opened.map(({ columns }) => columns));
}

/** Ranks as a request does: what is missing is loaded, then the ranking is repeated. Returns how often it ran. */
async function ranked(
  opened: readonly Opened[],
  keys: SpecKeys,
  requested: RandomRequest,
  shape: Shape,
): Promise<[keys: readonly RankedKey[], rounds: number, carried: number | undefined]> {
  const work = unbounded();
  for (let rounds = 1; ; rounds++) {
    const sets = opened.map((piece) => {
      const universe = piece.segment.universe(work);
      const { scratch } = universe;
      scratch.reset();
      const widened = new Map([...requested.widened].map(([field, test]) => [field, foundIn(piece, test, 'bits', scratch)]));
      return new CountingScope(piece.columns, { universe, hits: foundIn(piece, requested.hits, shape, scratch), widened });
    });
    const { excludeFilter, most = 50, filteredKeys = new Set<string>() } = requested;
    const ranking = finished(rankKeys(sets, keys, { excludeFilter, keys: most, filteredKeys }, work));
    if (!('unloaded' in ranking)) return [ranking.keys, rounds, ranking.carried];
    expect(ranking.unloaded.length).toBeGreaterThan(0);
    await loadNeeds((needs) => {
      for (const { columns } of opened) for (const field of ranking.unloaded) columns.need(field, needs);
    });
    for (const field of ranking.unloaded) expect(opened.every(({ columns }) => columns.isLoaded(field))).toBe(true);
  }
}

const reported = (keys: readonly RankedKey[]) =>
  keys.map(({ key, usefulness, fields }) => ({ key, usefulness, fields: fields.map(({ name }) => name) }));

const ways = (): fc.Arbitrary<Way> =>
  fc.record({
    isString: fc.boolean(),
    every: fc.constantFrom(1, 1, 2, 3, 5, 17, 60),
    values: fc.constantFrom(1, 2, 3, 10, 1000),
    members: fc.constantFrom<SpecMember[]>(['value'], ['value'], ['min_value', 'max_value'], [...MEMBERS], ['max_value']),
    several: fc.boolean(),
    rare: fc.constantFrom(undefined, ...MEMBERS),
  });

/** Catalogs where some keys are alike, so that they tie. */
const catalogs = (): fc.Arbitrary<Catalog> =>
  fc
    .tuple(fc.constantFrom(3, 40, 300, 600), fc.array(ways(), { minLength: 4, maxLength: 12 }), fc.integer({ min: 5, max: 120 }))
    .map(([count, pool, keys]) =>
      catalogOf(
        count,
        range(0, keys).map((i) => pool[mixed(i) % pool.length]),
      ),
    );

const hashOf = ({ uid }: Part) => Number(uid.slice(1));
const tests = (): fc.Arbitrary<Test> =>
  fc.oneof(
    fc.constant<Test>(() => true),
    fc.constant<Test>(() => false),
    fc.integer({ min: 1, max: 40 }).map(
      (n): Test =>
        (part) =>
          mixed(hashOf(part)) % n === 0,
    ),
    fc.tuple(fc.nat(600), fc.nat(300)).map(
      ([from, length]): Test =>
        (part) =>
          hashOf(part) >= from && hashOf(part) < from + length,
    ),
  );

const requested = (): fc.Arbitrary<RandomRequest> =>
  fc
    .record({
      hits: tests(),
      widened: fc.array(fc.tuple(fc.constantFrom(...NAMES.slice(0, 30), 'unknown'), fc.constantFrom(...MEMBERS), tests()), {
        maxLength: 4,
      }),
      excludeFilter: fc.boolean(),
      most: fc.constantFrom(50, 50, 0, 1, 3, 200),
      filteredKeys: fc.uniqueArray(fc.constantFrom(...NAMES.slice(0, 60), 'unknown'), { maxLength: 3 }),
    })
    .map(({ hits, widened, filteredKeys, ...rest }) => ({
      ...rest,
      hits,
      filteredKeys: new Set(filteredKeys),
      // A hit without the filters of a field is a hit with them, too.
      widened: new Map(widened.map(([key, member, test]) => [specField(key, member), (part: Part) => hits(part) || test(part)])),
    }));

const shapes = () => fc.constantFrom<Shape>('list', 'bits', 'all', 'all');

describe('rankKeys', () => {
  it('ranks as if all keys were looked at', () =>
    forAllAsync(
      [catalogs(), fc.array(fc.tuple(requested(), shapes()), { minLength: 6, maxLength: 6 }), fc.boolean()],
      async (catalog, requests, isCut) => {
        const cut = isCut
          ? [catalog.parts.filter((_, i) => i % 3 === 0), catalog.parts.filter((_, i) => i % 3 !== 0)]
          : [catalog.parts];
        const opened = await Promise.all(cut.map((parts) => open(catalog, parts)));
        const keys = await specKeysOf(opened);
        for (const [request, shape] of [...requests, ...requests]) {
          const [found, , carried] = await ranked(opened, keys, request, shape);
          expect(reported(found)).toEqual(bruteForce(catalog, request));
          expect(carried).toBe(carriedKeys(catalog, request).length);
        }
      },
      scaled(25),
    ));

  it('reads keys in rounds, and none that most rows lack once there are fifty better ones', async () => {
    const common = { isString: true, every: 1, values: 4, members: ['value'], several: false } as const;
    const rare = { ...common, every: 41 };
    const catalog = catalogOf(
      700,
      range(0, 200).map((i) => (i % 3 === 0 ? common : rare)),
    );
    const opened = await open(catalog, catalog.parts);
    const keys = await specKeysOf([opened]);
    const request: RandomRequest = { hits: (part) => hashOf(part) < 698, widened: new Map(), excludeFilter: false };
    const [found, rounds] = await ranked([opened], keys, request, 'bits');
    expect(reported(found)).toEqual(bruteForce(catalog, request));
    expect(rounds).toBeGreaterThan(1);
    const isLoaded = (key: string) => opened.columns.isLoaded(specField(key, 'value'));
    const isRare = (key: string) => catalog.ways.get(key) === rare;
    const loaded = [...catalog.ways.keys()].filter(isLoaded);
    expect(loaded.filter((key) => !isRare(key)).length).toBe(67);
    expect(loaded.length).toBeLessThan(140);
    // A key of which a filter is left out is looked at whatever its rows among the hits are.
    const [unread] = [...catalog.ways.keys()].filter((key) => isRare(key) && !isLoaded(key)).slice(-1);
    const widened = new Map([[specField(unread, 'value'), (part: Part) => valuesOf(part, unread, 'value').length > 0]]);
    const narrow: RandomRequest = { hits: (part) => valuesOf(part, unread, 'value').includes('1'), widened, excludeFilter: true };
    const [wide] = await ranked([opened], keys, narrow, 'list');
    expect(reported(wide)).toEqual(bruteForce(catalog, narrow));
    expect(isLoaded(unread)).toBe(true);
  });

  it('reads the columns of the other keys where the blocks leave it open whether a row has one', async () => {
    const common = { isString: true, every: 1, values: 4, members: ['value'], several: false } as const;
    const catalog = catalogOf(
      700,
      range(0, 120).map((i) => (i % 2 === 0 ? common : { ...common, every: 150 + i })),
    );
    const opened = await open(catalog, catalog.parts);
    const keys = await specKeysOf([opened]);
    const hits: Test = (part) => mixed(hashOf(part)) % 7 === 0;
    for (const shape of ['list', 'bits'] as const) {
      const request: RandomRequest = { hits, widened: new Map(), excludeFilter: false, most: 5 };
      const [found, , carried] = await ranked([opened], keys, request, shape);
      expect(reported(found)).toEqual(bruteForce(catalog, request));
      expect(carried).toBe(carriedKeys(catalog, request).length);
      expect(carried).toBeLessThan(120);
    }
  });

  it('expects of a key as many rows as most of its fields may have', async () => {
    const way = { isString: false, every: 1, values: 9, members: ['value', 'max_value'], several: false } as const;
    const catalog = catalogOf(
      700,
      range(0, 120).map((i) => (i % 2 === 0 ? { ...way, every: 2 } : { ...way, rare: i % 4 === 1 ? 'max_value' : 'value' })),
    );
    const opened = await open(catalog, catalog.parts);
    const keys = await specKeysOf([opened]);
    for (const size of [700, 690, 300]) {
      const request: RandomRequest = { hits: (part) => hashOf(part) < size, widened: new Map(), excludeFilter: false };
      const [found] = await ranked([opened], keys, request, 'all');
      expect(reported(found)).toEqual(bruteForce(catalog, request));
      const [best] = found;
      expect(catalog.ways.get(best.key)?.rare).toBe('max_value');
    }
  });

  it('reads thousands of keys in few rounds, since each of them ranks all loaded keys again', async () => {
    const way = { isString: true, every: 1, values: 4, members: ['value'], several: false } as const;
    const catalog = catalogOf(
      2,
      range(0, 2000).map(() => way),
    );
    const opened = await open(catalog, catalog.parts);
    const keys = await specKeysOf([opened]);
    const request: RandomRequest = { hits: ({ uid }) => uid === 'u00001', widened: new Map(), excludeFilter: false };
    const [found, rounds] = await ranked([opened], keys, request, 'bits');
    expect(reported(found)).toEqual(bruteForce(catalog, request));
    expect(rounds).toBeLessThan(10);
  });

  it('keeps the best keys of all rows, and reads no other for them', async () => {
    const way = { isString: false, every: 1, values: 5, members: ['value', 'min_value'], several: true } as const;
    const catalog = catalogOf(
      300,
      range(0, 80).map((i) => ({ ...way, values: 2 + i })),
    );
    const opened = await open(catalog, catalog.parts);
    const keys = await specKeysOf([opened]);
    const request: RandomRequest = { hits: () => true, widened: new Map(), excludeFilter: true };
    const [first] = await ranked([opened], keys, request, 'all');
    expect(keys.bestOfAll.find(50)?.order.map((key) => keys.keys[key])).toEqual(first.map(({ key }) => key));
    expect(reported(first)).toEqual(bruteForce(catalog, request));
    const [again] = await ranked([opened], keys, request, 'all');
    expect(reported(again)).toEqual(reported(first));
    expect(foundIn(opened, request.hits, 'all', scratchOf(opened.segment)).kind).toBe(ALL);
    // Fewer rows have a ranking of their own.
    const fewer: RandomRequest = { ...request, hits: (part) => hashOf(part) % 2 === 0 };
    expect(reported((await ranked([opened], keys, fewer, 'bits'))[0])).toEqual(bruteForce(catalog, fewer));
    for (const { fields } of again) for (const { name } of fields) expect(parseSpecField(name)?.member).not.toBe('max_value');
  });

  it('ranks nothing where no part has specs', async () => {
    const opened = await openParts([{ uid: 'a', mpn: 'a' }], []);
    const keys = await specKeysOf([opened]);
    expect(keys.keys).toEqual([]);
    const request: RandomRequest = { hits: () => true, widened: new Map(), excludeFilter: true };
    expect(await ranked([opened], keys, request, 'all')).toEqual([[], 1, 0]);
  });
});
