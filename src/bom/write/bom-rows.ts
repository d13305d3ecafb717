import { isPlainObject } from '../../model/plain.js';
import type { BomLine, BomPurchase, CostedBom, CostedLine } from '../cost/costed-bom.js';
import type { BomCandidate } from '../matched/matched-line.js';

/** A cell of a table that is written. */
export type OutputCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  /** A formula of a workbook, and its result. */
  | { readonly kind: 'formula'; readonly formula: string; readonly text: string };

const HEADINGS = [
  ...['Line', 'References', 'Part number', 'Brand', 'Value', 'Footprint', 'State', 'Needed', 'Seller', 'SKU', 'Pieces'],
  ...['Price', 'Cost', 'Shortfall', 'Lead days', 'Risks', 'Remarks'],
] as const;
const PIECES = column('Pieces');
const PRICE = column('Price');
const COST = column('Cost');

/** The rows of a costed list: its headings, a row for each purchase or line without one, and the total. */
export function bomRows({ lines, total, currency }: CostedBom): OutputCell[][] {
  const rows: OutputCell[][] = [HEADINGS.map((name) => text(name === 'Price' || name === 'Cost' ? `${name} ${currency}` : name))];
  for (const line of lines) {
    const purchases = line.purchases.length > 0 ? line.purchases : [undefined];
    purchases.forEach((purchase, i) => {
      rows.push(lineRow(line, purchase, i === 0, rows.length + 1));
    });
  }
  const sum = `SUM(${COST}2:${COST}${rows.length})`;
  rows.push(
    HEADINGS.map((name) => {
      if (name === 'References') return text('Total');
      return name === 'Cost' ? { kind: 'formula', formula: rows.length > 1 ? sum : '0', text: total } : text('');
    }),
  );
  return rows;
}

/** @param row its number in a sheet, from 1 */
function lineRow(costed: CostedLine, purchase: BomPurchase | undefined, isFirst: boolean, row: number): OutputCell[] {
  const { line, needed, shortfall, lead_days, risks } = costed;
  const { state, candidates } = matchOf(line);
  const part = line.part ?? candidates[0]?.item;
  const offer = purchase && line.part?.offers?.[purchase.offer];
  const cells: Record<(typeof HEADINGS)[number], OutputCell> = {
    Line: number(line.line ?? ''),
    References: text((line.references ?? []).join(', ')),
    'Part number': text(line.part?.mpn ?? line.mpn ?? ''),
    Brand: text(line.part?.brand?.name ?? line.brand ?? ''),
    Value: text(line.value ?? ''),
    Footprint: text(line.footprint ?? ''),
    State: text(line.dnp ? 'do not place' : (state ?? (part ? 'found' : 'missing'))),
    Needed: number(isFirst ? needed : ''),
    Seller: text(offer?.seller?.name ?? purchase?.seller ?? ''),
    SKU: text(offer?.sku ?? ''),
    Pieces: number(purchase?.pieces ?? ''),
    Price: number(purchase?.price ?? ''),
    Cost: purchase ? { kind: 'formula', formula: `${PIECES}${row}*${PRICE}${row}`, text: purchase.cost } : text(''),
    Shortfall: number(isFirst ? shortfall : ''),
    'Lead days': number(isFirst ? (lead_days ?? '') : ''),
    Risks: text(isFirst ? risks.join(', ') : ''),
    Remarks: text(isFirst ? remarksOf(state, candidates) : ''),
  };
  return HEADINGS.map((name) => cells[name]);
}

/** What `matchBom` says of a line. Others may have members of their own with the same names. */
function matchOf({ state, candidates }: BomLine): {
  readonly state: string | undefined;
  readonly candidates: readonly BomCandidate[];
} {
  const isCandidate = (one: unknown): one is BomCandidate => isPlainObject(one) && isPlainObject(one.item);
  return {
    state: typeof state === 'string' ? state : undefined,
    candidates: Array.isArray(candidates) ? candidates.filter(isCandidate) : [],
  };
}

/** What a person should know of the part, and which others there are. */
function remarksOf(state: string | undefined, candidates: readonly BomCandidate[]): string {
  const [first, ...others] = candidates;
  const own = textOf(first?.remark);
  const shown = state === 'found' ? others : candidates;
  const names = shown.map(({ item }) => [textOf(item.brand?.name), textOf(item.mpn)].filter((name) => name !== '').join(' '));
  return [own, names.length > 0 ? `or ${names.join(', ')}` : ''].filter((piece) => piece !== '').join('; ');
}

/** The text of a member of a part, which `costBom` does not check. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function text(value: unknown): OutputCell {
  return { kind: 'text', text: textOf(value) };
}

function number(value: string | number): OutputCell {
  return { kind: value === '' ? 'text' : 'number', text: String(value) };
}

/** The letter of a column of a sheet. */
function column(name: (typeof HEADINGS)[number]): string {
  return String.fromCharCode(65 + HEADINGS.indexOf(name));
}
