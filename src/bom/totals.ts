import { plainCell } from './empty-cells.js';

/** What stands in the place of a part number in a line of totals, without case and punctuation. */
const NAMES: ReadonlySet<string> = new Set(
  'total totals subtotal grandtotal nettotal totalnet merchandisetotal ordertotal sum sums summe gesamt gesamtsumme gesamtbetrag gesamtpreis zwischensumme summenetto nettosumme summebrutto bruttosumme endsumme auftragssumme soustotal totalht totalttc totalgeneral totalgénéral'.split(
    ' ',
  ),
);
/** How a line of totals begins: its first cell. */
const TOTALS =
  /^(?:(?:(?:grand|merchandise|order) |sub[ -]?)?totals?|sums?|(?:zwischen|netto|brutto|end|auftrags)?summe|gesamt(?:summe|betrag|preis|wert)?)\b/i;
/** The same in a column of part numbers: the whole cell, in words. */
const NAMED_TOTALS = new RegExp(`${TOTALS.source}[\\p{L}\\s]*:?$`, 'iu');

/** Whether a cell is a name of totals and nothing else, so that it names no part or maker: `Total Power` may be one. */
export function isNameOfTotals(text: string): boolean {
  return NAMES.has(plainCell(text));
}

/** Whether a cell begins a line of totals. */
export function startsTotals(text: string): boolean {
  return isNameOfTotals(text) || TOTALS.test(text);
}

/** Whether a cell of a column of part numbers or values is a word for totals alone. */
export function isTotals(text: string): boolean {
  return isNameOfTotals(text) || NAMED_TOTALS.test(text);
}
