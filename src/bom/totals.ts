/** How a line of totals begins: its first cell. */
const TOTALS =
  /^(?:(?:(?:grand|merchandise|order) |sub[ -]?)?totals?|sums?|(?:zwischen|netto|brutto|end|auftrags)?summe|gesamt(?:summe|betrag|preis|wert)?)\b/i;
/** The same in a column of part numbers: the whole cell, in words. */
const NAMED_TOTALS = new RegExp(`${TOTALS.source}[\\p{L}\\s]*:?$`, 'iu');

/** Whether a cell begins a line of totals. */
export function startsTotals(text: string): boolean {
  return TOTALS.test(text);
}

/** Whether a cell of a column of part numbers or values is a word for totals alone. */
export function isTotals(text: string): boolean {
  return NAMED_TOTALS.test(text);
}
