import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeywordTerm } from '../../../src/parser/ast.js';
import { KeywordParser, LONGEST_TERM, parseKeywords, type ReadKeywords, readKeywords } from '../../../src/parser/keywords.js';
import { anyText, soup } from '../../arbitraries/ast.js';
import { unfrozen } from '../../support/frozen.js';

const word = (text: string, excluded = false): KeywordTerm => ({ kind: 'word', text, excluded });
const phrase = (text: string, excluded = false): KeywordTerm => ({ kind: 'phrase', text, excluded });
/** `*` and `?` are wildcards, everything else is literal. */
const pattern = (text: string, excluded = false): KeywordTerm => ({
  kind: 'pattern',
  parts: (text.match(/[*?]|[^*?]+/g) ?? []).map((piece) =>
    piece === '*' ? { kind: 'any_run' } : piece === '?' ? { kind: 'any_one' } : { kind: 'literal', text: piece },
  ),
  excluded,
});

const LONE = 'a "-" alone is ignored; to exclude a term, put the "-" directly before it';
const LAST = 'the last "NOT" is ignored because no term follows it';
const REPEATED = 'a repeated "NOT" or "-" is ignored; the term after it is excluded once';

const table: [title: string, q: string, terms: KeywordTerm[], warnings?: string[]][] = [
  ['nothing', '', []],
  ['only white space', ' \t\n\u3000\u0085', []],
  ['one word', 'RC0603', [word('RC0603')]],
  ['white space of all kinds separates', ' a\u00a0b\u2003c\u3000d\u0085e\r\nf ', [...'abcdef'].map((text) => word(text))],
  ['what only looks like white space does not', 'a\u200bb\ufeffc', [word('a\u200bb\ufeffc')]],
  ['boolean words but NOT are ordinary', 'not and or AND OR', ['not', 'and', 'or', 'AND', 'OR'].map((text) => word(text))],
  [
    'other punctuation is ordinary',
    '±5% (a:b) [1] {2} 3/4 ~^!+&|,',
    ['±5%', '(a:b)', '[1]', '{2}', '3/4', '~^!+&|,'].map((text) => word(text)),
  ],

  ['a phrase', '"chip resistor"', [phrase('chip resistor')]],
  ['an empty phrase', '""', [phrase('')]],
  ['a phrase that is not closed', 'a "chip resistor ', [word('a'), phrase('chip resistor ')]],
  ['a quote at the end', 'a "', [word('a'), phrase('')]],
  ['a quote inside a word is literal', '5" a"b c"', [word('5"'), word('a"b'), word('c"')]],
  ['a term starts behind a closing quote', '"a"b"c""d"', [phrase('a'), word('b"c""d"')]],
  ['phrases may touch', '"a""b"', [phrase('a'), phrase('b')]],
  ['a minus behind a closing quote excludes', '"a"-b', [phrase('a'), word('b', true)]],
  ['wildcards in a phrase are literal', '"a*b?"', [phrase('a*b?')]],
  ['escapes in a phrase', '"a\\"b\\\\c\\d"', [phrase('a"b\\cd')]],
  ['a last backslash in an open phrase', '"a\\', [phrase('a\\')]],
  ['an escaped quote does not close', '"a\\"', [phrase('a"')]],

  ['minus before a word', '-a b', [word('a', true), word('b')]],
  ['minus before a phrase', '-"a b"', [phrase('a b', true)]],
  ['minus before a pattern', '-RC*', [pattern('RC*', true)]],
  ['minus inside a word', 'RC0603FR-07 a-', [word('RC0603FR-07'), word('a-')]],
  ['NOT before a word', 'NOT a b', [word('a', true), word('b')]],
  ['NOT before a phrase', 'NOT "a b" c', [phrase('a b', true), word('c')]],
  ['NOT is a whole word', 'NOTE NOT-a aNOT NOT"x"', [word('NOTE'), word('NOT-a'), word('aNOT'), word('NOT"x"')]],
  ['NOT before an escaped NOT', 'NOT \\NOT', [word('NOT', true)]],
  ['directly after minus NOT is an ordinary word', '-NOT a', [word('NOT', true), word('a')]],
  ['NOT before an ordinary minus word', 'NOT -NOT', [word('NOT', true)], [REPEATED]],

  ['a lone minus', 'a - b', [word('a'), word('b')], [LONE]],
  ['only a minus', '-', [], [LONE]],
  ['lone minuses are named once', '- -- -', [], [LONE]],
  ['a last NOT', 'a NOT', [word('a')], [LAST]],
  ['only NOT', 'NOT', [], [LAST]],
  ['NOT and a lone minus', 'NOT -', [], [LONE, LAST]],
  ['NOT reaches over a lone minus', 'NOT - a b', [word('a', true), word('b')], [LONE]],
  ['NOT before minus excludes once', 'NOT -a b', [word('a', true), word('b')], [REPEATED]],
  ['NOT NOT excludes once', 'NOT NOT a b', [word('a', true), word('b')], [REPEATED]],
  ['two minuses exclude once', '--a --"b c"', [word('a', true), phrase('b c', true)], [REPEATED]],
  ['NOT NOT with nothing after', 'NOT NOT', [], [REPEATED, LAST]],

  ['wildcards', 'RC*FR?7', [pattern('RC*FR?7')]],
  ['stars beside each other are one', '***', [pattern('*')]],
  ['a question mark between stars stays', '*?**', [pattern('*?*')]],
  ['an escaped wildcard is literal', 'a\\*b \\?', [word('a*b'), word('?')]],
  [
    'escaped and real wildcards',
    '\\*a*\\?',
    [
      {
        kind: 'pattern',
        parts: [{ kind: 'literal', text: '*a' }, { kind: 'any_run' }, { kind: 'literal', text: '?' }],
        excluded: false,
      },
    ],
  ],

  ['an escaped blank stays in the word', 'a\\ b', [word('a b')]],
  ['an escaped minus', '\\-a -\\-b', [word('-a'), word('-b', true)]],
  ['an escaped quote', '\\"a b"', [word('"a'), word('b"')]],
  ['an escaped backslash', 'a\\\\ b', [word('a\\'), word('b')]],
  ['an escaped letter is the letter', '\\a\\b', [word('ab')]],
  ['a last backslash is literal', 'a\\', [word('a\\')]],
  ['only a backslash', '\\', [word('\\')]],
  ['an escaped surrogate pair', '\\😀', [word('😀')]],
  ['a lone surrogate and NUL', '\ud800 \u0000', [word('\ud800'), word('\u0000')]],
];

test.each(table)('%s: %j', (_title, q, terms, warnings = []) => {
  expect(parseKeywords(q)).toEqual({ query: { kind: 'keywords', terms }, warnings });
});

test('every UTF-16 unit except white space reaches the term', () => {
  const lost: string[] = [];
  for (let code = 0; code < 0x10000; code++) {
    const unit = String.fromCharCode(code);
    if (/[\\*?\p{White_Space}]/u.test(unit)) continue;
    const [term, ...others] = parseKeywords(`x\\${unit}x${unit}`).query.terms;
    if (term.kind !== 'word' || term.text !== `x${unit}x${unit}` || others.length > 0) lost.push(unit);
  }
  expect(lost).toEqual([]);
});

test('any string is accepted, and the answer is frozen', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, soup), (q) => {
      const { query } = parseKeywords(q);
      expect(unfrozen(query)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test('the grammar passes the checks of its library', () => {
  expect(() => new KeywordParser({ skipValidations: false })).not.toThrow();
});

describe('a megabyte takes linear time', { timeout: 60_000 }, () => {
  // a quadratic step would take minutes
  test.each(['"', '-', '- ', '-"', '\\', '\\"', '*', '?*', ' ', 'a ', 'NOT ', '-NOT ', '\ud800', '\u0000'])('of %j', (piece) => {
    const q = piece.repeat(1_000_000 / piece.length);
    const start = performance.now();
    expect(parseKeywords(q).query.kind).toBe('keywords');
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('a text that is read in steps', () => {
  function read(q: string, most = 100_000): ReadKeywords {
    const steps = readKeywords(q, most);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  const long = (text: string) => text.repeat(Math.ceil(3000 / text.length));
  const gaps = [
    '',
    ' ',
    ' - ',
    ' NOT ',
    ' -',
    ' --',
    ...[' ', '- ', '-- ', 'NOT ', 'NOT - ', '- NOT '].map((text) => ` ${long(text)}`),
  ];
  const ends = ['', '-', '--', 'NOT '];
  const term = fc.constantFrom('a', 'NOTE', '"a b"', '"a" b', 'RC*', 'x-', '\\NOT', '"open', long('ab'), `"${long('a b ')}"`);

  test('means what it means in one step, whatever is between its terms', () => {
    const gap = fc.tuple(fc.constantFrom(...gaps), fc.constantFrom(...ends)).map(([before, end]) => before + end);
    const texts = fc
      .array(fc.tuple(gap, term), { maxLength: 6 })
      .chain((pairs) => gap.map((last) => pairs.flat().join('') + last));
    fc.assert(
      fc.property(texts, (q) => {
        const { query, warnings } = parseKeywords(q);
        const { terms, unread, tooLong, warnings: told } = read(q);
        expect(terms).toEqual(query.terms);
        expect([unread, tooLong, [...told].sort()]).toEqual([0, 0, [...warnings].sort()]);
      }),
      { numRuns: 500 },
    );
  });

  test('has none of its terms that are too long, and counts them', () => {
    const tooLong = 'x'.repeat(LONGEST_TERM + 1);
    const q = `a -${tooLong} NOT "${tooLong}" NOT NOT ${'x'.repeat(LONGEST_TERM)} b`;
    const { terms, ...others } = read(q);
    expect(terms.map(({ excluded }) => excluded)).toEqual([false, true, false]);
    expect(others).toEqual({ unread: 0, tooLong: 2, warnings: [REPEATED] });
    expect(read(q, 2)).toMatchObject({ terms: [{ text: 'a' }], unread: 3, tooLong: 1 });
  });

  test('of megabytes without a term is short to parse', () => {
    for (const text of ['NOT ', '- ', '-', ' ', 'NOT - ']) {
      expect(read(text.repeat(1_000_000)).terms).toEqual([]);
      expect(read(`${text.repeat(1_000_000)} a`).terms).toHaveLength(1);
    }
  });
});
