/** Part numbers that a match query asks for (docs/semantics.md, "Part matching"). */
import { listOf, type Row } from './documents.js';
import { type Catalog, resolveField, textsOf } from './fields.js';
import { compareText, mapLiterals, plainText, pn, readWord, wholeMatcher } from './text.js';

/** A condition on the part numbers of some fields. */
export interface NumberCondition {
  readonly fields: readonly NumberField[];
  /** The requested number, escapes resolved; undefined if it has wildcards. */
  readonly text: string | undefined;
  matches(number: string): boolean;
}
export type NumberField = 'mpn' | 'offers.sku' | 'aka_mpns';

export function bindNumber(fields: readonly NumberField[], written: string, isExact: boolean): NumberCondition {
  const pattern = readWord(written);
  const form = isExact ? lower : pn;
  const matchesForm = wholeMatcher(mapLiterals(pattern, form));
  // In part-number form, nothing is what no number has.
  const matches = (number: string) => (isExact || pn(number) !== '') && matchesForm(form(number));
  return { fields, text: plainText(pattern), matches };
}

/** As it is written, except for letter case. */
function lower(text: string): string {
  return text.toLowerCase().replace(/ς/g, 'σ');
}

export function numbersOf(catalog: Catalog, row: Row, fields: readonly NumberField[]): string[] {
  return fields.flatMap((name) => textsOf(catalog, row, resolveField(catalog, 'parts', name)));
}

/** More offers first, then by uid. */
export function byOffers(a: Row, b: Row): number {
  const offers = ({ doc }: Row) => listOf(doc.offers).length;
  return offers(b) - offers(a) || compareText(a.uid, b.uid);
}
