import { describe, expect, it } from 'vitest';
import { ALL, allOf, anyOf, NONE, noneOf, oneOf, term } from '../../../../src/opensearch/compile/queries.js';

describe('a choice of queries', () => {
  it('has one clause for the distinct terms of a field, also of choices within it', () => {
    const words = anyOf([term('a', 'res'), term('b', 'res')]);
    expect(anyOf([words, anyOf([term('a', 'resistor'), term('b', 'res')]), term('c', 'x')])).toEqual({
      bool: {
        should: [{ terms: { a: ['res', 'resistor'] } }, { term: { b: 'res' } }, { term: { c: 'x' } }],
        minimum_should_match: 1,
      },
    });
    expect(anyOf([term('a', 'x'), term('a', 'y')])).toEqual({ terms: { a: ['x', 'y'] } });
    expect(anyOf([term('a', 'x'), term('a', 'x')])).toEqual(term('a', 'x'));
  });

  it('joins nothing but terms', () => {
    const others = [
      oneOf('a', ['x', 'y']),
      allOf([term('a', 'x'), term('a', 'y')]),
      noneOf(term('a', 'x')),
      { match_phrase: { a: { query: 'x y', slop: 0 } } },
      { bool: { should: [term('a', 'x'), term('a', 'y'), term('a', 'z')], minimum_should_match: 2 } },
      { bool: { filter: [term('b', 'x')], should: [term('a', 'x')], minimum_should_match: 1 } },
    ];
    expect(anyOf(others)).toEqual({ bool: { should: others, minimum_should_match: 1 } });
  });

  it('finds everything or nothing where one of its queries does, or none finds anything', () => {
    expect(anyOf([term('a', 'x'), anyOf([ALL, term('a', 'y')])])).toBe(ALL);
    expect(anyOf([NONE, anyOf([])])).toBe(NONE);
    expect(anyOf([NONE, term('a', 'x')])).toEqual(term('a', 'x'));
  });
});
