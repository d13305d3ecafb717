import fc from 'fast-check';
import type { PatternPiece } from '../../src/analysis/pattern.js';
import type { Bound, Filter, KeywordQuery, KeywordTerm, Operand } from '../../src/parser/ast.js';

/** Pieces that mean something to the parsers, whole or beside each other. */
const NASTY = [
  'AND',
  'OR',
  'NOT',
  'TO',
  'to',
  'or',
  'and',
  'not',
  '-',
  '-5',
  '.5',
  '--',
  '*',
  '?',
  '"',
  '\\',
  ':',
  '(',
  ')',
  '[',
  '{',
  ']',
  '}',
];
const PLAIN = [
  'RC0603',
  'µF',
  '10kΩ',
  'brand.name',
  '0.1',
  '1e-7',
  '😀',
  '\u0000',
  '\n',
  '\u0085',
  ' ',
  '\u3000',
  '\ufeff',
  '/',
  '~',
  '&',
  '|',
];

/** Any string at all, lone surrogates and control characters included; often made of pieces that need escapes. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...NASTY, ...PLAIN), { maxLength: 4 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(fc.nat({ max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)) },
);

const nonEmptyText: fc.Arbitrary<string> = anyText.filter((text) => text !== '');

/** Texts of the parsers' own pieces, most of them wrong. */
export const soup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(fc.constantFrom(...NASTY, ...PLAIN, ' ', ' ', 'a:', 'b:(', 'c:[1 TO ', '*:*', ' OR ', ' AND ', ' NOT '), anyText),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

/** The parts of a pattern as a parser joins them: a wildcard at least, no two literals and no two runs side by side. */
export const patternParts: fc.Arbitrary<PatternPiece[]> = fc
  .array(
    fc.oneof(
      nonEmptyText.map((text): PatternPiece => ({ kind: 'literal', text })),
      fc.constant<PatternPiece>({ kind: 'any_one' }),
      fc.constant<PatternPiece>({ kind: 'any_run' }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.filter((part, i) => part.kind === 'any_one' || part.kind !== parts[i - 1]?.kind))
  .filter((parts) => parts.some((part) => part.kind !== 'literal'));

const keywordTerm: fc.Arbitrary<KeywordTerm> = fc.oneof(
  fc.record({ kind: fc.constant('word' as const), text: nonEmptyText, excluded: fc.boolean() }),
  fc.record({ kind: fc.constant('phrase' as const), text: anyText, excluded: fc.boolean() }),
  fc.record({ kind: fc.constant('pattern' as const), parts: patternParts, excluded: fc.boolean() }),
);

/** Every keyword query that the parser could answer. */
export const keywordQuery: fc.Arbitrary<KeywordQuery> = fc
  .array(keywordTerm, { maxLength: 6 })
  .map((terms) => ({ kind: 'keywords', terms }));

const bound: fc.Arbitrary<Bound> = fc.record({ value: fc.option(anyText), inclusive: fc.boolean() });

const value: fc.Arbitrary<Operand> = fc.oneof(
  fc.record({ kind: fc.constant('term' as const), text: nonEmptyText }),
  fc.record({ kind: fc.constant('phrase' as const), text: anyText }),
  fc.record({ kind: fc.constant('pattern' as const), parts: patternParts }),
  fc.record({ kind: fc.constant('range' as const), lower: bound, upper: bound }),
);

/** Trees over leaves as a parser builds them: two children or more, none of its parent's kind; `not` of anything. */
function trees<Node extends { readonly kind: string }>(leaf: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  const joined = (kind: 'and' | 'or', children: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
    fc
      .array(children, { minLength: 2, maxLength: 4 })
      .filter((nodes) => nodes.every((node) => node.kind !== kind))
      .map((nodes) => ({ kind, children: nodes }) as unknown as Node);
  const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      joined('and', tie('tree')),
      joined('or', tie('tree')),
      tie('tree').map((child) => ({ kind: 'not', child }) as unknown as Node),
    ),
  }));
  return tree;
}

/** Every filter query that the parser could answer. */
export const filter: fc.Arbitrary<Filter> = trees<Filter>(
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<Filter>({ kind: 'all' }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('field' as const), field: nonEmptyText, operand: trees<Operand>(value) }),
    },
  ),
);
