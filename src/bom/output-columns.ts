import { plainName } from '../import/heading-words.js';
import type { BomLine } from './bom-line.js';
import type { LineMatch, MatchKind } from './match-lines.js';
import { bestStockOf, unitPriceOf } from './offers.js';

/** The result of a line, for programs. Empty texts and null are unknown. */
export interface LineResult {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly reference: string;
  /** The texts of the list. */
  readonly mpn: string;
  readonly skus: readonly string[];
  readonly brand: string;
  readonly seller: string;
  readonly quantity: number | null;
  readonly match: MatchKind;
  readonly matched: PartName | null;
  readonly candidates: number;
  /** Some of the other parts that match. */
  readonly others: readonly PartName[];
  readonly best_stock: { readonly text: string; readonly quantity: number; readonly seller: string } | null;
  readonly unit_price: { readonly price: string; readonly currency: string; readonly seller: string } | null;
  readonly line_total: string | null;
  readonly suggestions: readonly (PartName & { readonly reason: string; readonly text: string })[];
  readonly remarks: readonly string[];
}

export interface PartName {
  readonly uid: string;
  readonly mpn: string;
  readonly brand: string;
}

function nameOf({ uid, mpn, brand }: { uid: string; mpn: string; brand?: { name?: string } | null }): PartName {
  return { uid, mpn, brand: brand?.name ?? '' };
}

/** The result of a line. @param width the number of headings, which a line should not exceed; undefined without headings */
export function resultOf(match: LineMatch, currency: string, width: number | undefined): LineResult {
  const { line, kind, part, candidates, others, suggestions } = match;
  const stock = part && bestStockOf(part);
  const price = part && unitPriceOf(part, line.quantity.count, currency);
  return {
    line: line.line,
    reference: line.reference,
    mpn: line.mpn,
    skus: line.skus,
    brand: line.brand,
    seller: line.seller,
    quantity: line.quantity.count ?? null,
    match: kind,
    matched: part ? nameOf(part) : null,
    candidates,
    others: others.map(nameOf),
    best_stock: stock ? { text: stock.text, quantity: stock.quantity, seller: stock.seller } : null,
    unit_price: price ? { price: price.price, currency, seller: price.seller } : null,
    line_total: price?.total ?? null,
    suggestions: suggestions.map(({ item, reason, text }) => ({ ...nameOf(item), reason, text })),
    remarks: [
      ...(match.error === undefined ? [] : [match.error]),
      ...brandRemark(match),
      ...otherRemark(match),
      ...(line.quantity.fault === undefined ? [] : [line.quantity.fault]),
      ...(price?.remark ? [price.remark] : []),
      ...(width === undefined ? [] : widthRemark(line, width)),
    ],
  };
}

function brandRemark({ part, isBrandByWords }: LineMatch): string[] {
  return isBrandByWords ? [`brand in the catalog: ${part?.brand?.name ?? ''}`] : [];
}

/** Which other parts an ambiguous line may mean. */
function otherRemark({ part, others, candidates }: LineMatch): string[] {
  if (!part || others.length === 0) return [];
  const names = others.map(({ mpn, brand }) => {
    const name = brand?.name ?? '';
    return mpn === part.mpn && name !== '' ? name : [mpn, name].filter((text) => text !== '').join(' ');
  });
  const more = candidates - 1 - others.length;
  return [`or ${[...new Set(names)].join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

function widthRemark({ cells }: BomLine, width: number): string[] {
  const more = cells.slice(width).filter((cell) => cell !== '').length;
  return more === 0 ? [] : [`${more} ${more === 1 ? 'cell' : 'cells'} more than headings: is a quote missing?`];
}

interface OutputColumn {
  readonly name: string;
  /** Whether its numbers may have a decimal point. */
  readonly isDecimal?: boolean;
  text(result: LineResult): string;
}

/** The columns that a result adds to a list. */
export function outputColumns(currency: string): readonly OutputColumn[] {
  return [
    { name: 'match', text: ({ match }) => match },
    { name: 'matched mpn', text: ({ matched }) => safe(matched?.mpn ?? '') },
    { name: 'matched brand', text: ({ matched }) => safe(matched?.brand ?? '') },
    { name: 'matched uid', text: ({ matched }) => safe(matched?.uid ?? '') },
    { name: 'candidates', text: ({ match, candidates }) => (match === 'no number' ? '' : String(candidates)) },
    { name: 'best stock', text: ({ best_stock }) => best_stock?.text ?? '' },
    { name: 'best stock seller', text: ({ best_stock }) => safe(best_stock?.seller ?? '') },
    { name: `unit price ${currency}`, isDecimal: true, text: ({ unit_price }) => unit_price?.price ?? '' },
    { name: 'unit price seller', text: ({ unit_price }) => safe(unit_price?.seller ?? '') },
    { name: `line total ${currency}`, isDecimal: true, text: ({ line_total }) => line_total ?? '' },
    { name: 'suggested mpn', text: ({ suggestions }) => safe(suggestions[0]?.mpn ?? '') },
    { name: 'suggested brand', text: ({ suggestions }) => safe(suggestions[0]?.brand ?? '') },
    { name: 'suggestion', text: ({ suggestions }) => suggestions[0]?.reason ?? '' },
    {
      name: 'remarks',
      text: ({ remarks, suggestions }) => safe([...suggestions.slice(0, 1).map(({ text }) => text), ...remarks].join('; ')),
    },
  ];
}

/** Names of added columns that an earlier result has, whatever its currency. */
export const TELLING_COLUMNS = ['match', 'matched mpn', 'matched brand', 'matched uid', 'candidates'];

/** The headings of the added columns, which differ from those of the list. */
export function addedHeadings(columns: readonly { readonly name: string }[], headings: readonly string[]): string[] {
  const taken = new Set(headings.map(plainName));
  return columns.map(({ name }) => {
    let heading = name;
    for (let i = 1; taken.has(plainName(heading)); i++) heading = i === 1 ? `partdex ${name}` : `partdex ${i} ${name}`;
    return heading;
  });
}

/** A spreadsheet treats a text with this beginning as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** A text of the catalog that a spreadsheet does not run: with a `'` before the beginning of a formula. */
function safe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
