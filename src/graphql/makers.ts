import { fold } from '../analysis/text.js';
import type { Filter } from '../parser/ast.js';
import type { AnswerContext } from './answer-context.js';
import { allOf, anyOf, hasAny, isCalled, lacks, lacksText } from './clauses.js';
import { CompanyDirectory, type MakerPlace, type Makers } from './company-records.js';
import type { AskedSearch, SearchConditions } from './shared-search.js';

const NO_MANUFACTURER: readonly Filter[] = [lacks('manufacturer.uid'), lacks('manufacturer.name')];
/** The same in a catalog where some of them are empty texts, which identify no company. */
const EMPTY_MANUFACTURER: readonly Filter[] = [lacksText('manufacturer.uid'), lacksText('manufacturer.name')];

/** The makers of the catalog, found once; for a client that some members are hidden from, once for its request. */
export function makersOf(context: AnswerContext): Promise<Makers> {
  const { records, work } = context;
  if (!context.hidesMembers) return records.makers.get('all', work, () => findMakers(context));
  context.visibleMakers ??= findMakers(context);
  return context.visibleMakers;
}

async function findMakers(context: AnswerContext): Promise<Makers> {
  const { records, work } = context;
  const manufacturers = await placeOf('manufacturer', [], context);
  const isOnly = manufacturers.uids.length === 0 && manufacturers.names.length === 0;
  const others = manufacturers.hasEmpty ? EMPTY_MANUFACTURER : NO_MANUFACTURER;
  const brands = await placeOf('brand', isOnly ? [] : others, context);
  const made = new Set(brands.uids);
  const known = await records.companies('manufacturers', work);
  const candidates = made.size === 0 ? [] : (await records.companies('brands', work)).records;
  return {
    directory: new CompanyDirectory([
      ...known.records,
      ...candidates.filter(({ uid }) => made.has(uid) && !known.byUid.has(uid)),
    ]),
    places: [manufacturers, brands].filter(({ uids, names }) => uids.length + names.length > 0).map(({ place }) => place),
    uids: new Set([...manufacturers.uids, ...brands.uids]),
    names: new Set([...manufacturers.names, ...brands.names].map(fold)),
  };
}

interface FoundPlace {
  readonly place: MakerPlace;
  readonly uids: readonly string[];
  readonly names: readonly string[];
  /** Whether some uid or name is an empty text. */
  readonly hasEmpty: boolean;
}

async function placeOf(member: 'manufacturer' | 'brand', within: readonly Filter[], context: AnswerContext): Promise<FoundPlace> {
  const uid = `${member}.uid` as const;
  const name = `${member}.name` as const;
  const unidentified = `${name}:?* AND NOT ${uid}:?*`;
  const facets = new Map([uid, name].map((field) => [field, Number.POSITIVE_INFINITY]));
  const { facet_results } = await context.searchUnfiltered(narrowed({}, within)).ask({ facets, query: unidentified });
  const { fields, queries } = facet_results;
  const valuesOf = (field: string) => fields[field].facets.map(({ value }) => value);
  const [uids, names] = [valuesOf(uid), valuesOf(name)];
  return {
    place: { uid, name, within, hasUnidentified: queries[unidentified].count > 0 },
    uids: uids.filter((value) => value !== ''),
    names: names.filter((value) => value !== ''),
    hasEmpty: uids.includes('') || names.includes(''),
  };
}

/** A maker with a uid, or else a name, and the number of parts among some hits. */
export interface CountedMaker {
  readonly uid: string;
  readonly name: string | null;
  readonly count: number;
}

/** How many hits of a search each maker has: one for all companies of a uid, or without one of a name. */
export async function countMakers(
  conditions: SearchConditions,
  context: AnswerContext,
  searchOf = (asked: SearchConditions): AskedSearch => context.searchOf(asked),
): Promise<CountedMaker[]> {
  const { places } = await makersOf(context);
  const byUid = new Map<string, number>();
  const byName = new Map<string, number>();
  const all = Number.POSITIVE_INFINITY;
  const countInto = async (counts: Map<string, number>, field: string, within: readonly Filter[]) => {
    const { facet_results } = await searchOf(narrowed(conditions, within)).ask({ facets: new Map([[field, all]]) });
    for (const { value, count } of facet_results.fields[field].facets) {
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + count);
    }
  };
  // All are registered at once, so that those on the same hits share a search.
  await Promise.all(
    places.flatMap(({ uid, name, within, hasUnidentified }) => [
      countInto(byUid, uid, within),
      ...(hasUnidentified ? [countInto(byName, name, [...within, lacksText(uid)])] : []),
    ]),
  );
  return [
    ...[...byUid].map(([uid, count]) => ({ uid, name: null, count })),
    ...[...byName].map(([name, count]) => ({ uid: '', name, count })),
  ];
}

/** A search with further conditions. */
export function narrowed(conditions: SearchConditions, further: readonly Filter[]): SearchConditions {
  if (further.length === 0) return conditions;
  return { ...conditions, conditions: [...(conditions.conditions ?? []), ...further] };
}

/** The parts of some makers, each given by its uid, its id or a name, and the texts that name no maker. */
export async function makerFilter(
  values: readonly string[],
  context: AnswerContext,
): Promise<{ filter: Filter; unknown: string[] }> {
  const { directory, places, uids, names } = await makersOf(context);
  const wanted = new Set<string>();
  const called: string[] = [];
  const unknown: string[] = [];
  for (const value of values) {
    const isIdentified = directory.identified(value) !== undefined;
    // A company may have a record and no parts, and parts may have makers without a record: those without a uid, or without a name.
    const found = [...directory.called(value).map(({ uid }) => uid), ...(isIdentified ? [] : [value])].filter((uid) =>
      uids.has(uid),
    );
    for (const uid of found) wanted.add(uid);
    if (!isIdentified && names.has(fold(value))) called.push(value);
    else if (found.length === 0) unknown.push(value);
  }
  const filters = places.map(({ uid, name, within }) =>
    allOf(...within, anyOf([hasAny(uid, [...wanted]), isCalled(name, called)])),
  );
  return { filter: anyOf(filters), unknown };
}
