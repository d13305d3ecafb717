/** The keyword query (docs/semantics.md, "Keyword query"). */
import type { CollectionName } from '../../src/model/fields.js';
import type { Row } from './documents.js';
import { type Catalog, resolveField, textsOf } from './fields.js';
import { mapLiterals, occursIn, type Pattern, plainText, pn, readPhrase, readWord, tokens, wholeMatcher } from './text.js';

/** A term of `q`. A pattern has wildcards; its `text` is as written. */
export type Term = { readonly text: string; readonly excluded: boolean } & (
  | { readonly kind: 'word' | 'phrase' }
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
);

/** `about` is text that the engine's warning must quote. */
export interface Warning {
  readonly about: string;
}

/** In UTF-16 units. */
const LONGEST_TERM = 65_536;
const SPACE = /\p{White_Space}+/uy;
const NOT = /NOT(?!\P{White_Space})/uy;
const LONE_DASHES = /-+(?!\P{White_Space})/uy;
const DASHES = /-*/y;
const PHRASE = /"((?:\\.|[^"\\])*\\?)(?:"|$)/suy;
const WORD = /(?:\\.|[^\p{White_Space}\\]|\\$)+/suy;

export function parseKeywords(q: string): { terms: Term[]; warnings: Warning[] } {
  const terms: Term[] = [];
  const warnings: Warning[] = [];
  let at = 0;
  let excludeNext = false;
  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at;
    const found = what.exec(q);
    if (found) at = what.lastIndex;
    return found;
  };
  while (at < q.length) {
    if (take(SPACE)) continue;
    if (take(LONE_DASHES)) {
      warnings.push({ about: '-' });
    } else if (take(NOT)) {
      if (excludeNext) warnings.push({ about: 'NOT' });
      excludeNext = true;
    } else {
      // Excluded once or several times is excluded.
      const dashes = take(DASHES)?.[0].length ?? 0;
      if (dashes + Number(excludeNext) > 1) warnings.push({ about: '-' });
      const from = at;
      const term = readTerm(take(PHRASE)?.[1], () => take(WORD)?.[0] ?? '');
      if (at - from > LONGEST_TERM) warnings.push({ about: `terms of more than ${LONGEST_TERM} characters` });
      else terms.push({ ...term, excluded: excludeNext || dashes > 0 });
      excludeNext = false;
    }
  }
  if (excludeNext) warnings.push({ about: 'NOT' });
  return { terms, warnings };
}

function readTerm(phrase: string | undefined, word: () => string) {
  if (phrase !== undefined) return { kind: 'phrase', text: readPhrase(phrase) } as const;
  const written = word();
  const pattern = readWord(written);
  const text = plainText(pattern);
  return text === undefined ? ({ kind: 'pattern', text: written, pattern } as const) : ({ kind: 'word', text } as const);
}

/** The fields that `q` looks at, with the weight of a match there in the score. Those of weight 8 hold part numbers (or names). */
export function keywordFields({ ownFields }: Catalog, collection: CollectionName): readonly { name: string; weight: number }[] {
  if (collection !== 'parts')
    return [
      { name: 'name', weight: 8 },
      { name: 'aliases', weight: 8 },
    ];
  return [
    { name: 'mpn', weight: 8 },
    { name: 'offers.sku', weight: 8 },
    { name: 'aka_mpns', weight: 8 },
    { name: 'brand.name', weight: 3 },
    { name: 'offers.seller.name', weight: 1.5 },
    { name: 'descriptions.value', weight: 1 },
    ...ownFields.filter(({ keywords }) => keywords).map(({ name, kind }) => ({ name, weight: kind === 'part number' ? 8 : 1 })),
  ];
}

/** The fields whose part numbers `q` compares as a whole. */
function numberFields(catalog: Catalog, collection: CollectionName): string[] {
  const names = keywordFields(catalog, collection).map(({ name }) => name);
  return collection === 'parts' ? names.filter((name) => resolveField(catalog, collection, name).kind === 'part_number') : [];
}

export function keywordValues(catalog: Catalog, collection: CollectionName, row: Row, name: string): readonly string[] {
  if (name === 'aliases') return [...new Set(row.aliases)];
  return textsOf(catalog, row, resolveField(catalog, collection, name));
}

/** A term bound to a collection. */
export interface BoundTerm {
  readonly term: Term;
  /** The weight of the best field in which the term occurs; 0 if it does not match. */
  weight(row: Row): number;
  /** Whether the term is, in part-number form, one of the record's part numbers. */
  isExact(row: Row): boolean;
}

/** Undefined, and a warning, for a term that is ignored. */
export function bindTerm(catalog: Catalog, collection: CollectionName, term: Term, warnings: Warning[]): BoundTerm | undefined {
  const partNumbers = (row: Row) =>
    numberFields(catalog, collection)
      .flatMap((name) => keywordValues(catalog, collection, row, name))
      .map(pn);
  if (term.kind === 'pattern') {
    const pattern = mapLiterals(term.pattern, pn);
    const literals = pattern.filter((piece) => typeof piece === 'string').join('');
    if (collection !== 'parts' || [...literals].length < 3) {
      warnings.push({ about: term.text });
      return undefined;
    }
    const matches = wholeMatcher(pattern);
    return { term, isExact: () => false, weight: (row) => (partNumbers(row).some(matches) ? 8 : 0) };
  }
  const wanted = tokens(term.text);
  if (wanted.length === 0) {
    warnings.push({ about: term.text });
    return undefined;
  }
  const isExact = (row: Row) => partNumbers(row).includes(pn(term.text));
  const weight = (row: Row) => {
    const weights = keywordFields(catalog, collection)
      .filter(({ name }) => keywordValues(catalog, collection, row, name).some((value) => occursIn(wanted, tokens(value))))
      .map((field) => field.weight);
    return Math.max(0, isExact(row) ? 8 : 0, ...weights);
  };
  return { term, isExact, weight };
}

/** Whether the record matches all terms that are not excluded, and none that is. */
export function matchesTerms(terms: readonly BoundTerm[], row: Row): boolean {
  return terms.every((bound) => bound.term.excluded !== bound.weight(row) > 0);
}
