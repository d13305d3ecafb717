/** What a filter matches (docs/semantics.md, "Filters"). */
import type { CollectionName } from '../../src/model/fields.js';
import { requestedPeriod } from './date.js';
import { compareDecimals, type Decimal, parseRequested } from './decimal.js';
import type { Row } from './documents.js';
import { OracleError } from './errors.js';
import { checkExtent, covers, type End, intervalsOf, isEmpty, isExtent, meets } from './extents.js';
import { type Catalog, type Field, HAS, numbersOf, resolveField, textsOf, unitOf, valuesOf } from './fields.js';
import { type Bound, type Clause, parseFilter, type Tree, type Value } from './filter-parser.js';
import { hasTwoPriced, IN_OFFERS, offersOf, priceAsked } from './offers.js';
import type { Warning } from './q.js';
import { readQuantity } from './quantities.js';
import { ANY_RUN, compareText, fold, mapLiterals, occursIn, type Pattern, pn, tokens, wholeMatcher } from './text.js';

export type Predicate = (row: Row) => boolean;

/** The number of a filter, plain or in the unit of the field. */
export function requestedNumber(catalog: Catalog, text: string, field: Field): Decimal {
  const parsed = parseRequested(text) ?? readQuantity(text, unitOf(catalog, field));
  if (!parsed || !('digits' in parsed)) throw new OracleError('ValidationError', `${field.name}: "${text}" is not a number`);
  return parsed;
}

/** A number of a filter query, or a range of quantities. */
function numberOrRange(catalog: Catalog, text: string, field: Field): (value: Decimal) => boolean {
  const read = parseRequested(text) ? undefined : readQuantity(text, unitOf(catalog, field));
  if (!read || 'digits' in read) {
    const wanted = requestedNumber(catalog, text, field);
    return (value) => compareDecimals(value, wanted) === 0;
  }
  const { min, max } = read;
  return (value) => isWithin(min, min && compareDecimals(value, min.at)) && isWithin(max, max && compareDecimals(max.at, value));
}

/** A number, or a range of quantities, that an extent meets or covers. */
function bindExtent(catalog: Catalog, field: Field, text: string): Predicate {
  const read = parseRequested(text) ? undefined : readQuantity(text, unitOf(catalog, field));
  if (!read || 'digits' in read) {
    const end = { at: requestedNumber(catalog, text, field), inclusive: true };
    return byExtent(catalog, field, end, end);
  }
  const end = (given: typeof read.min) => given && { at: given.at, inclusive: !given.excluded };
  return byExtent(catalog, field, end(read.min), end(read.max));
}

function byExtent(catalog: Catalog, field: Field, lower: End | undefined, upper: End | undefined): Predicate {
  const isRight = field.spec?.member === 'covers' ? covers : meets;
  return (row) => intervalsOf(catalog, row, field).some((interval) => isRight(interval, lower, upper));
}

/** Whether a number is inside of one end. @param above how far it is inside */
function isWithin(end: { readonly excluded: boolean } | undefined, above = 1): boolean {
  return !end || above > 0 || (above === 0 && !end.excluded);
}

/** `filter.fields[name] = wanted` */
export function bindFieldFilter(
  catalog: Catalog,
  collection: CollectionName,
  name: string,
  wanted: readonly string[],
  warnings: Warning[],
): Predicate {
  if (wanted.length === 0) {
    resolveField(catalog, collection, name);
    return () => true;
  }
  const field = lookUp(catalog, collection, name, warnings);
  if (!field.carried && !field.price) return () => false;
  if (field.kind === 'date') {
    const matches = wanted.map((text) => bindDate(catalog, field, text));
    return (row) => matches.some((is) => is(row));
  }
  for (const text of wanted) warnAboutHas(field, text, warnings);
  if (field.kind !== 'number') return (row) => textsOf(catalog, row, field).some((value) => wanted.includes(value));
  const numbers = wanted.map((text) => requestedNumber(catalog, text, field));
  if (isExtent(field)) {
    const each = numbers.map((at) => byExtent(catalog, field, { at, inclusive: true }, { at, inclusive: true }));
    return (row) => each.some((matches) => matches(row));
  }
  return (row) => numbersOf(catalog, row, field).some((value) => numbers.some((n) => compareDecimals(n, value) === 0));
}

/** A text of `filter.queries` or `facet.queries` */
export function bindFilterQuery(
  catalog: Catalog,
  collection: CollectionName,
  text: string,
  warnings: Warning[],
): { tree: Tree<Clause>; matches: Predicate } {
  const { tree, lowerCase } = parseFilter(text);
  warnings.push(...lowerCase.map((about) => ({ about })));
  return { tree, matches: bindTree(tree, (clause) => bindClause(catalog, collection, clause, warnings)) };
}

function bindClause(catalog: Catalog, collection: CollectionName, clause: Clause, warnings: Warning[]): Predicate {
  if (clause === 'all') return () => true;
  const isOfParts = collection === 'parts';
  if ('inOffers' in clause) {
    if (!isOfParts) throw new OracleError('ValidationError', 'only parts have offers');
    const matches = bindTree(clause.inOffers, (inside) => bindOfferClause(catalog, inside, warnings));
    return (row) => offersOf(row).some(matches);
  }
  if (clause.field === 'offers' && isOfParts) {
    const { operand } = clause;
    const isAny =
      operand.kind === 'leaf' && operand.leaf.kind === 'pattern' && operand.leaf.pattern.every((piece) => piece === ANY_RUN);
    if (!isAny) throw new OracleError('ValidationError', 'offers have no values of their own');
    return (row) => offersOf(row).length > 0;
  }
  const field = lookUp(catalog, collection, clause.field, warnings);
  warnAboutGroup(catalog, collection, field, clause.operand, warnings);
  return bindTree(clause.operand, (value) => bindValue(catalog, field, value, warnings));
}

/** A clause inside `offers:( … )`: the row is a part with one offer. */
function bindOfferClause(catalog: Catalog, clause: Clause, warnings: Warning[]): Predicate {
  if (clause === 'all') return () => true;
  if ('inOffers' in clause) throw new OracleError('ValidationError', 'a group in a group');
  const { field: name, operand } = clause;
  if (!IN_OFFERS.includes(name) && !(priceAsked(name) && !priceAsked(name)?.isOfEach))
    throw new OracleError('ValidationError', `${name} is not a fieldname of an offer`);
  const field = lookUp(catalog, 'parts', `offers.${name}`, warnings);
  // An offer never has two values.
  if (field.carried) warnAboutConjunctions(name, operand, warnings);
  return bindTree(operand, (value) => bindValue(catalog, field, value, warnings));
}

function lookUp(catalog: Catalog, collection: CollectionName, name: string, warnings: Warning[]): Field {
  const field = resolveField(catalog, collection, name);
  checkExtent(catalog, field, 'filter');
  if (!field.carried) warnings.push({ about: field.spec?.key ?? field.price?.currency ?? name });
  return field;
}

function bindTree<Leaf>(tree: Tree<Leaf>, bind: (leaf: Leaf) => Predicate): Predicate {
  if (tree.kind === 'leaf') return bind(tree.leaf);
  if (tree.kind === 'not') {
    const child = bindTree(tree.child, bind);
    return (row) => !child(row);
  }
  const children = tree.children.map((child) => bindTree(child, bind));
  return tree.kind === 'and' ? (row) => children.every((child) => child(row)) : (row) => children.some((child) => child(row));
}

function bindValue(catalog: Catalog, field: Field, value: Value, warnings: Warning[]): Predicate {
  if (!field.carried && !field.price) return () => false;
  if (value.kind === 'range') return bindRange(catalog, field, value.lower, value.upper, warnings);
  if (value.kind === 'pattern' && value.pattern.every((piece) => piece === ANY_RUN)) {
    return (row) => valuesOf(catalog, row, field).length > 0;
  }
  if (field.kind === 'number') {
    if (value.kind === 'pattern') throw new OracleError('ValidationError', `${field.name} is a number and has no wildcards`);
    if (isExtent(field)) return bindExtent(catalog, field, value.text);
    const matches = numberOrRange(catalog, value.text, field);
    return (row) => numbersOf(catalog, row, field).some(matches);
  }
  if (field.kind === 'date') {
    if (value.kind === 'pattern') throw new OracleError('ValidationError', `${field.name} is a date and has no wildcards`);
    return bindDate(catalog, field, value.text);
  }
  if (value.kind !== 'pattern') warnAboutHas(field, value.text, warnings);
  const matches = value.kind === 'pattern' ? bindPattern(field, value.pattern) : bindLiteral(field, value.text);
  return (row) => textsOf(catalog, row, field).some(matches);
}

/** A date in the period of a text. */
function bindDate(catalog: Catalog, field: Field, text: string): Predicate {
  const { from, to } = requestedPeriod(text, field.name);
  return (row) => instantsOf(catalog, row, field).some((instant) => from <= instant && instant <= to);
}

function instantsOf(catalog: Catalog, row: Row, field: Field): number[] {
  return textsOf(catalog, row, field).map((text) => Date.parse(text));
}

/** A value that `has` never has is probably a typo. */
function warnAboutHas(field: Field, text: string, warnings: Warning[]): void {
  if (field.name === 'has' && !HAS.has(text)) warnings.push({ about: text });
}

function bindLiteral(field: Field, text: string): (value: string) => boolean {
  switch (field.kind) {
    case 'uid':
    case 'boolean':
      return (value) => value === text;
    case 'part_number':
      return (value) => pn(value) !== '' && pn(value) === pn(text);
    default: {
      const wanted = tokens(text);
      if (wanted.length === 0) return (value) => fold(value) === fold(text);
      return (value) => occursIn(wanted, tokens(value));
    }
  }
}

function bindPattern(field: Field, written: Pattern): (value: string) => boolean {
  switch (field.kind) {
    case 'boolean':
      throw new OracleError('ValidationError', `${field.name} is a boolean and has no wildcards`);
    case 'uid':
      return wholeMatcher(written);
    case 'part_number': {
      const matches = wholeMatcher(mapLiterals(written, pn));
      return (value) => pn(value) !== '' && matches(pn(value));
    }
    default: {
      const matches = wholeMatcher(mapLiterals(written, fold));
      return (value) => [fold(value), ...tokens(value)].some(matches);
    }
  }
}

function bindRange(catalog: Catalog, field: Field, lower: Bound, upper: Bound, warnings: Warning[]): Predicate {
  if (isExtent(field)) {
    const end = ({ value, inclusive }: Bound): End | undefined =>
      value === undefined ? undefined : { at: requestedNumber(catalog, value, field), inclusive };
    const [from, to] = [end(lower), end(upper)];
    if (isEmpty(from, to)) warnings.push({ about: lower.value as string });
    return byExtent(catalog, field, from, to);
  }
  if (field.kind === 'number') {
    const read = (text: string) => requestedNumber(catalog, text, field);
    const inside = between({ ...lower, read }, { ...upper, read }, compareDecimals, warnings);
    return (row) => numbersOf(catalog, row, field).some(inside);
  }
  if (field.kind === 'date') {
    const at = (end: 'from' | 'to') => (text: string) => requestedPeriod(text, field.name)[end];
    const first = { ...lower, read: at(lower.inclusive ? 'from' : 'to') };
    const last = { ...upper, read: at(upper.inclusive ? 'to' : 'from') };
    const inside = between(first, last, (a, b) => a - b, warnings);
    return (row) => instantsOf(catalog, row, field).some(inside);
  }
  const read = field.kind === 'part_number' ? pn : field.kind === 'uid' ? (text: string) => text : fold;
  const inside = between({ ...lower, read }, { ...upper, read }, compareText, warnings);
  return (row) => textsOf(catalog, row, field).some((value) => inside(read(value)));
}

type ReadBound<T> = Bound & { readonly read: (text: string) => T };

function between<T>(lower: ReadBound<T>, upper: ReadBound<T>, compare: (a: T, b: T) => number, warnings: Warning[]) {
  const from = lower.value === undefined ? undefined : { at: lower.read(lower.value) };
  const to = upper.value === undefined ? undefined : { at: upper.read(upper.value) };
  if (from && to && compare(from.at, to.at) > 0) warnings.push({ about: lower.value as string });
  return (value: T) => {
    const above = from ? compare(value, from.at) : 1;
    const below = to ? compare(to.at, value) : 1;
    return (above > 0 || (above === 0 && lower.inclusive)) && (below > 0 || (below === 0 && upper.inclusive));
  };
}

/** `field:(a b)` on a field in which no part has two values is perhaps not what was meant. */
function warnAboutGroup(
  catalog: Catalog,
  collection: CollectionName,
  field: Field,
  operand: Tree<Value>,
  warnings: Warning[],
): void {
  const hasSeveral = (row: Row) => {
    const isInterval = isExtent(field) && intervalsOf(catalog, row, field).some(({ low, high }) => low !== high);
    return isInterval || valuesOf(catalog, row, field).length > 1;
  };
  if (!field.carried || field.name === 'words') return;
  if (field.price?.isOfEach ? hasTwoPriced(catalog.rows.parts) : catalog.rows[collection].some(hasSeveral)) return;
  warnAboutConjunctions(field.name, operand, warnings);
}

function warnAboutConjunctions(name: string, operand: Tree<Value>, warnings: Warning[]): void {
  const visit = (tree: Tree<Value>): void => {
    const children =
      tree.kind === 'and' ? conjuncts(tree) : tree.kind === 'or' ? tree.children : tree.kind === 'not' ? [tree.child] : [];
    const values = children.filter((child) => child.kind === 'leaf');
    if (tree.kind === 'and' && values.length > 1) warnings.push({ about: name });
    children.forEach(visit);
  };
  visit(operand);
}

/** What is AND'd, parentheses within parentheses or not. */
function conjuncts(tree: Tree<Value>): Tree<Value>[] {
  return tree.kind === 'and' ? tree.children.flatMap(conjuncts) : [tree];
}
