import { withoutWildcards } from '../analysis/text.js';
import type { NumberPlaces } from '../catalog/internals.js';
import type { Directives, Part, PartSuggestion, PartsMatchQuery, PartsMatchRequest, PartsMatchResponse } from '../partdex.js';
import type { BomLine } from './bom-line.js';
import { isSameBrand, isSameName } from './brand-words.js';

/** How a line was matched: which of its numbers a part has, and how closely. */
export const KINDS = ['exact', 'normalised', 'sku', 'wildcard', 'ambiguous', 'not found', 'no number'] as const;
export type MatchKind = (typeof KINDS)[number];

/** Lines of a list that are matched at a time; the catalog must allow as many queries. */
export const BATCH = 200;

/** Most parts that are read for a line: the chosen one, and alternatives. */
const LOOKED_AT = 6;

/** Most parts of any brand or seller that are examined for a line if no part with its number has exactly its brand or seller. */
const LOOKED_AT_OF_ALL = 100;

/** The members of a part that the result needs. */
const SHOWN = ['uid', 'mpn', 'brand', 'offers'];

/** The result of a line. */
export interface LineMatch {
  readonly line: BomLine;
  readonly kind: MatchKind;
  /** The part; for `ambiguous` the one with the most offers, undefined if none is found. */
  readonly part?: Part | undefined;
  /** Number of parts that match. */
  readonly candidates: number;
  /** Some further parts that match as well as the first. */
  readonly others: readonly Part[];
  /** The part's brand is the line's only after normalisation: the catalog spells it differently. */
  readonly isBrandByWords?: boolean;
  readonly suggestions: readonly Suggestion[];
  /** Why no part can be found, in the words of the catalog. */
  readonly error?: string | undefined;
}

const NO_PARTS: readonly Part[] = [];
const NO_SUGGESTIONS: readonly Suggestion[] = [];

/**
 * A class, not a literal: V8 may place what a literal makes among the old objects, where it keeps whole parts alive that nobody needs
 * (docs/decisions/0094-lines-are-made-by-classes.md).
 */
class ResultOfLine implements LineMatch {
  readonly suggestions = NO_SUGGESTIONS;

  constructor(
    readonly line: BomLine,
    readonly kind: MatchKind,
    readonly part: Part | undefined = undefined,
    readonly candidates = 0,
    readonly others = NO_PARTS,
    readonly isBrandByWords = false,
    readonly error: string | undefined = undefined,
  ) {}
}

/** A near match: the reason in a word or two, and in a sentence. */
export interface Suggestion {
  readonly item: Part;
  readonly reason: string;
  readonly text: string;
}

export interface MatchSettings {
  /** `*` and `?` of the list are wildcards. */
  readonly wildcards: boolean;
  /** Numbers are compared as written, ignoring only letter case. */
  readonly exact: boolean;
  /** The members of parts to read. Default: those that results of the command line need. */
  readonly show?: readonly string[];
  /** Whether a brand of the list and one of the catalog are the same. Default: by their words. */
  readonly isSameMaker?: (listed: string, cataloged: string) => boolean;
  /** Where parts may have some numbers without wildcards. Default: anywhere. */
  readonly placesOf?: ((numbers: readonly string[]) => Promise<readonly NumberPlaces[]>) | undefined;
}

/** The function that finds parts: `catalog.parts.match`, with as many queries as there are lines. */
export type Matcher = (request: PartsMatchRequest & Directives) => Promise<Pick<PartsMatchResponse, 'results'>>;

type Result = PartsMatchResponse['results'][number];

/** One way to search for a line: by a number as the manufacturer's, as a seller's, or as both if only near matches are wanted. */
interface Attempt {
  readonly field: 'mpn' | 'sku' | 'mpn_or_sku';
  readonly number: string;
  readonly brand: string;
  /** Requests parts of any brand, and keeps those whose brand has the words of the line's. */
  readonly isBrandByWords?: boolean;
  readonly seller: string;
  /** Requests parts of any seller, and keeps those with an offer whose seller has the words of the line's. */
  readonly isSellerByWords?: boolean;
  /** A second number that must match too. */
  readonly sku?: string;
}

/**
 * Finds a part for each line. A number of the manufacturer's column is searched as such, then as a seller's.
 * The numbers of sellers follow; they may be the manufacturer's. A brand must match, first as the catalog compares brands, then
 * by its words. A seller with its own number must match too, in the same two ways. Lines without a part get suggestions.
 */
export async function matchLines(lines: readonly BomLine[], match: Matcher, settings: MatchSettings): Promise<LineMatch[]> {
  const matches = new Map<BomLine, LineMatch>();
  for (const line of lines) {
    const kind = hasNumber(line) ? 'not found' : 'no number';
    matches.set(line, new ResultOfLine(line, kind));
  }
  const ask = asker(lines, match, settings);
  const hopefulOf = await hopefulAttempts(lines, settings);
  const hopeful = (line: BomLine) => hopefulOf.get(line) as readonly Attempt[];
  await ask(hopeful, false, (line, attempt, result) => {
    const found = classify(line, attempt, result, settings);
    // The error of the first attempt is the most useful.
    const error = matches.get(line)?.error ?? found.error;
    matches.set(line, found.part || error === undefined ? found : { ...found, error });
    return found.part !== undefined;
  });
  const isKind = (line: BomLine, kind: MatchKind) => matches.get(line)?.kind === kind;
  const takeAny = (line: BomLine, attempt: Attempt, result: Result) => {
    if (result.items.length === 0) return false;
    matches.set(line, classify(line, attempt, result, settings));
    return true;
  };
  const ofAnySeller = (line: BomLine) => (isKind(line, 'not found') ? sellersByWords(hopeful(line)) : []);
  await ask(ofAnySeller, false, takeAny);
  const ofAnyBrand = (line: BomLine) => {
    if (!isKind(line, 'not found') || line.brand === '') return [];
    return [...hopeful(line), ...sellersByWords(hopeful(line))].map(byWords);
  };
  await ask(ofAnyBrand, false, takeAny);
  const narrowed = (line: BomLine) => {
    if (!isKind(line, 'ambiguous')) return [];
    return matches.get(line)?.isBrandByWords ? narrowAttempts(line).map(byWords) : narrowAttempts(line);
  };
  await ask(narrowed, false, (line, attempt, result) => {
    if (result.hits !== 1) return false;
    matches.set(line, classify(line, attempt, result, settings));
    return true;
  });
  const near = (line: BomLine) => (isKind(line, 'not found') ? suggestAttempts(line) : []);
  await ask(near, true, (line, attempt, { suggestions = [] }) => {
    const described = suggestions.map((suggestion) => inWords(suggestion, attempt, settings));
    matches.set(line, { ...(matches.get(line) as LineMatch), suggestions: described });
    return described.length > 0;
  });
  return [...matches.values()];
}

/** Runs the attempts of lines, one of each line at a time, until `take` reports that the line is done. */
function asker(lines: readonly BomLine[], match: Matcher, settings: MatchSettings) {
  return async (
    attemptsOf: (line: BomLine) => readonly Attempt[],
    suggest: boolean,
    take: (line: BomLine, attempt: Attempt, result: Result) => boolean,
  ): Promise<void> => {
    let open = lines.map((line) => ({ line, attempts: attemptsOf(line) })).filter(({ attempts }) => attempts.length > 0);
    for (let round = 0; open.length > 0; round++) {
      const queries = open.map(({ attempts }) => queryOf(attempts[round], settings));
      const { results } = await match({
        queries,
        exact_only: settings.exact,
        show: [...(settings.show ?? SHOWN)],
        ...(suggest && { suggest }),
      });
      open = open.filter(({ line, attempts }, i) => {
        const attempt = attempts[round];
        const ofSeller = attempt.isSellerByWords ? bySeller(line.seller, results[i]) : results[i];
        const result = attempt.isBrandByWords ? ofBrand(line.brand, ofSeller, settings.isSameMaker) : ofSeller;
        return !take(line, attempt, result) && attempts.length > round + 1;
      });
    }
  };
}

/** Longer texts may be faults of their own, which a query tells. */
const SHORT = 100;

/** The attempts of lines without those that find nothing, since no part has their number: two fifths in a bill of the benchmark. */
async function hopefulAttempts(
  lines: readonly BomLine[],
  { placesOf, wildcards }: MatchSettings,
): Promise<ReadonlyMap<BomLine, readonly Attempt[]>> {
  const all = new Map<BomLine, readonly Attempt[]>();
  for (const line of lines) all.set(line, attempts(line));
  if (!placesOf || wildcards) return all;
  const isShort = ({ number, brand, seller }: Attempt) => Math.max(number.length, brand.length, seller.length) <= SHORT;
  const numbers = new Set<string>();
  for (const ofLine of all.values()) for (const attempt of ofLine) if (isShort(attempt)) numbers.add(attempt.number);
  const listed = [...numbers];
  const found = await placesOf(listed);
  const places = new Map<string, NumberPlaces>();
  for (let i = 0; i < listed.length; i++) places.set(listed[i], found[i]);
  const isHopeful = (attempt: Attempt) => {
    const { field, number } = attempt;
    return field === 'mpn_or_sku' || !isShort(attempt) || places.get(number)?.[field] !== false;
  };
  for (const [line, ofLine] of all) if (!ofLine.every(isHopeful)) all.set(line, ofLine.filter(isHopeful));
  return all;
}

function hasNumber({ mpn, skus }: BomLine): boolean {
  return mpn !== '' || skus.length > 0;
}

function attempts({ mpn, skus, brand, seller }: BomLine): Attempt[] {
  if (skus.length === 0) return mpn === '' ? [] : [attempt('mpn', mpn, brand), attempt('sku', mpn, brand)];
  return [
    ...(mpn === '' ? [] : [attempt('mpn', mpn, brand), attempt('sku', mpn, brand)]),
    ...skus.flatMap((sku) => [attempt('sku', sku, brand, seller), attempt('mpn', sku, brand)]),
  ];
}

/** If several manufacturers have the number, a seller's number decides. */
function narrowAttempts({ mpn, skus, brand }: BomLine): Attempt[] {
  return mpn === '' ? [] : skus.map((sku) => ({ sku, ...attempt('mpn', mpn, brand) }));
}

function suggestAttempts({ mpn, skus, brand, seller }: BomLine): Attempt[] {
  const ofSellers = skus.map((sku) => attempt('sku', sku, brand, seller));
  const near = [...(mpn === '' ? [] : [attempt('mpn_or_sku', mpn, brand)]), ...ofSellers, ...sellersByWords(ofSellers)];
  return brand === '' ? near : [...near, ...near.map(byWords)];
}

function attempt(field: Attempt['field'], number: string, brand: string, seller = ''): Attempt {
  return { field, number, brand, seller };
}

function byWords(attempt: Attempt): Attempt {
  return { isBrandByWords: true, ...attempt };
}

/** The attempts with a seller, without it: its words are compared afterwards. */
function sellersByWords(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter(({ seller }) => seller !== '').map((one) => ({ ...one, seller: '', isSellerByWords: true }));
}

/** The parts of a result of any seller that have an offer of the line's; none if there are too many parts to examine. */
function bySeller(seller: string, { hits, items, reference, error, warnings, suggestions = [] }: Result): Result {
  const isOffered = ({ offers }: Part) => (offers ?? []).some((offer) => isSameBrand(seller, offer.seller?.name ?? ''));
  const taken = hits === null || hits > items.length ? [] : items.filter(isOffered);
  const near = suggestions.filter(({ item }) => isOffered(item));
  return { items: taken, hits: taken.length, reference, error, warnings, suggestions: near };
}

/** The parts of a result of any brand that have the line's brand; none if there are too many parts to examine. */
function ofBrand(brand: string, result: Result, isSame = isSameBrand): Result {
  const { hits, items, reference, error, warnings } = result;
  const isAlike = (part: Part) => isSame(brand, part.brand?.name ?? '');
  const suggestions = (result.suggestions ?? []).filter(({ item }) => isAlike(item));
  if (hits === null || hits > items.length) return { items: [], hits: 0, reference, error, warnings, suggestions };
  const alike = items.filter(isAlike);
  const same = alike.filter((part) => isSameName(brand, part.brand?.name ?? ''));
  const taken = same.length > 0 ? same : alike;
  return { items: taken.slice(0, LOOKED_AT), hits: taken.length, reference, error, warnings, suggestions };
}

function queryOf(
  { field, number, brand, isBrandByWords = false, seller, isSellerByWords = false, sku }: Attempt,
  { wildcards }: MatchSettings,
): PartsMatchQuery {
  const literal = (text: string) => (wildcards ? text : withoutWildcards(text));
  const query: PartsMatchQuery = { limit: isBrandByWords || isSellerByWords ? LOOKED_AT_OF_ALL : LOOKED_AT };
  if (sku !== undefined) query.sku = literal(sku);
  query[field] = literal(number);
  if (brand !== '' && !isBrandByWords) query.brand = brand;
  if (seller !== '') query.seller = seller;
  return query;
}

function classify(
  line: BomLine,
  { field, number, isBrandByWords = false }: Attempt,
  { items, hits, error }: Result,
  settings: MatchSettings,
): LineMatch {
  const [part, ...more] = items;
  if (!part) return new ResultOfLine(line, 'not found', undefined, 0, NO_PARTS, false, error ?? undefined);
  const isPattern = settings.wildcards && hasWildcard(number);
  const text = settings.wildcards ? number.replace(/\\(.)/gsu, '$1') : number;
  const isWritten = (candidate: Part) =>
    !isPattern && (field === 'mpn' ? candidate.mpn === text : (candidate.offers ?? []).some(({ sku }) => sku === text));
  const others = more.length === 0 ? NO_PARTS : more.filter((other) => isWritten(other) === isWritten(part));
  const kind = isPattern ? 'wildcard' : field === 'sku' ? 'sku' : isWritten(part) ? 'exact' : 'normalised';
  const isAmbiguous = others.length > 0;
  return new ResultOfLine(line, isAmbiguous ? 'ambiguous' : kind, part, hits ?? items.length, others, isBrandByWords);
}

/** Whether a text has an unescaped `*` or `?`. */
function hasWildcard(text: string): boolean {
  return /[*?]/.test(text.replace(/\\./gsu, ''));
}

/** The reason in words; if the number is the same, the other condition that does not match. */
function inWords({ item, reason, value, text }: PartSuggestion, attempt: Attempt, { exact }: MatchSettings): Suggestion {
  const { number, brand, seller } = attempt;
  if (reason === 'other_field') return { item, reason: 'other field', text };
  if (reason !== 'same_number') return { item, reason, text };
  if (exact && value.toLowerCase() !== number.toLowerCase()) return { item, reason: 'other spelling', text };
  return { item, reason: brand === '' ? 'other seller' : seller === '' ? 'other brand' : 'other brand or seller', text };
}
