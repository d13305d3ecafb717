import { type Decimal, parseDecimal } from '../analysis/decimal.js';
import { offerNumber } from '../analysis/offer-price.js';
import { compareCodePoints } from '../analysis/text.js';
import type { CategoryRecord } from '../answers/category-tree.js';
import { MemberReader, withoutFaulty } from '../model/check-arguments.js';
import { type CheckedDirectives, DIRECTIVES, readDirectives } from '../model/check-directives.js';
import type { Part, SpecValue } from '../model/documents.js';
import type { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { SearchRequest, SearchResponse } from '../model/requests.js';
import type { SimilarRequest, SpecDifference } from '../model/similar.js';
import type { Filter, Operand } from '../parser/ast.js';
import type { Hit } from '../query/merge.js';
import type { FieldTypes } from '../resolve/filters.js';

/** Keys of a category that are compared, the most useful first. */
export const COMPARED_KEYS = 8;
/** String keys in which parts agree by default. */
const AGREEING_STRINGS = 3;
const BY_DEFAULT = 10;

/** A request for similar parts that was checked. */
export interface CheckedSimilar {
  readonly same: readonly string[] | undefined;
  readonly atLeast: readonly string[];
  readonly atMost: readonly string[];
  readonly filter: SearchRequest['filter'];
  readonly limit: number;
  readonly directives: CheckedDirectives;
}

/** Checks all but the filter and the names in directives. Adds every issue. */
export function checkSimilar(request: unknown, limits: Limits, types: FieldTypes, issues: Issues): CheckedSimilar {
  const own = ['same', 'at_least', 'at_most', 'filter', 'limit'] satisfies (keyof SimilarRequest)[];
  const members = MemberReader.of(request ?? {}, [], [...own, ...DIRECTIVES], issues);
  const numbers = (name: 'at_least' | 'at_most') => {
    const keys = members.strings(name);
    keys.forEach((key, i) => {
      if (key === undefined || types.specType(key) !== 'string') return;
      const expected = 'a spec key of numbers';
      issues.add('wrong_kind', [...members.at(name), i], ` must be ${expected}`, { found: key, expected: [expected] });
    });
    return withoutFaulty(keys);
  };
  const same = members.value('same');
  return {
    same: same === undefined || same === null ? undefined : withoutFaulty(members.strings('same')),
    atLeast: numbers('at_least'),
    atMost: numbers('at_most'),
    filter: (members.value('filter') ?? undefined) as SearchRequest['filter'],
    limit: members.count('limit', BY_DEFAULT, limits.limit),
    directives: readDirectives(members, issues),
  };
}

/** Which keys decide, and which are compared besides. */
export interface SimilarKeys {
  readonly same: readonly string[];
  readonly atLeast: readonly string[];
  readonly atMost: readonly string[];
  /** All keys of which an answer tells the difference. */
  readonly compared: readonly string[];
}

/** @param ranked the keys of the drilldown of the part's category, the most useful first */
export function similarKeys(part: Part, ranked: readonly string[], checked: CheckedSimilar, types: FieldTypes): SimilarKeys {
  const { atLeast, atMost } = checked;
  const directed = new Set([...atLeast, ...atMost]);
  const has = (key: string) => valuesOf(part, key).length > 0 && !directed.has(key);
  const strings = ranked.filter((key) => types.specType(key) === 'string' && has(key)).slice(0, AGREEING_STRINGS);
  const numbers = ranked.slice(0, COMPARED_KEYS).filter((key) => types.specType(key) === 'number' && has(key));
  const same = checked.same ?? ranked.filter((key) => strings.includes(key) || numbers.includes(key));
  const compared = [...new Set([...same, ...atLeast, ...atMost, ...ranked.slice(0, COMPARED_KEYS)])];
  return { same, atLeast, atMost, compared };
}

/** The conditions that similar parts meet; undefined if none can, since the part lacks a value that decides. */
export function similarConditions(part: Part, keys: SimilarKeys, types: FieldTypes): Filter[] | undefined {
  const conditions: Filter[] = [];
  for (const key of keys.same) {
    const values = valuesOf(part, key);
    if (values.length === 0) return undefined;
    for (const value of values)
      conditions.push(condition(key, types.specType(key) === 'number' ? phrase(value) : exactly(value)));
  }
  for (const [list, isLeast] of [[keys.atLeast, true] as const, [keys.atMost, false] as const]) {
    for (const key of list) {
      const bound = boundOf(numbersOf(part, key), isLeast)?.toString();
      if (bound === undefined) return undefined;
      const [lower, upper] = isLeast ? [bound, null] : [null, bound];
      conditions.push(
        condition(key, { kind: 'range', lower: { value: lower, inclusive: true }, upper: { value: upper, inclusive: true } }),
      );
    }
  }
  return conditions;
}

function condition(key: string, operand: Operand): Filter {
  return { kind: 'field', field: `specs.${key}.value`, operand };
}

function phrase(text: string): Operand {
  return { kind: 'phrase', text };
}

function exactly(value: string): Operand {
  return { kind: 'range', lower: { value, inclusive: true }, upper: { value, inclusive: true } };
}

/** How a part differs from the one that was asked for; keys that neither has are left out. */
export function differencesOf(here: Part, there: Part, keys: SimilarKeys, types: FieldTypes): SpecDifference[] {
  return keys.compared.flatMap((key): SpecDifference[] => {
    const [own, other] = [valuesOf(here, key), valuesOf(there, key)];
    if (own.length === 0 && other.length === 0) return [];
    const direction = keys.atLeast.includes(key) ? 1 : keys.atMost.includes(key) ? -1 : 0;
    const verdict = verdictOf(here, there, key, direction, types);
    return [{ key, here: textOf(own), there: textOf(other), verdict }];
  });
}

function textOf(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(', ');
}

function verdictOf(here: Part, there: Part, key: string, direction: number, types: FieldTypes): SpecDifference['verdict'] {
  const isNumber = types.specType(key) === 'number';
  if (direction !== 0) {
    const [own, other] = [here, there].map((part) => boundOf(numbersOf(part, key), direction > 0));
    if (!own || !other) return 'unknown';
    const order = other.cmp(own) * direction;
    return order === 0 ? 'same' : order > 0 ? 'better' : 'worse';
  }
  const [own, other] = [here, there].map((part) => {
    const values = isNumber ? numbersOf(part, key).map((value) => value.toString()) : valuesOf(part, key);
    return [...new Set(values)].sort();
  });
  return own.length > 0 && own.length === other.length && own.every((value, i) => value === other[i]) ? 'same' : 'unknown';
}

/** The greatest of numbers, or the least. */
function boundOf(numbers: readonly Decimal[], isGreatest: boolean): Decimal | undefined {
  let best: Decimal | undefined;
  for (const number of numbers) if (!best || (isGreatest ? number.gt(best) : number.lt(best))) best = number;
  return best;
}

function numbersOf(part: Part, key: string): Decimal[] {
  return valuesOf(part, key).flatMap((value) => parseDecimal(value) ?? []);
}

function valuesOf({ specs }: Part, key: string): string[] {
  const spec: SpecValue | undefined = specs && Object.hasOwn(specs, key) ? specs[key] : undefined;
  const { value } = spec ?? {};
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => (one === undefined || one === null ? [] : String(one)));
}

/** The keys of a drilldown, the most useful first. */
export function rankedKeys({
  facet_results,
  stats_results,
}: Pick<SearchResponse<unknown>, 'facet_results' | 'stats_results'>): string[] {
  const ranks = new Map<string, number>();
  for (const fields of [facet_results.fields, stats_results]) {
    for (const [field, { spec_drilldown_rank: rank }] of Object.entries(fields)) {
      const key = /^specs\.(.+)\.value$/s.exec(field)?.[1];
      if (key !== undefined && rank !== null) ranks.set(key, rank);
    }
  }
  return [...ranks].sort(([, a], [, b]) => a - b).map(([key]) => key);
}

/** The deepest category of a part, the first of several; undefined if it is in none. */
export function deepestCategory({ category_uids }: Part, records: ReadonlyMap<string, CategoryRecord>): string | undefined {
  let deepest: string | undefined;
  let most = 0;
  for (const uid of category_uids ?? []) {
    let depth = 0;
    for (let at: string | null | undefined = uid; typeof at === 'string'; at = records.get(at)?.parent) depth++;
    if (depth > most) [deepest, most] = [uid, depth];
  }
  return deepest;
}

/** A part that meets the conditions, and what decides its place. */
export interface RankedPart {
  readonly hit: Hit;
  readonly uid: string;
  readonly inStock: boolean;
  readonly differences: SpecDifference[];
}

/** In stock first, then fewer differences, then the uid. */
export function compareSimilar(a: RankedPart, b: RankedPart): number {
  if (a.inStock !== b.inStock) return a.inStock ? -1 : 1;
  return differing(a) - differing(b) || compareCodePoints(a.uid, b.uid);
}

function differing({ differences }: RankedPart): number {
  return differences.filter(({ verdict }) => verdict !== 'same').length;
}

/** Whether an offer of a part has stock. */
export function isInStock({ offers }: Part): boolean {
  return (offers ?? []).some(({ in_stock_quantity }) => {
    const stock = offerNumber(in_stock_quantity);
    return stock !== undefined && (stock.gt(0) || stock.eq(-2));
  });
}
