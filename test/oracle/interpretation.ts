/** What the rules of questions demand of a reading (docs/semantics.md, "Questions"), tried by brute force over all parts. */
import type { Interpretation, Meaning, Reading, ReadingKind } from '../../src/model/ask.js';
import { compareDecimals, type Decimal, parseDecimal } from './decimal.js';
import { listOf, member, type Row } from './documents.js';
import { type Catalog, resolveField, unitOf } from './fields.js';
import { bindFilterQuery } from './filter.js';
import { readQuantity } from './quantities.js';
import { fold, pn } from './text.js';

/** What is left out first where nothing is found. */
const STEADINESS: Readonly<Record<ReadingKind, number>> = {
  ...{ words: 0, ignored: 0, purchase: 1, seller: 1, quantity: 2, spec: 2, category: 3, brand: 3, 'part number': 3 },
};
/** Of a category or maker that a word was corrected to. */
const CORRECTED = 1.5;
const DROPPED = /^dropped: no part has /;
const MOST_TRIED = 4096;

/** A piece that could be left out or was, with the parts that meet it. */
interface Piece {
  readonly text: string;
  readonly meant: Meaning;
  readonly steadiness: number;
  readonly isDropped: boolean;
  readonly rows: ReadonlySet<Row>;
}

/** The first rule that an interpretation does not keep, in words. */
export function brokenRule(catalog: Catalog, understood: Interpretation): string | undefined {
  const { readings, text } = understood;
  const rowsOf = remembering((query) => rowsThatMeet(catalog, query));
  for (const reading of readings) {
    const broken = brokenCount(reading, rowsOf) ?? brokenName(catalog, reading) ?? brokenNumber(catalog, reading);
    if (broken !== undefined) return `${JSON.stringify(reading.text)}: ${broken}`;
  }
  return brokenPlaces(text, readings) ?? brokenTogether(catalog, understood, rowsOf) ?? brokenDropping(catalog, readings, rowsOf);
}

function rowsThatMeet(catalog: Catalog, query: string): ReadonlySet<Row> {
  const { matches } = bindFilterQuery(catalog, 'parts', query, []);
  return new Set(catalog.rows.parts.filter(matches));
}

function remembering<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, compute(text));
    return known.get(text) as T;
  };
}

/** A reading and its alternatives have the parts that they say; the alternatives are different, that of the most parts first. */
function brokenCount(reading: Reading, rowsOf: (query: string) => ReadonlySet<Row>): string | undefined {
  const wasDropped = DROPPED.test(reading.relaxed ?? '');
  const { alternatives } = reading;
  for (const { query, parts } of [reading, ...alternatives]) {
    if (query === undefined) continue;
    const { size } = rowsOf(query);
    if (size !== parts) return `${query} has ${size} parts and not ${parts}`;
  }
  const counts = alternatives.slice(wasDropped ? 1 : 0).map(({ parts }) => parts);
  if (counts.some((count, i) => i > 0 && count > counts[i - 1])) return `its alternatives have ${counts.join()} parts`;
  const queries = [reading, ...alternatives].flatMap(({ query }) => query ?? []);
  return new Set(queries).size < queries.length ? 'two of its meanings are one' : undefined;
}

/** Categories, makers and sellers are those of the catalog; a part number is in one. */
function brokenName(catalog: Catalog, { as, field, value, parts }: Meaning): string | undefined {
  if (value === undefined || parts === 0) return undefined;
  const { rows } = catalog;
  if (as === 'category' && field === 'category_uids') {
    return rows.categories.some(({ doc }) => doc.name === value) ? undefined : `there is no category ${value}`;
  }
  if (as === 'brand' || as === 'seller') {
    const records = as === 'brand' ? [...rows.brands, ...rows.manufacturers] : rows.sellers;
    const named = as === 'brand' ? rows.parts.flatMap(({ doc }) => [doc.brand, doc.manufacturer]) : offersOf(catalog);
    const names = [...records.map(({ doc }) => doc), ...named].map((record) => member(record, 'name'));
    return names.includes(value) ? undefined : `no company is called ${value}`;
  }
  if (as === 'part number' && field === 'mpn') {
    const has = rows.parts.some(({ doc }) => pn(String(doc.mpn)).includes(pn(value)));
    return has ? undefined : `no part number has ${value}`;
  }
  return undefined;
}

const offersOf = ({ rows }: Catalog) =>
  rows.parts.flatMap(({ doc }) => listOf(doc.offers)).map((offer) => member(offer, 'seller'));

/** A piece that is one quantity in the unit of its spec means that number. */
function brokenNumber(catalog: Catalog, { as, field, value, text, corrected }: Reading): string | undefined {
  if (as !== 'quantity' || field === undefined || value === undefined || corrected !== undefined) return undefined;
  const read = readQuantity(text, unitOf(catalog, resolveField(catalog, 'parts', field)));
  if (read === undefined || 'min' in read || 'max' in read) return undefined;
  const number = parseDecimal(value);
  const isIt = number === undefined || compareDecimals(number, read as Decimal) === 0;
  return isIt ? undefined : `it is another number than ${value} of ${field}`;
}

const CONNECTING = new Set(
  'and or with for of the a an in on at by from to und mit für oder et avec pour de con para y'.split(' ').map(fold),
);

/** Readings follow each other, and all that is between them connects. */
function brokenPlaces(text: string, readings: readonly Reading[]): string | undefined {
  let at = 0;
  let between = '';
  for (const { offset, length, text: piece } of readings) {
    if (offset < at) return `the reading at ${offset} overlaps the one before it`;
    if (piece !== text.slice(offset, offset + length)) return `the reading at ${offset} has the text ${JSON.stringify(piece)}`;
    between += ` ${text.slice(at, offset)}`;
    at = offset + length;
  }
  between += ` ${text.slice(at)}`;
  const wrong = between.split(/\s+/u).find((word) => word !== '' && !CONNECTING.has(fold(word)));
  return wrong === undefined ? undefined : `no reading has ${JSON.stringify(wrong)}`;
}

const QUOTED = /"(?:\\.|[^"\\])*"/gsu;

/** A condition of parts as it is inside of a group: what is quoted stays. */
function inGroup(query: string): string {
  return query.replaceAll(/("(?:\\.|[^"\\])*")|offers\.(?=(?:seller\.name|in_stock_quantity):)/gsu, '$1');
}

/** What a meaning wants of an offer; undefined if it is about something else as well. */
function wantedOfOffer({ as, query }: Meaning): 'seller' | 'stock' | 'price' | undefined {
  if (query === undefined || (as !== 'seller' && as !== 'purchase')) return undefined;
  const fields = new Set(query.replaceAll(QUOTED, '""').match(/[^\s():[\]{}]+(?=:)/gu));
  const [field] = fields.size === 1 ? fields : [];
  if (field === 'offers.seller.name') return 'seller';
  if (field === 'offers.in_stock_quantity') return 'stock';
  return field?.startsWith('price.') ? 'price' : undefined;
}

/**
 * The sets of parts that meet meanings. Where stock, seller and price are two things or more, one offer has to meet them all; for each seller,
 * if there are several.
 */
function setsOf(
  catalog: Catalog,
  meanings: readonly Meaning[],
  rowsOf: (query: string) => ReadonlySet<Row>,
): readonly ReadonlySet<Row>[] {
  const wished = meanings.map((meaning) => ({ meaning, wanted: wantedOfOffer(meaning) }));
  const isGrouped = new Set(wished.flatMap(({ wanted }) => wanted ?? [])).size > 1;
  const alone = wished.filter(({ wanted }) => !isGrouped || wanted === undefined);
  const sets = alone.map(({ meaning: { query } }) => (query === undefined ? new Set(catalog.rows.parts) : rowsOf(query)));
  if (!isGrouped) return sets;
  const inside = (wanted: string) =>
    wished.flatMap(({ wanted: own, meaning }) => (own === wanted ? `(${inGroup(String(meaning.query))})` : []));
  const rest = [...inside('stock'), ...inside('price')];
  const sellers = inside('seller');
  const groups = sellers.length === 0 ? [rest] : sellers.map((one) => [one, ...rest]);
  const grouped = groups.map((conditions) => rowsOf(`offers:(${conditions.join(' AND ')})`));
  // A wish that no part has by itself is met by none.
  const isMet = wished.every(({ wanted, meaning: { query } }) => !wanted || query === undefined || rowsOf(query).size > 0);
  return [...sets, ...(isMet ? grouped : [new Set<Row>()])];
}

/** The request finds the parts that meet all readings, and no others. */
function brokenTogether(
  catalog: Catalog,
  { request, readings }: Interpretation,
  rowsOf: (query: string) => ReadonlySet<Row>,
): string | undefined {
  const readingsOf = setsOf(catalog, readings, rowsOf);
  const asked = (request.filter?.queries ?? []).map(rowsOf);
  const wrong = catalog.rows.parts.find(
    (row) => readingsOf.every((rows) => rows.has(row)) !== asked.every((rows) => rows.has(row)),
  );
  return wrong && `the request and the readings differ about the part ${wrong.uid}`;
}

/** Nothing is dropped without need, and of what could be dropped the fewest, and of these the least steady. */
function brokenDropping(
  catalog: Catalog,
  readings: readonly Reading[],
  rowsOf: (query: string) => ReadonlySet<Row>,
): string | undefined {
  const pieces: Piece[] = [];
  const firm: ReadonlySet<Row>[] = [];
  for (const reading of readings) {
    const { text, as, query, relaxed, alternatives } = reading;
    const isDropped = DROPPED.test(relaxed ?? '');
    const meant: Meaning | undefined = isDropped ? alternatives[0] : reading;
    const isFirm = text.startsWith('"') || meant?.query?.startsWith('NOT ');
    if (isDropped && isFirm) return `${text} was dropped`;
    // A piece that no part meets has nothing that it could mean instead.
    const rows = meant?.query === undefined ? (isDropped ? new Set<Row>() : undefined) : rowsOf(meant.query);
    if (rows === undefined) continue;
    if (isFirm && query !== undefined) firm.push(rows);
    else {
      const kind = meant?.as ?? as;
      const isCorrected = reading.corrected !== undefined && (kind === 'category' || kind === 'brand');
      const steadiness = isCorrected ? CORRECTED : STEADINESS[kind];
      pieces.push({ text, meant: meant ?? reading, steadiness, isDropped, rows });
    }
  }
  const dropped = pieces.filter(({ isDropped }) => isDropped);
  if (dropped.length === 0) return undefined;
  if (2 ** pieces.length > MOST_TRIED) return undefined;
  const left = (without: (piece: Piece) => boolean) => {
    const kept = pieces.filter((piece) => !without(piece));
    const isWish = ({ meant }: Piece) => wantedOfOffer(meant) !== undefined;
    const wishes = setsOf(
      catalog,
      kept.filter(isWish).map(({ meant }) => meant),
      rowsOf,
    );
    return commonOf([...firm, ...kept.filter((piece) => !isWish(piece)).map(({ rows }) => rows), ...wishes]);
  };
  for (let chosen = 0; chosen < 2 ** pieces.length; chosen++) {
    const without = (piece: Piece) => ((chosen >> pieces.indexOf(piece)) & 1) === 1;
    const others = pieces.filter(without);
    if (others.length > dropped.length || left(without) === 0) continue;
    if (others.length < dropped.length) return `it is enough to drop ${others.map(({ text }) => text).join(' and ')}`;
    const order = compareSteadiness(others, dropped);
    const names = others.map(({ text }) => text).join(' and ');
    if (order < 0) return `${names} ${others.length === 1 ? 'is' : 'are'} dropped first`;
  }
  return undefined;
}

/** Parts in all sets. */
function commonOf(sets: readonly ReadonlySet<Row>[]): number {
  if (sets.length === 0) return 0;
  return [...sets[0]].filter((row) => sets.every((rows) => rows.has(row))).length;
}

/** Below 0 if the first are less steady: the steadiest of them decides, then the next. */
function compareSteadiness(one: readonly Piece[], other: readonly Piece[]): number {
  const [a, b] = [one, other].map((pieces) => pieces.map(({ steadiness }) => steadiness).sort((x, y) => y - x));
  const at = a.findIndex((steadiness, i) => steadiness !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}
