import { describe, expect, test } from 'vitest';
import { FilterSyntaxError, ValidationError } from '../../../src/model/errors.js';
import { parseFilter } from '../../support/checked.js';

function fault(text: string, argument?: string): FilterSyntaxError {
  try {
    parseFilter(text, {}, argument);
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} is accepted`);
}

const CLAUSE = ['fieldname:value', '"("', '"NOT"'];
const NEGATED = ['fieldname:value', '"("'];
const END = ['"AND"', '"OR"', 'fieldname:value', 'the end of the query'];
const VALUE = ['a value'];
const IN_GROUP = ['a value', '"AND"', '"OR"', '")"'];
const BOUND = ['a value', '"*"'];
const CLOSE_RANGE = ['"]"', '"}"'];
const SPACE = ['white space'];
const COLON = ['":" directly after the fieldname'];

const rows: [text: string, offset: number, found: string, expected: string[], hint?: string][] = [
  // a comparison in place of a range
  ['specs.r.value>1000', 0, 'specs.r.value>1000', CLAUSE, 'it is written specs.r.value:{1000 TO *]'],
  ['a:1 AND b>=2', 8, 'b>=2', CLAUSE, 'it is written b:[2 TO *]'],
  ['b<2', 0, 'b<2', CLAUSE, 'it is written b:[* TO 2}'],
  ['b<=2', 0, 'b<=2', CLAUSE, 'it is written b:[* TO 2]'],
  ['b=2', 0, 'b=2', CLAUSE, 'it is written b:2'],
  // the end comes too early
  ['', 0, '', CLAUSE, 'the query is empty'],
  [' \t\u3000', 3, '', CLAUSE, 'the query is empty'],
  ['brand.name:(Murata OR', 21, '', VALUE, 'the "(" at character 12 is not closed'],
  ['brand.name:(Murata', 18, '', IN_GROUP, 'the "(" at character 12 is not closed'],
  ['((a:1)', 6, '', ['"AND"', '"OR"', 'fieldname:value', '")"'], 'the "(" at character 1 is not closed'],
  ['(', 1, '', CLAUSE, 'the "(" at character 1 is not closed'],
  ['mpn:', 4, '', VALUE],
  ['a:1 AND', 7, '', CLAUSE],
  ['a:1 OR ', 7, '', CLAUSE],
  ['NOT', 3, '', NEGATED],
  ['-', 1, '', NEGATED],
  ['mpn:[', 5, '', BOUND, 'the "[" at character 5 is not closed'],
  ['mpn:{1', 6, '', ['"TO"'], 'the "{" at character 5 is not closed'],
  ['mpn:[1 TO', 9, '', BOUND, 'the "[" at character 5 is not closed'],
  ['mpn:[1 TO 2', 11, '', CLOSE_RANGE, 'the "[" at character 5 is not closed'],
  ['mpn:"abc', 8, '', ['a closing quote'], 'the phrase that starts at character 5 is not closed'],
  ['mpn:"abc\\"', 10, '', ['a closing quote'], 'the phrase that starts at character 5 is not closed'],
  ['mpn:a\\', 5, '\\', ['a character after the backslash'], 'a backslash itself is written "\\\\"'],
  ['a:(b \\', 5, '\\', ['a character after the backslash'], 'a backslash itself'],
  ['\\', 0, '\\', ['a character after the backslash'], 'a backslash itself'],

  // clauses
  [
    'Murata',
    0,
    'Murata',
    CLAUSE,
    'several words after one fieldname are written fieldname:"in quotes" or fieldname:(in parentheses)',
  ],
  [
    'brand.name:Texas Instruments',
    17,
    'Instruments',
    CLAUSE,
    'several words after one fieldname are written fieldname:"in quotes"',
  ],
  ['a:1 "b c"', 4, '"b c"', END, 'several words after one fieldname'],
  ['a:1 or b:1', 4, 'or', CLAUSE, 'the operator is written "OR"'],
  ['a:1 and b:1', 4, 'and', CLAUSE, 'the operator is written "AND"'],
  ['not a:1', 0, 'not', CLAUSE, 'the operator is written "NOT"'],
  ['a:1 Or b:1', 4, 'Or', CLAUSE, 'the operator is written "OR"'],
  ['a:1 && b:1', 4, '&&', CLAUSE, 'the operator is written "AND"'],
  ['*', 0, '*', CLAUSE, 'everything is "*:*"'],
  ['AND a:1', 0, 'AND', CLAUSE],
  ['a:1 OR AND b:1', 7, 'AND', CLAUSE],
  ['()', 1, ')', CLAUSE],
  [':x', 0, ':', CLAUSE],
  ['[1 TO 2]', 0, '[', CLAUSE],
  ['a:1)', 3, ')', END, 'no "(" is open here'],
  ['a:1 ) b:1', 4, ')', END, 'no "(" is open here'],
  ['mpn :x', 3, ' ', COLON, 'no white space before ":"'],
  ['mpn:  x', 4, '  ', VALUE, 'no white space after ":"'],
  ['mpn: (x)', 4, ' ', VALUE, 'no white space after ":"'],
  ['m*:x', 0, 'm*', CLAUSE, 'a fieldname has no wildcards but in "*:*"'],
  ['*:x', 0, '*', CLAUSE, 'a fieldname has no wildcards but in "*:*"'],
  ['**:*', 0, '**', CLAUSE, 'a fieldname has no wildcards but in "*:*"'],
  ['*:**', 3, '*', SPACE],
  ['"a":x', 0, '"a"', CLAUSE],

  // negation
  ['NOT NOT a:1', 4, 'NOT', NEGATED, 'a negation is not repeated'],
  ['--a:1', 1, '-', NEGATED, 'a negation is not repeated'],
  ['NOT -a:1', 4, '-', NEGATED, 'a negation is not repeated'],
  ['NOT -5:1', 4, '-', NEGATED, 'a negation is not repeated'],
  ['-NOT a:1', 1, 'NOT', NEGATED, 'a negation is not repeated'],
  ['- a:1', 1, ' ', NEGATED, 'no white space after "-"'],
  ['a:(- x)', 4, ' ', VALUE, 'no white space after "-"'],
  ['a:(--x)', 4, '-', VALUE, 'a negation is not repeated'],
  ['a:(NOT NOT x)', 7, 'NOT', VALUE, 'a negation is not repeated'],
  ['a:(x -)', 6, ')', VALUE],

  // operators as values and fieldnames
  ['a:AND', 2, 'AND', VALUE, '"AND" is an operator; as a value it is written in quotes or as "\\AND"'],
  ['a:(OR x)', 3, 'OR', VALUE, '"OR" is an operator; as a value it is written in quotes or as "\\OR"'],
  ['a:(x OR AND)', 8, 'AND', VALUE, '"AND" is an operator'],
  ['a:(x AND)', 8, ')', VALUE],
  ['a:[NOT TO 5]', 3, 'NOT', BOUND, '"NOT" is an operator; as a value it is written in quotes or as "\\NOT"'],
  ['a:[1 TO AND]', 8, 'AND', BOUND, '"AND" is an operator'],
  ['AND:x', 0, 'AND', CLAUSE, '"AND" is an operator; as a fieldname it is written "\\AND"'],
  ['a:1 OR:x', 6, ':', CLAUSE, '"OR" is an operator; as a fieldname it is written "\\OR"'],
  ['NOT:x', 3, ':', NEGATED, '"NOT" is an operator; as a fieldname it is written "\\NOT"'],

  // reserved characters
  ['a:b:c', 3, ':', END, 'inside a value or a fieldname it is written "\\:"'],
  ['a:b]', 3, ']', END, 'inside a value or a fieldname it is written "\\]"'],
  ['a:b}c', 3, '}', END, 'inside a value or a fieldname it is written "\\}"'],
  ['a:b[1 TO 2]', 3, '[', END, 'inside a value or a fieldname it is written "\\["'],
  ['a:b"c"', 3, '"c"', END, 'inside a value or a fieldname it is written "\\""'],
  ['mpn:5" x', 5, '"', END, 'inside a value or a fieldname it is written "\\""'],
  ['a:b(c)', 3, '(', SPACE, 'inside a value or a fieldname it is written "\\("'],
  ['a:(b:c)', 4, ':', IN_GROUP, 'inside a value or a fieldname it is written "\\:"'],
  ['a:(b"c")', 4, '"c"', SPACE, 'inside a value or a fieldname it is written "\\""'],
  ['a:(b])', 4, ']', IN_GROUP, 'inside a value or a fieldname it is written "\\]"'],
  ['a{b:c', 1, '{', COLON, 'inside a value or a fieldname it is written "\\{"'],
  ['a"b":c', 1, '"', COLON, 'inside a value or a fieldname it is written "\\""'],
  ['a::b', 2, ':', VALUE],
  ['a:)', 2, ')', VALUE],

  // neighbours without white space
  ['a:(b)c:d', 5, 'c', SPACE],
  ['(a:1)b:1', 5, 'b', SPACE],
  ['(a:1)-b:1', 5, '-', SPACE],
  ['a:"b"c:d', 5, 'c', SPACE],
  ['a:"b"(c:d)', 5, '(', SPACE],
  ['a:[1 TO 2]b:c', 10, 'b', SPACE],
  ['a:1 AND"x"', 7, '"x"', SPACE],
  ['a:("x""y")', 6, '"y"', SPACE],
  ['a:("x"y)', 6, 'y', SPACE],
  ['a:("x"OR "y")', 6, 'OR', SPACE],
  ['a:((b)c)', 6, 'c', SPACE],
  ['a:(NOT"x")', 6, '"x"', SPACE],
  ['a:["x"TO "y"]', 6, 'TO', SPACE],
  ['a:["x" TO"y"]', 9, '"y"', SPACE, 'inside a value or a fieldname it is written "\\""'],
  ['*:*x', 3, 'x', SPACE],

  // groups
  ['a:()', 3, ')', VALUE],
  ['a:(x OR)', 7, ')', VALUE],
  ['a:(x OR OR y)', 8, 'OR', VALUE, '"OR" is an operator'],
  ['a:(*:*)', 3, '*:*', VALUE],
  ['a:*:*', 2, '*:*', VALUE],

  // ranges
  ['mpn:[1 5]', 7, '5', ['"TO"'], 'a range is written [lower TO upper]'],
  ['mpn:[5:6 TO 7]', 6, ':', ['"TO"'], 'inside a value or a fieldname it is written "\\:"'],
  ['mpn:[5]', 6, ']', ['"TO"'], 'a range is written [lower TO upper]'],
  ['mpn:[1 To 5]', 7, 'To', ['"TO"'], 'a range is written [lower TO upper]'],
  ['mpn:[TO 5]', 8, '5', ['"TO"'], 'the lower bound is missing; "*" stands for none'],
  ['mpn:[1 TO]', 9, ']', BOUND],
  ['mpn:[1 TO 2 3]', 12, '3', CLOSE_RANGE],
  ['mpn:[1 TO 2)', 11, ')', CLOSE_RANGE],
  ['mpn:[1* TO 5]', 5, '1*', BOUND, 'a bound has no wildcards but "*" alone'],
  ['mpn:[1 TO ?]', 10, '?', BOUND, 'a bound has no wildcards but "*" alone'],
  ['mpn:[** TO 5]', 5, '**', BOUND, 'a bound has no wildcards but "*" alone'],
  ['mpn:[(1) TO 5]', 5, '(', BOUND],
  ['mpn:[[1 TO 2] TO 5]', 5, '[', BOUND],
];

test.each(rows)('%j', (text, offset, found, expected, hint) => {
  const error = fault(text);
  expect({ offset: error.offset, length: error.length, found: error.found, expected: error.expected }).toEqual({
    offset,
    length: found.length,
    found,
    expected,
  });
  if (hint === undefined) expect(error.message).not.toContain(';');
  else expect(error.message).toContain(`; ${hint}`);
});

describe('the error', () => {
  test('says in its message what was found, where, and what would be right', () => {
    expect(fault('brand.name:(Murata OR').message).toBe(
      'filter.queries: found the end of the query at character 22, expected a value; the "(" at character 12 is not closed',
    );
    expect(fault('a:1)').message).toBe(
      'filter.queries: found ")" at character 4, expected "AND", "OR", fieldname:value or the end of the query; no "(" is open here',
    );
    expect(fault('mpn: x').message).toBe(
      'filter.queries: found white space at character 5, expected a value; no white space after ":"',
    );
    expect(fault('a:1 "b"').message).toMatch(/^filter\.queries: found "b" at character 5, expected/);
  });

  test('names the argument and carries the query', () => {
    const error = fault('a:', 'facet.queries[1]');
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ argument: 'facet.queries[1]', query: 'a:', code: 'filter_syntax', status: 400 });
    expect(error.message).toMatch(/^facet\.queries\[1\]: found/);
  });

  test('counts characters as a reader does and offsets in UTF-16 units', () => {
    const error = fault('a:😀😀 b');
    expect(error.offset).toBe(7);
    expect(error.message).toContain('found "b" at character 6');
  });

  test('shows control characters as escapes and long texts shortened', () => {
    expect(fault('a:1 \u0000\u001b').message).toContain('found "\\u0000\\u001b" at');
    const error = fault(`a:1 ${'b'.repeat(10_000)}`);
    expect(error.length).toBe(10_000);
    expect(error.message.length).toBeLessThan(400);
  });

  test('is the leftmost one', () => {
    expect(fault('a:(b OR) c"d').offset).toBe(7);
    expect(fault('a:1 or b:"').offset).toBe(4);
    expect(fault('a:b]c \\').offset).toBe(3);
  });
});
