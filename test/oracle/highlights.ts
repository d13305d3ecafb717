/** What of an answered document met a request (docs/semantics.md, "Highlights"). */
import type { CollectionName } from '../../src/model/fields.js';
import type { Row } from './documents.js';
import { type Catalog, type Field, resolveField } from './fields.js';
import { type Clause, parseFilter, type Tree, type Value } from './filter-parser.js';
import { keywordFields, type Term } from './q.js';
import { ANY_RUN, fold, mapLiterals, type Pattern, pn, tokens, wholeMatcher } from './text.js';

export interface OracleHighlight {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

export interface OracleMarks {
  readonly highlights: readonly OracleHighlight[];
  readonly snippet: string | null;
}

type Span = readonly [from: number, to: number];

/** A term, and the values that it is looked for in. */
interface Wanted {
  readonly field: Field;
  spans(value: string): Span[];
}

/** A token of a value, and where it is in the value as given. */
interface Placed {
  readonly token: string;
  readonly from: number;
  readonly to: number;
}

function placedTokens(value: string): Placed[] {
  // For each unit of the fold the place of the character that it comes from.
  const places: { from: number; to: number }[] = [];
  let folded = '';
  let at = 0;
  for (const character of value) {
    const place = { from: at, to: at + character.length };
    const units = fold(character);
    const last = places.at(-1);
    if (units === '' && /\p{M}/u.test(character) && last?.to === at) last.to = place.to;
    for (let i = 0; i < units.length; i++) places.push(place);
    folded += units;
    at += character.length;
  }
  return [...folded.matchAll(/(?:[\p{L}\p{N}]|(?<=\p{Nd})\.(?=\p{Nd}))+/gu)].map(({ 0: token, index }) => ({
    token,
    from: places[index].from,
    to: places[index + token.length - 1].to,
  }));
}

const whole = (value: string): Span[] => (value === '' ? [] : [[0, value.length]]);

function phrases(wanted: readonly string[], value: string): Span[] {
  const placed = placedTokens(value);
  return placed.flatMap((first, at) => {
    const run = placed.slice(at, at + wanted.length);
    return run.map(({ token }) => token).join(' ') === wanted.join(' ') ? [[first.from, run[run.length - 1].to] as const] : [];
  });
}

/** From the first to the last letter or digit of a part number. */
function number(value: string): Span[] {
  const placed = placedTokens(value);
  return [[placed[0].from, placed[placed.length - 1].to]];
}

function literalIn(isNumber: boolean, text: string) {
  if (isNumber) return (value: string) => (pn(value) !== '' && pn(value) === pn(text) ? number(value) : []);
  const wanted = tokens(text);
  if (wanted.length > 0) return (value: string) => phrases(wanted, value);
  return (value: string) => (fold(value) === fold(text) ? whole(value) : []);
}

function patternIn(isNumber: boolean, pattern: Pattern) {
  if (isNumber) {
    const matches = wholeMatcher(mapLiterals(pattern, pn));
    return (value: string) => (pn(value) !== '' && matches(pn(value)) ? number(value) : []);
  }
  const matches = wholeMatcher(mapLiterals(pattern, fold));
  return (value: string) => {
    const found = placedTokens(value).filter(({ token }) => matches(token));
    if (found.length > 0) return found.map(({ from, to }) => [from, to] as const);
    return matches(fold(value)) ? whole(value) : [];
  };
}

/** What a range of one value marks: values that are it as a whole. */
function rangeIn(isNumber: boolean, { lower, upper }: Value & { kind: 'range' }) {
  const isOne = lower.value !== undefined && upper.value !== undefined && lower.inclusive && upper.inclusive;
  const same = isNumber ? pn : fold;
  if (!isOne || same(lower.value) !== same(upper.value)) return undefined;
  if (isNumber) return literalIn(true, lower.value);
  const text = lower.value;
  return (value: string) => (fold(value) === fold(text) ? whole(value) : []);
}

/** The leaves of a tree that are not below a negation. */
function leavesOf<Leaf>(tree: Tree<Leaf>): Leaf[] {
  if (tree.kind === 'leaf') return [tree.leaf];
  return tree.kind === 'not' ? [] : tree.children.flatMap(leavesOf);
}

const MARKED = ['part_number', 'name', 'text', 'string'];

/** The fields that have the values of `words`, where documents have them. */
function fieldsIn(catalog: Catalog, collection: CollectionName, name: string): Field[] {
  if (name !== 'words') return [resolveField(catalog, collection, name)];
  const strings = [...catalog.specTypes].filter(([, type]) => type === 'string').map(([key]) => `specs.${key}.value`);
  const fixed = ['mpn', 'offers.sku', 'brand.name', 'manufacturer.name', 'offers.seller.name'];
  const texts = ['descriptions.value', 'short_description', ...strings];
  return [...fixed, ...texts].map((field) => resolveField(catalog, 'parts', field));
}

function wantedOfClause(catalog: Catalog, collection: CollectionName, clause: Clause): Wanted[] {
  if (clause === 'all' || ('field' in clause && clause.field === 'offers')) return [];
  if ('inOffers' in clause) {
    // As the same condition outside of a group: in every offer.
    return leavesOf(clause.inOffers).flatMap((inside) =>
      inside === 'all' || !('field' in inside)
        ? []
        : wantedOfClause(catalog, collection, { ...inside, field: `offers.${inside.field}` }),
    );
  }
  return fieldsIn(catalog, collection, clause.field)
    .filter(({ kind }) => MARKED.includes(kind))
    .flatMap((field) =>
      leavesOf(clause.operand).flatMap((value: Value) => {
        const isNumber = field.kind === 'part_number' && clause.field !== 'words';
        if (value.kind === 'literal') return [{ field, spans: literalIn(isNumber, value.text) }];
        if (value.kind === 'range') {
          const spans = rangeIn(isNumber, value);
          return spans ? [{ field, spans }] : [];
        }
        if (value.pattern.every((piece) => piece === ANY_RUN)) return [];
        return [{ field, spans: patternIn(isNumber, value.pattern) }];
      }),
    );
}

function wantedOfTerm(catalog: Catalog, collection: CollectionName, term: Term): Wanted[] {
  const fields = keywordFields(catalog, collection).filter(({ name }) => name !== 'aliases');
  return fields.flatMap(({ name }) => {
    const field = resolveField(catalog, collection, name);
    const isNumber = field.kind === 'part_number';
    if (term.kind === 'pattern') return isNumber ? [{ field, spans: patternIn(true, term.pattern) }] : [];
    const words = { field, spans: literalIn(false, term.text) };
    return isNumber ? [words, { field, spans: literalIn(true, term.text) }] : [words];
  });
}

/** Spans in order, joined where they overlap. */
function united(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0]);
  const joined: Span[] = [];
  for (const [from, to] of sorted) {
    const last = joined.pop();
    if (last && from < last[1]) joined.push([last[0], Math.max(last[1], to)]);
    else joined.push(...(last ? [last] : []), [from, to]);
  }
  return joined;
}

type Steps = readonly (string | number)[];

/** Every text and number of a document, in its order. */
function leaves(value: unknown, path: Steps = []): { value: string | number; path: Steps }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ value, path }];
  if (Array.isArray(value)) return value.flatMap((element, i) => leaves(element, [...path, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((name) => leaves((value as Record<string, unknown>)[name], [...path, name]));
}

const pathText = (path: Steps) =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');

/** The marks of documents: of the terms of `q` that count, and of filter queries that parse. */
export function marker(
  catalog: Catalog,
  collection: CollectionName,
  terms: readonly Term[],
  queries: readonly string[],
): (row: Row) => OracleMarks {
  const wanted = [
    ...terms.filter(({ excluded }) => !excluded).flatMap((term) => wantedOfTerm(catalog, collection, term)),
    ...queries.flatMap((query) =>
      leavesOf(parseFilter(query).tree).flatMap((clause) => wantedOfClause(catalog, collection, clause)),
    ),
  ];
  return ({ doc }) => {
    const highlights = leaves(doc).flatMap(({ value, path }) => {
      const names = path.filter((step) => typeof step === 'string');
      const asked = wanted.filter(({ field: { name, kind, spec } }) => {
        const steps = spec ? ['specs', spec.key, spec.member] : name.split('.');
        if (typeof value === 'number' && kind !== 'part_number' && kind !== 'string') return false;
        return steps.length === names.length && steps.every((step, i) => step === names[i]);
      });
      const spans = united(asked.flatMap(({ spans: find }) => find(String(value))));
      return spans.map(([from, to]) => ({ path: pathText(path), offset: from, length: to - from }));
    });
    if (collection !== 'parts') return { highlights, snippet: null };
    const descriptions = (doc.descriptions as { value?: string }[]).map(({ value }) => value);
    const shown = descriptions.findIndex((_, i) => highlights.some(({ path }) => path.startsWith(`descriptions[${i}].`)));
    return { highlights, snippet: descriptions[shown] ?? (doc.short_description as string | null) };
  };
}
