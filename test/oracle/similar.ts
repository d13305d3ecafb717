/** Parts that could stand in for another one (docs/semantics.md, "Similar parts"). */
import type { SimilarRequest, SpecDifference } from '../../src/model/similar.js';
import { within } from './counting.js';
import { compareDecimals, type Decimal, decimal, decimalKey, parseDecimal } from './decimal.js';
import { type Doc, isObject, listOf, member, type Row } from './documents.js';
import { rankSpecs, toldSpecs } from './drilldown.js';
import { OracleError } from './errors.js';
import { type Catalog, resolveField, textsOf, unitOf, valuesOf } from './fields.js';
import type { Oracle } from './oracle.js';
import { numberInUnit } from './quantities.js';
import { compareText, fold } from './text.js';

export interface SimilarAnswer {
  readonly items: { item: Doc; differences: SpecDifference[] }[];
  readonly hits: number;
}

/** @returns undefined if no part has the uid */
export function similarTo(oracle: Oracle, uid: string, request: SimilarRequest = {}): SimilarAnswer | undefined {
  const { catalog } = oracle;
  const { same: given, at_least: atLeast = [], at_most: atMost = [], limit: asked, filter, ...directives } = request;
  const limit = within('limit', asked, 100, 10);
  for (const key of [...atLeast, ...atMost])
    if (catalog.specTypes.get(key) === 'string') throw new OracleError('ValidationError', `${key} has no numbers`);
  const { ordered, view } = oracle.search('parts', { ...(filter && { filter }), ...directives });
  const here = catalog.rows.parts.find((row) => row.uid === (catalog.redirects.get(uid) ?? uid));
  if (!here) return undefined;
  const category = deepest(catalog, here);
  if (category === undefined) return { items: [], hits: 0 };
  const categoryField = resolveField(catalog, 'parts', 'category_uids');
  const near = catalog.rows.parts.filter((row) => textsOf(catalog, row, categoryField).includes(category));
  const best = toldSpecs(
    rankSpecs(catalog, () => near),
    50,
    new Set(),
  ).map(({ key }) => key);
  const isNumber = (key: string) => catalog.specTypes.get(key) === 'number';
  const has = (row: Row, key: string) => specValues(catalog, row, key).length > 0;
  const decides = best.filter((key) => has(here, key) && !atLeast.includes(key) && !atMost.includes(key));
  const strings = decides.filter((key) => !isNumber(key)).slice(0, 3);
  const numbers = decides.filter((key) => isNumber(key) && best.indexOf(key) < 8);
  const same = given ?? best.filter((key) => strings.includes(key) || numbers.includes(key));
  const compared = [...new Set([...same, ...atLeast, ...atMost, ...best.slice(0, 8)])];

  const directionOf = (key: string) => (atLeast.includes(key) ? 1 : atMost.includes(key) ? -1 : 0);
  const meets = (row: Row) =>
    same.every(
      (key) => has(here, key) && keysOf(catalog, here, key).every((value) => keysOf(catalog, row, key).includes(value)),
    ) &&
    atLeast.every((key) => (betterBy(catalog, here, row, key, 1) ?? -1) >= 0) &&
    atMost.every((key) => (betterBy(catalog, here, row, key, -1) ?? -1) >= 0);
  const found = new Set(ordered.map((hit) => hit.uid));
  const ranked = near
    .filter((row) => row !== here && found.has(row.uid) && meets(row))
    .map((row) => ({ row, differences: compared.flatMap((key) => difference(catalog, key, here, row, directionOf(key))) }));

  const differing = (differences: SpecDifference[]) => differences.filter(({ verdict }) => verdict !== 'same').length;
  ranked.sort(
    (a, b) =>
      Number(hasStock(b.row)) - Number(hasStock(a.row)) ||
      differing(a.differences) - differing(b.differences) ||
      compareText(a.row.uid, b.row.uid),
  );
  return {
    items: ranked.slice(0, limit).map(({ row, differences }) => ({ item: view(row.uid), differences })),
    hits: ranked.length,
  };
}

/** @param direction 1 where more is better, -1 where less is, 0 where only the same will do */
function difference(catalog: Catalog, key: string, here: Row, there: Row, direction: 1 | -1 | 0): SpecDifference[] {
  const [own, other] = [here, there].map((row) => keysOf(catalog, row, key));
  if (own.length === 0 && other.length === 0) return [];
  const isSame = own.length === other.length && own.every((value) => other.includes(value));
  const by = direction === 0 ? (isSame ? 0 : undefined) : betterBy(catalog, here, there, key, direction);
  const verdict = by === undefined ? 'unknown' : by === 0 ? 'same' : by > 0 ? 'better' : 'worse';
  return [{ key, here: written(catalog, here, key), there: written(catalog, there, key), verdict }];
}

/** Of the categories that a part lists, the first with the most above it. */
function deepest(catalog: Catalog, { doc }: Row): string | undefined {
  const listed = listOf(doc.category_uids) as string[];
  const depths = listed.map((uid) => catalog.ancestors(uid).size);
  return listed[depths.indexOf(Math.max(...depths))];
}

/** What a part says of a key, as far as the key's field has it, with the value of the field. */
function specValues(catalog: Catalog, { doc }: Row, key: string): { text: string; value: string | Decimal }[] {
  const type = catalog.specTypes.get(key);
  if (type === undefined) return [];
  const unit = unitOf(catalog, resolveField(catalog, 'parts', `specs.${key}.value`));
  return (listOf(member(member(doc.specs, key), 'value')) as (string | number)[]).flatMap((one) => {
    const value = type === 'string' ? String(one) : numberInUnit(one, unit);
    return value === undefined ? [] : { text: String(one), value };
  });
}

/** The distinct values of a part under a key; texts by their fold. */
function keysOf(catalog: Catalog, row: Row, key: string): string[] {
  if (!catalog.specTypes.has(key)) return [];
  const field = resolveField(catalog, 'parts', `specs.${key}.value`);
  const keys = valuesOf(catalog, row, field).map((value) => {
    return field.kind === 'number' ? decimalKey(value as Decimal) : fold(value as string);
  });
  return [...new Set(keys)];
}

function written(catalog: Catalog, row: Row, key: string): string | null {
  const values = specValues(catalog, row, key);
  return values.length === 0 ? null : values.map(({ text }) => text).join(', ');
}

/** How the greatest (least) number of one part is to that of another: above 0 if it is better; undefined if one has none. */
function betterBy(catalog: Catalog, here: Row, there: Row, key: string, direction: 1 | -1): number | undefined {
  const [own, other] = [here, there].map((row) => {
    const numbers = specValues(catalog, row, key).map(({ value }) => value as Decimal);
    return numbers.sort((a, b) => direction * compareDecimals(b, a))[0];
  });
  return own && other && direction * compareDecimals(other, own);
}

const NO_BOUND = decimal(-2n, 0);
const NOTHING = decimal(0n, 0);

function hasStock({ doc }: Row): boolean {
  return listOf(doc.offers).some((offer) => {
    const given = isObject(offer) ? member(offer, 'in_stock_quantity') : undefined;
    const stock = given === undefined ? undefined : parseDecimal(given as string | number);
    return stock !== undefined && (compareDecimals(stock, NOTHING) > 0 || compareDecimals(stock, NO_BOUND) === 0);
  });
}
