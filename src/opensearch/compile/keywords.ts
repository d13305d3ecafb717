import { partNumberForm } from '../../analysis/text.js';
import { naturalLogarithm } from '../../answers/logarithm.js';
import { keywordKey, type ResolvedKeyword } from '../../resolve/keywords.js';
import { type IndexLayout, KEYWORD_FORMS } from '../schema.js';
import { anyOf, constant, phrase, type Query, term, wildcardText } from './queries.js';
import { type FilterContext, wildcard } from './ranges.js';
import { SCORE_BITS, type ScoreParameters } from './scripts.js';

/** Weights of the classes of fields, by the two bits that stand for them in the engine's score; scripts.ts has the same. */
const WEIGHTS: readonly number[] = [1, 1.5, 3, 8];
const PART_NUMBER = WEIGHTS.length - 1;
/** What a hit is worth more if one of its part numbers is a term. */
const EXACT_BONUS = 1_000_000;

type Words = ResolvedKeyword & { readonly kind: 'words' };
type Patterned = ResolvedKeyword & { readonly kind: 'pattern' };

/** The count that an idf is computed from: of the parts that a query finds. */
export interface CountedTerm {
  readonly key: string;
  readonly query: Query;
}

/** What the terms of `q` find. */
export class KeywordCompiler {
  constructor(
    private readonly layout: IndexLayout,
    private readonly context: FilterContext,
  ) {}

  /** Finds the parts that have a term. */
  query(keyword: ResolvedKeyword): Query {
    if (keyword.kind === 'pattern') return this.pattern(keyword);
    const words = this.layout.classes.map(({ text }) => phrase(text, keyword.tokens));
    return anyOf([...words, ...this.wholeNumber(keyword)]);
  }

  private pattern({ parts }: Patterned): Query {
    const pattern = wildcardText(parts, partNumberForm);
    return anyOf(
      this.layout.numberFields.map((name) => {
        const { wildcard: field, form } = this.layout.fields.get(name) ?? {};
        return wildcard(field as string, pattern, this.context, form as string);
      }),
    );
  }

  private wholeNumber({ partNumber }: Words): Query[] {
    return partNumber === '' ? [] : [term(KEYWORD_FORMS, partNumber)];
  }

  /** The counts that scoring some terms needs. */
  countedTerms(keywords: readonly ResolvedKeyword[]): CountedTerm[] {
    const counted = new Map<string, CountedTerm>();
    for (const keyword of keywords) {
      if (keyword.excluded) continue;
      if (keyword.kind === 'pattern') {
        const key = patternKey(keyword);
        counted.set(key, { key, query: this.pattern(keyword) });
      } else {
        for (const token of keyword.tokens) {
          const key = wordKey(token);
          if (!counted.has(key))
            counted.set(key, { key, query: anyOf(this.layout.classes.map(({ text }) => term(text, token))) });
        }
      }
    }
    return [...counted.values()];
  }

  /** A query whose score is the class of the term's best field, in the two bits from a place on. */
  scored(keyword: ResolvedKeyword, shift: number): Query {
    const unit = 2 ** shift;
    if (keyword.kind === 'pattern') return constant(this.pattern(keyword), PART_NUMBER * unit);
    const queries = this.layout.classes.map(({ text, weight }) =>
      constant(phrase(text, keyword.tokens), WEIGHTS.indexOf(weight) * unit),
    );
    for (const number of this.wholeNumber(keyword)) queries.push(constant(number, PART_NUMBER * unit));
    return { dis_max: { queries } };
  }

  /** Finds the parts of which a whole number is one of some terms; undefined if no term is a number. */
  exact(keywords: readonly ResolvedKeyword[]): Query | undefined {
    const numbers = keywords.flatMap((keyword) => (keyword.kind === 'words' ? this.wholeNumber(keyword) : []));
    return numbers.length === 0 ? undefined : anyOf(numbers);
  }

  /** A query that tells of each hit in which classes a term is, by name. */
  named(keyword: ResolvedKeyword, place: number): Query {
    if (keyword.kind === 'pattern') return constant(this.pattern(keyword), 1, nameOf(place, PART_NUMBER));
    const queries = this.layout.classes.map(({ text, weight }) =>
      constant(phrase(text, keyword.tokens), 1, nameOf(place, WEIGHTS.indexOf(weight))),
    );
    for (const number of this.wholeNumber(keyword)) queries.push(constant(number, 1, nameOf(place, 'number')));
    return anyOf(queries);
  }
}

const patternKey = ({ parts }: Patterned): string => `*${wildcardText(parts, partNumberForm)}`;
const wordKey = (token: string): string => `=${token}`;
const nameOf = (place: number, what: number | 'number'): string => `${place}:${what}`;
/** The name of a boost's query. */
export const boostName = (place: number): string => `boost:${place}`;

/** The counts of parts that scores depend on. */
export interface Counts {
  /** Number of all parts. */
  readonly total: number;
  /** By the keys of counted terms. */
  readonly byKey: ReadonlyMap<string, number>;
}

/** BM25's idf of a term that `count` of `total` parts have; never negative. */
function inverseFrequency(count: number, total: number): number {
  return naturalLogarithm(1 + (total - count + 0.5) / (count + 0.5));
}

/** The parts that have each token of a term; of a pattern, those that it matches. */
export function rowsOf(keyword: ResolvedKeyword, { byKey }: Counts): number[] {
  const keys = keyword.kind === 'pattern' ? [patternKey(keyword)] : keyword.tokens.map(wordKey);
  return keys.map((key) => byKey.get(key) ?? 0);
}

/** The inverse document frequency of a term. */
export const idfOf = (keyword: ResolvedKeyword, counts: Counts): number =>
  rowsOf(keyword, counts).reduce((sum, rows) => sum + inverseFrequency(rows, counts.total), 0);

/** Where the parts of a score are in that of the engine. */
export interface ScorePlan {
  /** The distinct required terms, in the order of their first use. */
  readonly distinct: readonly ResolvedKeyword[];
  readonly params: ScoreParameters;
  /** Whether the engine's score has room for all of it. */
  readonly fits: boolean;
}

/** @param factors of the boosts */
export function planScore(required: readonly ResolvedKeyword[], factors: readonly number[], counts: Counts): ScorePlan {
  const places = new Map<string, number>();
  const distinct: ResolvedKeyword[] = [];
  const shift = required.map((keyword) => {
    const key = keywordKey(keyword);
    let place = places.get(key);
    if (place === undefined) {
      places.set(key, (place = distinct.length));
      distinct.push(keyword);
    }
    return 2 * place;
  });
  const exact = 2 * distinct.length;
  const boosts = factors.map((_, i) => exact + 1 + i);
  const hasNumber = required.some((keyword) => keyword.kind === 'words' && keyword.partNumber !== '');
  const idf = required.map((keyword) => idfOf(keyword, counts));
  const fits = exact + 1 + factors.length <= SCORE_BITS;
  return { distinct, params: { idf, shift, exact: hasNumber ? exact : -1, boosts, factors }, fits };
}

/** The score of a hit by the names of the queries that found it. */
export function scoreOfNames(names: readonly string[], length: number, { params, distinct }: ScorePlan): number {
  const found = new Set(names);
  const weights = distinct.map((_, place) => {
    if (found.has(nameOf(place, 'number'))) return WEIGHTS[PART_NUMBER];
    for (let best = PART_NUMBER; best > 0; best--) if (found.has(nameOf(place, best))) return WEIGHTS[best];
    return WEIGHTS[0];
  });
  let sum = params.idf.length === 0 ? 1 : 0;
  params.idf.forEach((idf, i) => {
    sum += idf * (weights[params.shift[i] / 2] * (1 - 0.15 + (0.15 * 32) / (32 + length)));
  });
  if (distinct.some((_, place) => found.has(nameOf(place, 'number')))) sum += EXACT_BONUS;
  params.factors.forEach((factor, i) => {
    if (found.has(boostName(i))) sum *= factor;
  });
  return sum;
}
