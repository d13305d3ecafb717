import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FilterSyntaxError } from '../../../src/model/errors.js';
import { parseKeywords } from '../../../src/parser/keywords.js';
import { printFilter, printKeywords } from '../../../src/parser/print.js';
import { anyText, filter, keywordQuery, soup } from '../../arbitraries/ast.js';
import { parseFilter } from '../../support/checked.js';
import { scaled } from '../../support/for-all.js';

const roomy = { queryLength: 10_000_000, queryDepth: 250, queryClauses: 1_000_000 };

describe('filters', { timeout: 60_000 }, () => {
  test('print and parse give the same tree, without a warning', () => {
    fc.assert(
      fc.property(filter, (tree) => {
        expect(parseFilter(printFilter(tree), roomy)).toEqual({ filter: tree, warnings: [] });
      }),
      { numRuns: scaled(1500) },
    );
  });

  test('a text that parses is printed in one way', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          soup.map((text) => `a:(${text})`),
        ),
        (text) => {
          let tree: ReturnType<typeof parseFilter>['filter'];
          try {
            tree = parseFilter(text).filter;
          } catch (error) {
            if (error instanceof FilterSyntaxError) return;
            throw error;
          }
          const printed = printFilter(tree);
          expect(parseFilter(printed, roomy)).toEqual({ filter: tree, warnings: [] });
          expect(printFilter(parseFilter(printed, roomy).filter)).toBe(printed);
        },
      ),
      { numRuns: scaled(1000) },
    );
  });

  const normal: [text: string, printed: string][] = [
    ['a:1 b:2', 'a:1 AND b:2'],
    ['((a:1) OR ((b:2)))', 'a:1 OR b:2'],
    ['(a:1 AND b:2) OR c:3', 'a:1 AND b:2 OR c:3'],
    ['a:1 AND (b:2 OR c:3)', 'a:1 AND (b:2 OR c:3)'],
    ['-(a:1)', 'NOT a:1'],
    ['-(a:1 b:2)', 'NOT (a:1 AND b:2)'],
    ['-(-a:1)', 'NOT (NOT a:1)'],
    ['-*:*', 'NOT *:*'],
    ['a:(x)', 'a:x'],
    ['a:(x y OR (z -w))', 'a:(x AND y OR z AND NOT w)'],
    ['a:((x OR y) -(z OR w))', 'a:((x OR y) AND NOT (z OR w))'],
    ['a:(-x)', 'a:(NOT x)'],
    ['a:(-5 \\-x)', 'a:(-5 AND \\-x)'],
    ['a:-x', 'a:-x'],
    ['\\-a:\\NOT', '\\-a:\\NOT'],
    ['a:(\\or AND x)', 'a:(\\or AND x)'],
    ['a:or', 'a:or'],
    ['a:***?', 'a:*?'],
    ['a:\\*x*', 'a:\\*x*'],
    ['a:{1 to "2"]', 'a:{1 TO 2]'],
    ['a:["" TO "x y"}', 'a:["" TO "x y"}'],
    ['a:[\\* TO *]', 'a:["*" TO *]'],
    ['a:["TO" TO \\AND]', 'a:["TO" TO "AND"]'],
    ['a:"\\x\\"\\\\"', 'a:"x\\"\\\\"'],
    ['a\\:b:c\\ d', 'a\\:b:c\\ d'],
  ];
  test.each(normal)('%j is printed %j', (text, printed) => {
    expect(printFilter(parseFilter(text).filter)).toBe(printed);
  });

  test('no pair of parentheses can be left out', () => {
    fc.assert(
      fc.property(filter, (tree) => {
        const printed = printFilter(tree);
        for (const without of withoutEachPair(printed)) {
          let other: unknown;
          try {
            other = parseFilter(without, roomy).filter;
          } catch (error) {
            if (error instanceof FilterSyntaxError) continue;
            throw error;
          }
          expect(other).not.toEqual(tree);
        }
      }),
      { numRuns: scaled(500) },
    );
  });
});

/** The text without one pair of its parentheses, for each pair; parentheses in phrases and after a backslash are text. */
function withoutEachPair(text: string): string[] {
  const shorter: string[] = [];
  const open: number[] = [];
  let inPhrase = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') inPhrase = !inPhrase;
    else if (!inPhrase && text[at] === '(') open.push(at);
    else if (!inPhrase && text[at] === ')') {
      const start = open.pop() as number;
      shorter.push(text.slice(0, start) + text.slice(start + 1, at) + text.slice(at + 1));
    }
  }
  return shorter;
}

describe('keywords', () => {
  test('print and parse give the same terms, without a warning', () => {
    fc.assert(
      fc.property(keywordQuery, (query) => {
        expect(parseKeywords(printKeywords(query))).toEqual({ query, warnings: [] });
      }),
      { numRuns: scaled(1000) },
    );
  });

  test('any text is printed in one way', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, soup), (q) => {
        const { query } = parseKeywords(q);
        expect(parseKeywords(printKeywords(query))).toEqual({ query, warnings: [] });
      }),
      { numRuns: scaled(1000) },
    );
  });

  const normal: [q: string, printed: string][] = [
    ['', ''],
    ['  a   NOT b ', 'a -b'],
    ['"open', '"open"'],
    ['"a"b', '"a" b'],
    ['-NOT \\NOT NOTE', '-\\NOT \\NOT NOTE'],
    ['\\-a \\"b c"', '\\-a \\"b c"'],
    ['R?1** \\*', 'R?1* \\*'],
    ['a\\ b \\', 'a\\ b \\\\'],
    ['NOT NOT --x', '-x'],
  ];
  test.each(normal)('%j is printed %j', (q, printed) => {
    expect(printKeywords(parseKeywords(q).query)).toBe(printed);
  });
});
