import { describe, expect, test } from 'vitest';
import { FilterSyntaxError, ValidationError } from '../../../src/model/errors.js';
import type { FilterLimits } from '../../../src/parser/filter.js';
import { parseFilter } from '../../support/checked.js';

function refusal(text: string, limits?: Partial<FilterLimits>, argument?: string): ValidationError {
  try {
    parseFilter(text, limits, argument);
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).not.toBeInstanceOf(FilterSyntaxError);
    return error as ValidationError;
  }
  throw new Error('accepted');
}

const nested = (depth: number) => `${'('.repeat(depth)}a:1${')'.repeat(depth)}`;
const nestedValues = (depth: number) => `a:${'('.repeat(depth)}1${')'.repeat(depth)}`;

describe('length', () => {
  const ofBytes = (bytes: number) => `a:"${'x'.repeat(bytes - 4)}"`;

  test('64 KiB are allowed, one byte more is not', () => {
    expect(parseFilter(ofBytes(65_536)).filter.kind).toBe('field');
    expect(refusal(ofBytes(65_537)).message).toBe('filter.queries: the query is longer than 65536 bytes (limit queryLength)');
  });

  test('bytes of UTF-8 count', () => {
    expect(parseFilter(`a:${'µ'.repeat(32_767)}`).filter.kind).toBe('field');
    refusal(`a:${'µ'.repeat(32_768)}`);
    refusal(`a:${'😀'.repeat(16_384)}`);
    expect(parseFilter('a:😀', { queryLength: 6 }).filter.kind).toBe('field');
    refusal('a:😀', { queryLength: 5 });
  });

  test('comes before anything else', () => {
    expect(refusal('('.repeat(100_000)).message).toContain('queryLength');
  });
});

describe('nesting', () => {
  test('100 levels are allowed, 101 are not', () => {
    for (const text of [nested(100), nestedValues(100), `${'NOT ('.repeat(100)}a:1${')'.repeat(100)}`]) {
      expect(() => parseFilter(text)).not.toThrow();
    }
    for (const text of [nested(101), nestedValues(101), `${'-('.repeat(101)}a:1${')'.repeat(101)}`]) {
      expect(refusal(text).message).toContain('(limit queryDepth)');
    }
    expect(refusal(nested(101)).message).toBe(
      'filter.queries: the query nests parentheses more than 100 deep at character 101 (limit queryDepth)',
    );
  });

  test('clauses and groups count together', () => {
    expect(() => parseFilter(`${'('.repeat(50)}${nestedValues(50)}${')'.repeat(50)}`)).not.toThrow();
    refusal(`${'('.repeat(50)}${nestedValues(51)}${')'.repeat(50)}`);
  });

  test('a hundred thousand parentheses never reach the recursion', () => {
    const roomy = { queryLength: 1_000_000 };
    for (const text of ['('.repeat(100_000), nested(100_000), nestedValues(100_000), '-('.repeat(100_000)]) {
      expect(refusal(text, roomy).message).toContain('(limit queryDepth)');
      expect(refusal(text, { ...roomy, queryDepth: 1_000_000 }).message).toContain('more than 250 deep');
    }
  });

  test('parentheses beside each other, and in phrases and escapes, are not nested', () => {
    expect(() => parseFilter(Array(500).fill('(a:1)').join(' '))).not.toThrow();
    expect(() => parseFilter(`a:"${'('.repeat(500)}" b:${'\\('.repeat(500)}`)).not.toThrow();
  });

  test('closing parentheses do not buy depth', () => {
    expect(() => parseFilter(`${')'.repeat(1000)}${'('.repeat(1000)}`)).toThrow(FilterSyntaxError);
  });

  test('the deepest possible limit is parsed without harm', () => {
    const limits = { queryDepth: 10_000 };
    expect(() => parseFilter(nested(250), limits)).not.toThrow();
    expect(() => parseFilter(nestedValues(250), limits)).not.toThrow();
    expect(() => parseFilter(`a:(${'-('.repeat(249)}1${')'.repeat(250)}`, limits)).not.toThrow();
  });
});

describe('clauses', () => {
  const clauses = (count: number) => Array(count).fill('a:1').join(' ');
  const values = (count: number) => `a:(${Array(count).fill('"1"').join(' ')})`;

  test('10,000 are allowed, one more is not', () => {
    for (const text of [clauses(10_000), values(10_000)]) expect(parseFilter(text).filter).toBeDefined();
    for (const text of [clauses(10_001), values(10_001)]) {
      expect(refusal(text).message).toBe('filter.queries: the query has more than 10000 clauses (limit queryClauses)');
    }
  });

  test('a clause is a value: fieldnames and the bounds of a range do not count', () => {
    const two = { queryClauses: 2 };
    for (const text of ['a:1 b:2', 'a:(1 2)', 'a:[1 TO 2] b:["x" TO *}', '*:* *:*', 'a:* b:"x"', 'TO:to to:TO']) {
      expect(() => parseFilter(text, two)).not.toThrow();
    }
    for (const text of ['a:1 b:2 c:3', 'a:(1 2) b:3', 'a:([1 TO 2] [3 TO 4] x)', '*:* *:* *:*', 'a:(TO to "x")'])
      refusal(text, two);
  });
});

test('a limit that is not given has its default, and the error names the argument', () => {
  expect(() => parseFilter(nested(100), { queryDepth: undefined })).not.toThrow();
  const error = refusal(nested(3), { queryDepth: 2 }, 'facet.queries[0]');
  expect(error).toMatchObject({ argument: 'facet.queries[0]', code: 'validation', status: 400 });
  expect(error.message).toMatch(/^facet\.queries\[0\]: /);
});

describe('a quarter of a megabyte takes linear time', { timeout: 60_000 }, () => {
  // a quadratic step would take minutes
  const unlimited = { queryLength: 10_000_000, queryClauses: 10_000_000 };
  const pieces = [
    '"',
    '\\',
    '\\"',
    '-',
    '-1',
    '-1(',
    '*',
    '*?',
    '?',
    ':',
    '[',
    ' ',
    'a:1 ',
    'a:1 OR ',
    '[1 TO ',
    '"" ',
    'AND',
    'NOT ',
    '*:* ',
    '\ud800',
  ];
  test.each(pieces)('of %j', (piece) => {
    const many = piece.repeat(Math.floor(250_000 / piece.length));
    const start = performance.now();
    for (const text of [many, `a:${many}`, `a:(${many})`]) {
      try {
        parseFilter(text, unlimited);
      } catch (error) {
        expect(error).toBeInstanceOf(ValidationError);
      }
    }
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
