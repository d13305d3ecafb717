import fc from 'fast-check';
import { IN_OFFERS } from '../oracle/offers.js';

/**
 * Random filter queries: trees, and a printer that writes them in one of the ways that the grammar allows. Choices of
 * writing (white space, `-` or NOT, AND or nothing, quotes or backslashes) are part of the tree.
 */

export type ValueTree =
  | { readonly kind: 'literal'; readonly text: string; readonly quoted: boolean }
  /** Wildcards, `*` or `?`, with literal texts before, between and behind them. */
  | { readonly kind: 'pattern'; readonly pieces: readonly string[]; readonly wildcards: readonly string[] }
  | {
      readonly kind: 'range';
      readonly lower: string | null;
      readonly upper: string | null;
      readonly brackets: string;
      readonly to: string;
    };

export type FilterTree<Leaf> =
  | { readonly kind: 'and' | 'or'; readonly children: readonly FilterTree<Leaf>[]; readonly by: string }
  | { readonly kind: 'not'; readonly child: FilterTree<Leaf>; readonly by: string }
  | { readonly kind: 'leaf'; readonly leaf: Leaf; readonly parentheses: boolean };

export type ClauseTree =
  | { readonly field: string; readonly operand: FilterTree<ValueTree> }
  /** `offers:( … )` */
  | { readonly inOffers: FilterTree<ClauseTree> }
  | 'all';

/** A field and values to ask it for. */
export interface FieldVocabulary {
  readonly field: string;
  readonly values: fc.Arbitrary<string>;
  readonly isNumber: boolean;
  readonly hasWildcards: boolean;
}

/** The arbitrary that `make` gives, made when it is first needed: most of the many are not. */
export function lazily<T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  let made: fc.Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => {
    made ??= make();
    return made;
  });
}

/** @param andWeight how often AND is chosen; OR has 2. AND of clauses soon matches nothing, that of values is rarely tried. */
function tree<Leaf>(leaf: fc.Arbitrary<Leaf>, depth: number, andWeight: number): fc.Arbitrary<FilterTree<Leaf>> {
  const single = fc.record({
    kind: fc.constant('leaf' as const),
    leaf,
    parentheses: fc.boolean().map((yes) => yes && depth > 0),
  });
  if (depth === 0) return single;
  const inner = tree(leaf, depth - 1, andWeight);
  const children = fc.array(inner, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    { weight: 6, arbitrary: single },
    {
      weight: andWeight,
      arbitrary: fc.record({ kind: fc.constant('and' as const), children, by: fc.constantFrom(' ', ' ', ' AND ', '\n AND ') }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('or' as const), children, by: fc.constantFrom(' OR ', '  OR\t') }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('not' as const), child: inner, by: fc.constantFrom('-', 'NOT ', 'NOT  ') }),
    },
  );
}

function values({ values: texts, isNumber, hasWildcards }: FieldVocabulary): fc.Arbitrary<ValueTree> {
  // A lower-case operator as a value: fine, but worth a warning.
  const words = fc.constantFrom('or', 'and', 'not');
  const text = !hasWildcards ? texts : fc.oneof({ weight: 6, arbitrary: texts }, { weight: 1, arbitrary: words });
  const literal = fc.record({ kind: fc.constant('literal' as const), text, quoted: fc.boolean() });
  const bound = fc.option(texts, { freq: 5 });
  const two = fc.record({
    kind: fc.constant('range' as const),
    lower: bound,
    upper: bound,
    brackets: fc.constantFrom('[]', '{}', '[}', '{]'),
    to: fc.constantFrom(' TO ', ' to ', '  TO\n'),
  });
  // A range of one value is the value as a whole.
  const range = fc.oneof(
    { weight: 4, arbitrary: two },
    { weight: 1, arbitrary: two.map((one) => ({ ...one, upper: one.lower })) },
  );
  const present = fc.constant<ValueTree>({ kind: 'pattern', pieces: ['', ''], wildcards: ['*'] });
  const pattern = patterns(texts);
  return fc.oneof(
    { weight: 5, arbitrary: literal },
    { weight: isNumber ? 4 : 2, arbitrary: range },
    { weight: 1, arbitrary: present },
    ...(hasWildcards ? [{ weight: 3, arbitrary: pattern }] : []),
  );
}

/** Texts with one to three wildcards in place of some characters. */
function patterns(texts: fc.Arbitrary<string>): fc.Arbitrary<ValueTree> {
  const dropped = fc.oneof({ weight: 2, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(12) });
  const cuts = fc.array(fc.tuple(fc.nat(), dropped, fc.boolean()), { minLength: 1, maxLength: 3 });
  return fc.tuple(texts, cuts).map(([text, chosen]): ValueTree => {
    const characters = [...text];
    const places = chosen.map(([at, drop, run]) => ({ at: at % (characters.length + 1), drop: run ? drop : 1, run }));
    const pieces: string[] = [];
    let from = 0;
    for (const { at, drop } of places.sort((a, b) => a.at - b.at)) {
      const to = Math.max(from, at);
      pieces.push(characters.slice(from, to).join(''));
      from = to + drop;
    }
    return {
      kind: 'pattern',
      pieces: [...pieces, characters.slice(from).join('')],
      wildcards: places.map(({ run }) => (run ? '*' : '?')),
    };
  });
}

/** Filter queries that ask for one pattern of one field. */
export function patternQueries(fields: readonly FieldVocabulary[]): fc.Arbitrary<string> {
  const clause = (field: FieldVocabulary) =>
    patterns(field.values).map((pattern) => printClause({ field: field.field, operand: leafOf(pattern) }));
  return fc.oneof(...fields.filter(({ hasWildcards }) => hasWildcards).map((field) => lazily(() => clause(field))));
}

function leafOf<Leaf>(leaf: Leaf): FilterTree<Leaf> {
  return { kind: 'leaf', leaf, parentheses: false };
}

export function filterTrees(fields: readonly FieldVocabulary[]): fc.Arbitrary<FilterTree<ClauseTree>> {
  const inside = fields.filter(isOfOffers).map((field) => ({ ...field, field: field.field.slice('offers.'.length) }));
  const groups = inside.length === 0 ? [] : [{ weight: 1 + Math.floor(fields.length / 4), arbitrary: offerGroups(inside) }];
  return tree(fc.oneof(...clausesOf(fields), ...groups), 2, 1);
}

type Weighted<T> = { readonly weight: number; readonly arbitrary: fc.Arbitrary<T> };

function clausesOf(fields: readonly FieldVocabulary[]): Weighted<ClauseTree>[] {
  const clauses = fields.map((field) =>
    lazily((): fc.Arbitrary<ClauseTree> => {
      const value = values(field);
      const operand = fc.oneof({ weight: 3, arbitrary: tree(value, 0, 0) }, { weight: 2, arbitrary: tree(value, 2, 2) });
      return fc.record({ field: fc.constant(field.field), operand });
    }),
  );
  const everything = { weight: 1 + Math.floor(clauses.length / 10), arbitrary: fc.constant<ClauseTree>('all') };
  return [...clauses.map((arbitrary) => ({ weight: 2, arbitrary })), everything];
}

const isOfOffers = ({ field }: FieldVocabulary) =>
  IN_OFFERS.some((name) => field === `offers.${name}`) || field.startsWith('offers.price.');

/** Conditions on one offer; one in forty has a name that offers do not have. */
function offerGroups(inside: readonly FieldVocabulary[]): fc.Arbitrary<ClauseTree> {
  const wrong = fc.constantFrom('offers.sku', 'mpn', 'offers', 'price', 'seller.display_flag');
  const operand = leafOf<ValueTree>({ kind: 'pattern', pieces: ['', ''], wildcards: ['*'] });
  const wrongClause = wrong.map((field): ClauseTree => ({ field, operand }));
  // Several conditions on one offer soon find nothing: most groups have one or two.
  const clause = fc.oneof(...clausesOf(inside), { weight: 1, arbitrary: wrongClause });
  const group = fc.oneof(
    { weight: 2, arbitrary: tree(clause, 0, 0) },
    { weight: 3, arbitrary: tree(clause, 1, 3) },
    { weight: 1, arbitrary: tree(clause, 2, 1) },
  );
  const any = fc.constant<ClauseTree>({ field: 'offers', operand });
  return fc.oneof({ weight: 15, arbitrary: group.map((inOffers): ClauseTree => ({ inOffers })) }, { weight: 1, arbitrary: any });
}

export function printFilter(query: FilterTree<ClauseTree>): string {
  return printTree(query, printClause);
}

function printClause(clause: ClauseTree): string {
  if (clause === 'all') return '*:*';
  if ('inOffers' in clause) {
    const text = printTree(clause.inOffers, printClause);
    return `offers:(${text})`;
  }
  const { field, operand } = clause;
  const isAlone = operand.kind === 'leaf' && !operand.parentheses;
  const text = isAlone ? printValue(operand.leaf, false) : printTree(operand, (value) => printValue(value, true));
  const isGroup = isAlone || (operand.kind === 'leaf' && operand.parentheses);
  return `${escaped(field)}:${isGroup ? text : `(${text})`}`;
}

function printTree<Leaf>(node: FilterTree<Leaf>, printLeaf: (leaf: Leaf) => string): string {
  switch (node.kind) {
    case 'leaf':
      return node.parentheses ? `(${printLeaf(node.leaf)})` : printLeaf(node.leaf);
    case 'not':
      return `${node.by}${operandOf(node.child, printLeaf, ['and', 'or', 'not'])}`;
    case 'and':
      return node.children.map((child) => operandOf(child, printLeaf, ['and', 'or'])).join(node.by);
    case 'or':
      return node.children.map((child) => operandOf(child, printLeaf, ['or'])).join(node.by);
  }
}

/** The text of an operand, in parentheses where its kind binds less. */
function operandOf<Leaf>(node: FilterTree<Leaf>, printLeaf: (leaf: Leaf) => string, enclosed: readonly string[]): string {
  const text = printTree(node, printLeaf);
  return enclosed.includes(node.kind) ? `( ${text})` : text;
}

function printValue(value: ValueTree, inGroup: boolean): string {
  switch (value.kind) {
    case 'literal':
      return value.quoted || value.text === '' ? quote(value.text) : term(value.text, inGroup);
    case 'pattern': {
      const written = value.pieces.map((piece, i) => escaped(piece) + (value.wildcards[i] ?? ''));
      return sign(written.join(''), inGroup);
    }
    case 'range': {
      const bound = (text: string | null, quoted: boolean) =>
        text === null ? '*' : quoted || text === '' ? quote(text) : term(text, false);
      const { lower, upper, brackets, to } = value;
      return `${brackets[0]}${bound(lower, to === ' TO ')}${to}${bound(upper, brackets === '[]')}${brackets[1]}`;
    }
  }
}

/** A non-empty text as a term. */
function term(text: string, inGroup: boolean): string {
  return sign(/^(AND|OR|NOT)$/.test(text) ? `\\${text}` : escaped(text), inGroup);
}

/** In a group a "-" at the start negates, except before a digit or "."; elsewhere it belongs to the value. */
function sign(written: string, inGroup: boolean): string {
  return inGroup && /^-(?![0-9.])/.test(written) ? `\\${written}` : written;
}

function escaped(text: string): string {
  return text.replace(/[()"*?[\]{}:\\\p{White_Space}]/gu, '\\$&');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
