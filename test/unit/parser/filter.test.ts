import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PatternPiece } from '../../../src/analysis/pattern.js';
import { FilterSyntaxError } from '../../../src/model/errors.js';
import type { Bound, Filter, Operand } from '../../../src/parser/ast.js';
import { FilterParser } from '../../../src/parser/filter-grammar.js';
import { soup } from '../../arbitraries/ast.js';
import { parseFilter } from '../../support/checked.js';
import { unfrozen } from '../../support/frozen.js';

function and(...children: Filter[]): Filter;
function and(...children: Operand[]): Operand;
function and(...children: unknown[]): unknown {
  return { kind: 'and', children };
}
function or(...children: Filter[]): Filter;
function or(...children: Operand[]): Operand;
function or(...children: unknown[]): unknown {
  return { kind: 'or', children };
}
function not(child: Filter): Filter;
function not(child: Operand): Operand;
function not(child: unknown): unknown {
  return { kind: 'not', child };
}
const term = (text: string): Operand => ({ kind: 'term', text });
const phrase = (text: string): Operand => ({ kind: 'phrase', text });
const literal = (text: string): PatternPiece => ({ kind: 'literal', text });
const run: PatternPiece = { kind: 'any_run' };
const one: PatternPiece = { kind: 'any_one' };
const pattern = (...parts: PatternPiece[]): Operand => ({ kind: 'pattern', parts });
const including = (value: string | null): Bound => ({ value, inclusive: true });
const excluding = (value: string | null): Bound => ({ value, inclusive: false });
const range = (lower: Bound, upper: Bound): Operand => ({ kind: 'range', lower, upper });
const field = (name: string, operand: Operand): Filter => ({ kind: 'field', field: name, operand });
const all: Filter = { kind: 'all' };
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => field(name, term('1')));

type Row = [text: string, filter: Filter];
function accepts(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%j', (text, filter) => {
      expect(parseFilter(text)).toEqual({ filter, warnings: [] });
    });
  });
}

accepts('boolean clauses', [
  ['a:1', a],
  [' \n a:1 \t', a],
  ['a:1 AND b:1', and(a, b)],
  ['a:1 b:1', and(a, b)],
  ['a:1 b:1 AND c:1 d:1', and(a, b, c, d)],
  ['a:1 OR b:1', or(a, b)],
  ['a:1 OR b:1 AND c:1', or(a, and(b, c))],
  ['a:1 b:1 OR c:1', or(and(a, b), c)],
  ['(a:1 OR b:1) c:1', and(or(a, b), c)],
  ['a:1 AND (b:1 AND c:1)', and(a, b, c)],
  ['a:1 OR (b:1 OR (c:1 OR d:1))', or(a, b, c, d)],
  ['((a:1)) AND ((b:1))', and(a, b)],
  ['( a:1 )', a],
  ['*:*', all],
  ['*:* a:1', and(all, a)],
  ['NOT a:1', not(a)],
  ['-a:1', not(a)],
  ['NOT (a:1 OR b:1)', not(or(a, b))],
  ['-(a:1 b:1)', not(and(a, b))],
  ['-*:*', not(all)],
  ['NOT *:*', not(all)],
  ['NOT (NOT a:1)', not(not(a))],
  ['-(-a:1)', not(not(a))],
  ['a:1 -b:1', and(a, not(b))],
  ['a:1 AND NOT b:1 OR -c:1', or(and(a, not(b)), not(c))],
  ['a:1 NOT b:1', and(a, not(b))],
]);

accepts('parentheses may touch', [
  ['(a:1)(b:1)', and(a, b)],
  ['a:(1)(b:1)', and(a, b)],
  ['(a:1)OR(b:1)', or(a, b)],
  ['(a:1)AND(b:1)NOT(c:1)', and(a, b, not(c))],
  ['NOT(a:1)', not(a)],
  ['a:(NOT(1 OR 2))', field('a', not(or(term('1'), term('2'))))],
  ['a:((1)(2))', field('a', and(term('1'), term('2')))],
]);

accepts('terms and fieldnames', [
  ['mpn:RC0603FR-07/10KL', field('mpn', term('RC0603FR-07/10KL'))],
  ['brand.name:AT&T', field('brand.name', term('AT&T'))],
  ["a:/-~^!+&|,±µ<>=%$#@;'", field('a', term("/-~^!+&|,±µ<>=%$#@;'"))],
  ['a:10kΩ', field('a', term('10kΩ'))],
  ['a:😀', field('a', term('😀'))],
  ['a:\\(\\)\\"\\*\\?\\[\\]\\{\\}\\:\\\\\\ ', field('a', term('()"*?[]{}:\\ '))],
  ['a:\\x\\y', field('a', term('xy'))],
  ['specs.a\\:b\\ c.value:x', field('specs.a:b c.value', term('x'))],
  ['a\\*:x', field('a*', term('x'))],
  ['\\*:\\*', field('*', term('*'))],
  ['__proto__:constructor', field('__proto__', term('constructor'))],
  ['a:and b:or c:not', and(field('a', term('and')), field('b', term('or')), field('c', term('not')))],
  ['or:and', field('or', term('and'))],
  ['a:TO b:to', and(field('a', term('TO')), field('b', term('to')))],
  ['to:TO TO:(to TO)', and(field('to', term('TO')), field('TO', and(term('to'), term('TO'))))],
  ['a:ORANGE ANDROID:NOTE', and(field('a', term('ORANGE')), field('ANDROID', term('NOTE')))],
  ['a:TOLERANCE b:today', and(field('a', term('TOLERANCE')), field('b', term('today')))],
  [
    'a:\\AND b:A\\ND c:"OR" d:(\\NOT)',
    and(field('a', term('AND')), field('b', term('AND')), field('c', phrase('OR')), field('d', term('NOT'))),
  ],
  ['\\AND:1', field('AND', term('1'))],
  ['AND-x:1', field('AND-x', term('1'))],
]);

accepts('minus', [
  ['a:-5', field('a', term('-5'))],
  ['a:-x', field('a', term('-x'))],
  ['a:-', field('a', term('-'))],
  ['a:--x', field('a', term('--x'))],
  ['a:-x*', field('a', pattern(literal('-x'), run))],
  ['a:x-y-', field('a', term('x-y-'))],
  ['a:(-5)', field('a', term('-5'))],
  ['a:(-.5 -0.1)', field('a', and(term('-.5'), term('-0.1')))],
  ['a:(-5*)', field('a', pattern(literal('-5'), run))],
  ['a:(1 -x)', field('a', and(term('1'), not(term('x'))))],
  ['a:(-x)', field('a', not(term('x')))],
  ['a:(-"x y")', field('a', not(phrase('x y')))],
  ['a:(-[1 TO 2])', field('a', not(range(including('1'), including('2'))))],
  ['a:(-(1 2))', field('a', not(and(term('1'), term('2'))))],
  ['a:(-*)', field('a', not(pattern(run)))],
  ['a:(--5)', field('a', not(term('-5')))],
  ['a:(NOT -5)', field('a', not(term('-5')))],
  ['a:(-\\5)', field('a', not(term('5')))],
  ['a:(\\-x)', field('a', term('-x'))],
  ['a:(-\\-x)', field('a', not(term('-x')))],
  ['-5:x', not(field('5', term('x')))],
  ['\\-5:x', field('-5', term('x'))],
  ['-a:-5', not(field('a', term('-5')))],
]);

accepts('phrases', [
  ['a:"x y"', field('a', phrase('x y'))],
  ['a:""', field('a', phrase(''))],
  ['a:("")', field('a', phrase(''))],
  ['a:"*?()[]{}: AND"', field('a', phrase('*?()[]{}: AND'))],
  ['a:"x\\"y\\\\z\\*"', field('a', phrase('x"y\\z*'))],
  ['a:"x\ny"', field('a', phrase('x\ny'))],
  ['a:("x" "y")', field('a', and(phrase('x'), phrase('y')))],
]);

accepts('wildcards', [
  ['a:val*', field('a', pattern(literal('val'), run))],
  ['a:va?', field('a', pattern(literal('va'), one))],
  ['a:*x?y*', field('a', pattern(run, literal('x'), one, literal('y'), run))],
  ['a:*', field('a', pattern(run))],
  ['a:***', field('a', pattern(run))],
  ['a:**x**', field('a', pattern(run, literal('x'), run))],
  ['a:??', field('a', pattern(one, one))],
  ['a:*?*', field('a', pattern(run, one, run))],
  ['a:\\*x*\\?', field('a', pattern(literal('*x'), run, literal('?')))],
  ['a:(* x*)', field('a', and(pattern(run), pattern(literal('x'), run)))],
  ['a:AND*', field('a', pattern(literal('AND'), run))],
]);

accepts('ranges', [
  ['a:[1 TO 2]', field('a', range(including('1'), including('2')))],
  ['a:{1 to 2}', field('a', range(excluding('1'), excluding('2')))],
  ['a:[1 TO 2}', field('a', range(including('1'), excluding('2')))],
  ['a:{1 TO 2]', field('a', range(excluding('1'), including('2')))],
  ['a:[ 1\tTO\n2 ]', field('a', range(including('1'), including('2')))],
  ['a:[* TO 2]', field('a', range(including(null), including('2')))],
  ['a:{1 TO *}', field('a', range(excluding('1'), excluding(null)))],
  ['a:[* TO *]', field('a', range(including(null), including(null)))],
  ['a:["*" TO \\*]', field('a', range(including('*'), including('*')))],
  ['a:["x y" TO "z\\""]', field('a', range(including('x y'), including('z"')))],
  ['a:["" TO "TO"]', field('a', range(including(''), including('TO')))],
  ['a:[-5 TO -1e-3]', field('a', range(including('-5'), including('-1e-3')))],
  ['a:[-x TO -]', field('a', range(including('-x'), including('-')))],
  ['a:[x TO to]', field('a', range(including('x'), including('to')))],
  ['a:[TO TO TO]', field('a', range(including('TO'), including('TO')))],
  ['a:[\\AND TO "OR"]', field('a', range(including('AND'), including('OR')))],
  ['a:([1 TO 2] OR {5 TO *})', field('a', or(range(including('1'), including('2')), range(excluding('5'), excluding(null))))],
]);

accepts('groups', [
  ['a:(1)', a],
  ['a:((1))', a],
  ['a:( 1 )', a],
  ['a:(x y)', field('a', and(term('x'), term('y')))],
  ['a:(x AND y)', field('a', and(term('x'), term('y')))],
  ['a:(x OR y z)', field('a', or(term('x'), and(term('y'), term('z'))))],
  ['a:((x OR y) z)', field('a', and(or(term('x'), term('y')), term('z')))],
  ['a:(x -y NOT z (d OR e))', field('a', and(term('x'), not(term('y')), not(term('z')), or(term('d'), term('e'))))],
  ['a:(x (y z))', field('a', and(term('x'), term('y'), term('z')))],
  ['a:(NOT (NOT x))', field('a', not(not(term('x'))))],
  ['a:(x OR y) b:1', and(field('a', or(term('x'), term('y'))), b)],
  ['NOT a:(x y)', not(field('a', and(term('x'), term('y'))))],
]);

describe('lower-case operators in a group', () => {
  const warning = (word: string, character: number) =>
    `filter.queries: "${word}" at character ${character} is taken as a word; the operator is written "${word.toUpperCase()}"`;
  const warned: [text: string, warnings: string[]][] = [
    ['a:(x or y)', [warning('or', 6)]],
    ['a:(x and y)', [warning('and', 6)]],
    ['a:(not x)', [warning('not', 4)]],
    ['a:(x OR y or z)', [warning('or', 11)]],
    ['a:(😀 or y)', [warning('or', 6)]],
    ['a:(x or y or z and not)', [warning('or', 6), warning('and', 16), warning('not', 20)]],
    ['b:1 a:(x (y or z))', [warning('or', 13)]],
  ];
  test.each(warned)('%j', (text, warnings) => {
    expect(parseFilter(text).warnings).toEqual(warnings);
  });

  test('they are words all the same', () => {
    expect(parseFilter('a:(x or y)').filter).toEqual(field('a', and(term('x'), term('or'), term('y'))));
  });

  test.each([
    'a:or',
    'a:(or)',
    'a:(x OR or)',
    'a:(x AND or)',
    'a:(x NOT or)',
    'a:(x -or)',
    'a:(x \\or y)',
    'a:(x "or" y)',
    'a:(x or* y)',
    'a:(x Or y)',
    'a:[or TO or]',
  ])('no operator could have been meant: %j', (text) => {
    expect(parseFilter(text).warnings).toEqual([]);
  });

  test('the warning names the argument', () => {
    expect(parseFilter('a:(x or y)', {}, 'facet.queries[2]').warnings[0]).toMatch(/^facet\.queries\[2\]: "or" at/);
  });
});

test('no character is lost, whatever it is', () => {
  const lost: string[] = [];
  const reads = (text: string, name: string, value: string) => {
    const { filter } = parseFilter(text);
    const reading = filter.kind === 'field' && filter.operand.kind === 'term' ? [filter.field, filter.operand.text] : [];
    if (reading[0] !== name || reading[1] !== value) lost.push(text);
  };
  for (let code = 0; code < 0x10000; code++) {
    const unit = String.fromCharCode(code);
    reads(`x\\${unit}:\\${unit}x`, `x${unit}`, `${unit}x`);
    if (!/[()"*?[\]{}:\\\p{White_Space}]/u.test(unit)) reads(`x${unit}:${unit}x${unit}`, `x${unit}`, `${unit}x${unit}`);
  }
  expect(lost).toEqual([]);
});

test('a text is a frozen tree or a syntax error that points into it', () => {
  let accepted = 0;
  fc.assert(
    fc.property(soup, (text) => {
      try {
        expect(unfrozen(parseFilter(text).filter)).toBeUndefined();
        accepted++;
      } catch (error) {
        if (!(error instanceof FilterSyntaxError)) throw error;
        expect(error.found).toBe(text.slice(error.offset, error.offset + error.length));
        expect(error.length === 0).toBe(error.offset === text.length);
        expect(error.expected.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 2000 },
  );
  // About 60 are: how many is luck, that there are any is not.
  expect(accepted).toBeGreaterThan(0);
});

test('an error leaves the parser ready for the next text', () => {
  expect(() => parseFilter('((a:1')).toThrow(FilterSyntaxError);
  expect(() => parseFilter('a:(x or y) b')).toThrow(FilterSyntaxError);
  expect(parseFilter('a:1')).toEqual({ filter: a, warnings: [] });
});

test('the grammar passes the checks of its library', () => {
  expect(() => new FilterParser({ skipValidations: false })).not.toThrow();
});
