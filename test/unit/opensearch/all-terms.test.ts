import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { allTerms, escaped, wordsIn } from '../../../src/opensearch/all-terms.js';
import { countLimits } from '../../../src/opensearch/compile/counts.js';
import type { EngineSession } from '../../../src/opensearch/session.js';
import { forAllAsync } from '../../support/for-all.js';

const { values } = countLimits;
afterEach(() => {
  countLimits.values = values;
});

/** A session of an index whose field has some terms: each with as many parts as it is long. */
function indexOf(terms: readonly string[]): EngineSession {
  const search = async ({ aggs }: { aggs: { terms: { terms: { include?: never; size: number } } } }) => {
    const { include, size } = aggs.terms.terms;
    const found = terms.filter((term, i) => isIncluded(term, i, include));
    const buckets = found.slice(0, size).map((key) => ({ key, doc_count: key.length }));
    return { aggregations: { terms: { buckets, sum_other_doc_count: found.length - buckets.length } } };
  };
  return { search } as unknown as EngineSession;
}

function isIncluded(
  term: string,
  i: number,
  include: undefined | string | { partition: number; num_partitions: number },
): boolean {
  if (include === undefined) return true;
  if (typeof include !== 'string') return i % include.num_partitions === include.partition;
  // The engine reads any character behind a backslash as itself.
  const expression = include.replace(/\\(.)/gsu, (_, c) => `\\u{${c.codePointAt(0).toString(16)}}`);
  return new RegExp(`^(?:${expression})$`, 'su').test(term);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '电', '-', ']', '.', '7'), minLength: 1, maxLength: 5 });
const words = fc.uniqueArray(word, { maxLength: 60 });

it('reads all terms, in parts where there are many', () =>
  forAllAsync([words, fc.integer({ min: 1, max: 20 })], async (terms, most) => {
    countLimits.values = most;
    const found = await allTerms('f', indexOf(terms));
    expect(new Map(found)).toEqual(new Map(terms.map((term) => [term, term.length])));
    expect(found).toHaveLength(terms.length);
  }));

it('reads all words without digits, each once, however many begin alike', () =>
  forAllAsync([words, fc.integer({ min: 1, max: 20 })], async (terms, most) => {
    countLimits.values = most;
    const found = await wordsIn('f', indexOf(terms));
    const expected = terms.filter((term) => !/[0-9]/.test(term));
    expect(new Map(found)).toEqual(new Map(expected.map((term) => [term, term.length])));
    expect(found).toHaveLength(expected.length);
  }));

it('escapes what means something to the engine, and neither letters nor digits', () => {
  expect(escaped('a1.é=%-"#')).toBe('a1\\.é=%\\-\\"\\#');
});
