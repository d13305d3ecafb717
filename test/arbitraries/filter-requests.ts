import fc from 'fast-check';
import { type ClauseTree, type FieldVocabulary, type FilterTree, filterTrees, printFilter, type ValueTree } from './filters.js';
import type { CatalogField } from './vocabularies.js';

/** Fieldname to values; one in thirty names no field. */
export function fieldFilters(fields: readonly FieldVocabulary[]): fc.Arbitrary<Record<string, string[]>> {
  const entry = fc
    .constantFrom(...fields)
    .chain(({ field, values }) => fc.tuple(fc.constant(field), fc.array(values, { maxLength: 3 })));
  const wrong = fc.constant<[string, string[]]>(['brand', ['x']]);
  return fc
    .uniqueArray(fc.oneof({ weight: 30, arbitrary: entry }, { weight: 1, arbitrary: wrong }), {
      selector: ([name]) => name,
      minLength: 1,
      maxLength: 2,
    })
    .map((entries) => Object.fromEntries(entries));
}

/** Filter queries that follow the grammar. */
export function writtenQueries(fields: readonly FieldVocabulary[]): fc.Arbitrary<string> {
  return filterTrees(fields).map(printFilter);
}

/** A filter query; one in twenty has a character too many, too few or changed. */
export function filterQueries(fields: readonly FieldVocabulary[]): fc.Arbitrary<string> {
  const text = writtenQueries(fields);
  const damage = fc.tuple(
    text,
    fc.nat(),
    fc.nat(1),
    fc.constantFrom('', '(', ')', ':', '"', '\\', ' ', '-', '*', '[', '}', ' AND ', ' or ', 'x'),
  );
  const damaged = damage.map(([whole, at, drop, piece]) => {
    const cut = at % (whole.length + 1);
    return whole.slice(0, cut) + piece + whole.slice(cut + drop);
  });
  return fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: damaged });
}

/** Filters of a few fields, each of them wide enough to leave something, as people set them on a page with facets. */
export function wideFilters(
  fields: readonly CatalogField[],
): fc.Arbitrary<{ fields?: Record<string, string[]>; queries?: string[] }> {
  const one = fc.constantFrom(...fields);
  const chosen = one.chain(({ field, values }) => fc.tuple(fc.constant(field), manyOf(values)));
  const query = fc.oneof(
    { weight: 8, arbitrary: one.chain(wideQueries) },
    { weight: 2, arbitrary: one.chain((field) => writtenQueries([field])) },
    { weight: 2, arbitrary: writtenQueries(fields) },
    { weight: 1, arbitrary: filterQueries(fields) },
  );
  const byField = fc
    .uniqueArray(chosen, { selector: ([name]) => name, minLength: 1, maxLength: 2 })
    .map((entries) => Object.fromEntries(entries));
  return fc.record({ fields: byField, queries: fc.array(query, { minLength: 1, maxLength: 2 }) }, { requiredKeys: [] });
}

const manyOf = (values: fc.Arbitrary<string>) => fc.array(values, { minLength: 1, maxLength: 12, size: 'max' });

/** Several values of one field, a range that is open at one end, or that it has a value at all; any of it perhaps negated. */
function wideQueries({ field, values }: CatalogField): fc.Arbitrary<string> {
  const leaf = <Leaf>(of: Leaf): FilterTree<Leaf> => ({ kind: 'leaf', leaf: of, parentheses: false });
  const literal = (text: string) => leaf<ValueTree>({ kind: 'literal', text, quoted: true });
  const several = manyOf(values).map((texts): FilterTree<ValueTree> => {
    return texts.length === 1 ? literal(texts[0]) : { kind: 'or', children: texts.map(literal), by: ' OR ' };
  });
  const range = fc.record({
    kind: fc.constant('range' as const),
    bounds: values.chain((text) => fc.constantFrom({ lower: text, upper: null }, { lower: null, upper: text })),
    brackets: fc.constantFrom('[]', '{}'),
    to: fc.constant(' TO '),
  });
  const present = fc.constant(leaf<ValueTree>({ kind: 'pattern', pieces: ['', ''], wildcards: ['*'] }));
  const operand = fc.oneof(
    several,
    range.map(({ bounds, ...rest }) => leaf<ValueTree>({ ...rest, ...bounds })),
    present,
  );
  return fc.tuple(operand, fc.nat(2)).map(([chosen, negated]) => {
    const clause = leaf<ClauseTree>({ field, operand: chosen });
    return printFilter(negated === 0 ? { kind: 'not', child: clause, by: 'NOT ' } : clause);
  });
}
