import type { Decimal } from '../analysis/decimal.js';
import { compareCodePoints } from '../analysis/text.js';
import { MemberReader, withoutFaulty } from '../model/check-arguments.js';
import { type CheckedDirectives, DIRECTIVES, readDirectives } from '../model/check-directives.js';
import type { Part } from '../model/documents.js';
import { specField } from '../model/fields.js';
import type { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { SearchRequest, SearchResponse } from '../model/requests.js';
import type { SimilarRequest, SpecDifference } from '../model/similar.js';
import type { Filter, Operand } from '../parser/ast.js';
import type { ComparedKey } from '../query/similar-rows.js';
import type { FieldTypes } from '../resolve/filters.js';
import type { SpecRead, SpecReader } from './spec-reader.js';

/** Keys of a category that are compared, the most useful first. */
const COMPARED_KEYS = 8;
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

/** The first few of some keys; those after them are not looked at. */
function firstOf(keys: readonly string[], most: number, isWanted: (key: string) => boolean): string[] {
  const first: string[] = [];
  for (let i = 0; i < keys.length && first.length < most; i++) if (isWanted(keys[i])) first.push(keys[i]);
  return first;
}

/** @param ranked the keys of the drilldown of the part's category, the most useful first */
export function similarKeys(part: Part, ranked: readonly string[], checked: CheckedSimilar, specs: SpecReader): SimilarKeys {
  const { atLeast, atMost } = checked;
  const directed = new Set([...atLeast, ...atMost]);
  const has = (key: string) => !directed.has(key) && specs.values(part, key).length > 0;
  const strings = firstOf(ranked, AGREEING_STRINGS, (key) => specs.isString(key) && has(key));
  const numbers = ranked.slice(0, COMPARED_KEYS).filter((key) => specs.isNumber(key) && has(key));
  const same = checked.same ?? ranked.filter((key) => strings.includes(key) || numbers.includes(key));
  const compared = [...new Set([...same, ...atLeast, ...atMost, ...ranked.slice(0, COMPARED_KEYS)])];
  return { same, atLeast, atMost, compared };
}

/** False if the part lacks a value that decides: none is similar then. */
export function canBeSimilar(part: Part, { same, atLeast, atMost }: SimilarKeys, specs: SpecReader): boolean {
  if (same.some((key) => specs.values(part, key).length === 0)) return false;
  return [atLeast, atMost].every((list) => list.every((key) => boundOf(specs.values(part, key), list === atLeast)));
}

/** The conditions that the parts meet that are similar to one to which a part can be. */
export function similarConditions(part: Part, keys: SimilarKeys, specs: SpecReader): Filter[] {
  const conditions: Filter[] = [];
  for (const key of keys.same) {
    for (const { value } of specs.values(part, key)) conditions.push(condition(key, range(value, value)));
  }
  for (const [list, isLeast] of [[keys.atLeast, true] as const, [keys.atMost, false] as const]) {
    for (const key of list) {
      const { value } = boundOf(specs.values(part, key), isLeast) as SpecRead;
      conditions.push(condition(key, isLeast ? range(value, null) : range(null, value)));
    }
  }
  return conditions;
}

function condition(key: string, operand: Operand): Filter {
  return { kind: 'field', field: `specs.${key}.value`, operand };
}

/** Texts compare by their fold in a range. */
function range(lower: string | null, upper: string | null): Operand {
  return { kind: 'range', lower: { value: lower, inclusive: true }, upper: { value: upper, inclusive: true } };
}

/** How a part differs from the one that was asked for; keys that neither has are left out. */
export function differencesOf(here: Part, there: Part, keys: SimilarKeys, specs: SpecReader): SpecDifference[] {
  return keys.compared.flatMap((key): SpecDifference[] => {
    const [own, other] = [specs.values(here, key), specs.values(there, key)];
    if (own.length === 0 && other.length === 0) return [];
    const direction = directionOf(key, keys);
    const verdict = direction === 0 ? equality(own, other) : comparison(own, other, direction);
    return [{ key, here: textOf(own), there: textOf(other), verdict }];
  });
}

/** The keys that are compared, as columns are read for them. */
export function comparedKeys(part: Part, keys: SimilarKeys, specs: SpecReader): ComparedKey[] {
  return keys.compared.map((key): ComparedKey => {
    const direction = directionOf(key, keys);
    const read = specs.values(part, key);
    const bound = direction === 0 ? undefined : boundOf(read, direction > 0);
    const distinct = bound ? [bound] : distinctOf(read);
    const isNumber = specs.isNumber(key);
    return {
      field: specField(key, 'value'),
      values: isNumber ? distinct.map(({ number }) => number as Decimal) : distinct.map(({ value }) => value),
      kind: isNumber ? 'number' : specs.isString(key) ? 'string' : undefined,
      direction,
      isMet: direction === 0 && keys.same.includes(key),
    };
  });
}

function distinctOf(read: readonly SpecRead[]): readonly SpecRead[] {
  return read.length < 2 ? read : [...new Map(read.map((one) => [one.value, one])).values()];
}

function directionOf(key: string, { atLeast, atMost }: SimilarKeys): 1 | -1 | 0 {
  return atLeast.includes(key) ? 1 : atMost.includes(key) ? -1 : 0;
}

function textOf(values: readonly SpecRead[]): string | null {
  return values.length === 0 ? null : values.map(({ text }) => text).join(', ');
}

function comparison(own: readonly SpecRead[], other: readonly SpecRead[], direction: 1 | -1): SpecDifference['verdict'] {
  const [mine, theirs] = [own, other].map((values) => boundOf(values, direction > 0)?.number);
  if (!mine || !theirs) return 'unknown';
  const order = theirs.cmp(mine) * direction;
  return order === 0 ? 'same' : order > 0 ? 'better' : 'worse';
}

/** Whether both have the same set of values. */
function equality(own: readonly SpecRead[], other: readonly SpecRead[]): SpecDifference['verdict'] {
  const [mine, theirs] = [own, other].map((values) => new Set(values.map(({ value }) => value)));
  return mine.size === theirs.size && [...mine].every((value) => theirs.has(value)) ? 'same' : 'unknown';
}

/** The greatest of numbers, or the least. */
function boundOf(values: readonly SpecRead[], isGreatest: boolean): SpecRead | undefined {
  let best: SpecRead | undefined;
  for (const read of values) {
    const { number } = read;
    if (number && (!best?.number || (isGreatest ? number.gt(best.number) : number.lt(best.number)))) best = read;
  }
  return best;
}

/** The fields that a drilldown tells of a key: those of its values, its bounds, or both together. */
const SPEC_FIELD = /^specs\.(.*)\.(?:value|min_value|max_value|range)$/s;

/** The keys of a drilldown, the most useful first. */
export function rankedKeys({
  facet_results,
  stats_results,
}: Pick<SearchResponse<unknown>, 'facet_results' | 'stats_results'>): string[] {
  const ranks = new Map<string, number>();
  for (const fields of [facet_results.fields, stats_results]) {
    for (const [field, { spec_drilldown_rank: rank }] of Object.entries(fields)) {
      const key = SPEC_FIELD.exec(field)?.[1];
      if (key !== undefined && rank !== null) ranks.set(key, rank);
    }
  }
  return [...ranks].sort(([, a], [, b]) => a - b).map(([key]) => key);
}

/** The deepest category of a part, the first of several; undefined if it is in none. @param depthOf how many are above one */
export function deepestCategory({ category_uids }: Part, depthOf: (uid: string) => number): string | undefined {
  let deepest: string | undefined;
  let most = -1;
  for (const uid of category_uids ?? []) {
    const depth = depthOf(uid);
    if (depth > most) [deepest, most] = [uid, depth];
  }
  return deepest;
}

/** A part that meets the conditions, and what decides its place. */
export interface RankedPart<Hit> {
  readonly hit: Hit;
  readonly uid: string;
  readonly inStock: boolean;
  readonly differences: SpecDifference[];
}

/** A similar part; how it differs, if its document was read to find it. */
export type Candidate<Hit> = Omit<RankedPart<Hit>, 'differences'> & Partial<Pick<RankedPart<Hit>, 'differences'>>;

/** In stock first, then fewer differences, then the uid. */
export function compareSimilar(a: RankedPart<unknown>, b: RankedPart<unknown>): number {
  if (a.inStock !== b.inStock) return a.inStock ? -1 : 1;
  return differing(a) - differing(b) || compareCodePoints(a.uid, b.uid);
}

function differing({ differences }: RankedPart<unknown>): number {
  return differences.filter(({ verdict }) => verdict !== 'same').length;
}
