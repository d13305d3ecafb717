import type { Catalog, Interpretation, Meaning, Reading } from '../../partdex.js';
import { formatAmount, printable } from '../terminal/format.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { FieldLabels } from './field-labels.js';

/** A range, as a filter query and the value of a reading write it. */
const RANGE = /^([[{])(\S+) TO (\S+)([\]}])$/;
/** The labels of prices in the currency of the catalog, as those of questions are. */
const PRICE = 'avg_price';
const PRICE_AT = /^price\.[A-Z]{3}\.(\d+)(?: asc)?$/;
const STOCK = 'offers.in_stock_quantity';

/** What the lines about a question tell. */
export interface UnderstoodSettings {
  /** Whether alternatives and filter queries are shown too. */
  readonly isWhole?: boolean;
}

/** How a question was read, a line for each piece: `10k: resistance 10 kΩ (1,234 parts)`. */
export function renderUnderstood(
  { readings }: Interpretation,
  catalog: Catalog,
  output: Output,
  { isWhole = false }: UnderstoodSettings = {},
): string {
  const { bold, dim, yellow } = colorsOf(output);
  const labels = new FieldLabels(catalog);
  const lines = readings.flatMap((reading) => {
    const line = `${bold(printable(reading.text))}: ${printable(meaningText(reading, labels))}`;
    const changes = changesOf(reading).map((change) => `; ${yellow(printable(change))}`);
    return [line + changes.join(''), ...(isWhole ? details(reading, labels).map((text) => dim(`  ${printable(text)}`)) : [])];
  });
  return lines.join('\n');
}

/** What was not read as it was typed, in a line for each piece. */
export function changesOfQuestion({ readings }: Interpretation): string[] {
  return readings.flatMap((reading) => {
    if (reading.as === 'ignored') return [`"${reading.text}" was ignored${reading.relaxed ? ` (${reading.relaxed})` : ''}`];
    return changesOf(reading).map((change) => `"${reading.text}": ${change}`);
  });
}

function changesOf({ as, corrected, relaxed }: Reading): string[] {
  return [...(corrected ? [`corrected: ${corrected}`] : []), ...(relaxed && as !== 'ignored' ? [relaxed] : [])];
}

function details({ query, alternatives }: Reading, labels: FieldLabels): string[] {
  return [...(query ? [query] : []), ...alternatives.map((other) => `or ${meaningText(other, labels)}`)];
}

/** A meaning in words, with the number of its parts. */
function meaningText(meaning: Meaning & { readonly text?: string }, labels: FieldLabels): string {
  const { as, parts, relaxed, query } = meaning;
  if (as === 'ignored') return relaxed ? `ignored (${relaxed})` : 'ignored';
  const words = wordsOf(meaning, labels);
  return query === undefined ? words : `${words} (${formatAmount(parts, 'part')})`;
}

function wordsOf(
  { as, field = '', value = '', query = '', text = '' }: Meaning & { readonly text?: string },
  labels: FieldLabels,
): string {
  switch (as) {
    case 'quantity':
      return `${nameOf(field, labels)} ${quantityText(field, value, labels)}`.trim();
    case 'spec':
      return `${nameOf(field, labels)} ${value}`.trim();
    case 'purchase':
      return purchaseText(field, value, query, labels);
    case 'words':
      return `${query.startsWith('NOT ') ? 'without the words' : 'words'} ${value || text}`.trim();
    default:
      return `${as} ${value || text}`.trim();
  }
}

/**
 * The name of a spec as it stands within a line: capitals only where they are more than a beginning. That a number may be in the
 * interval of a part says the number already.
 */
function nameOf(field: string, labels: FieldLabels): string {
  const title = labels.titleOf(field.replace(/^(specs\..*)\.range$/, '$1.value'));
  if (title !== '') return title.replace(/(?<![\p{L}\p{N}])\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return field
    .replace(/^specs\./, '')
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ');
}

function quantityText(field: string, value: string, labels: FieldLabels): string {
  const [, open, min, max, close] = RANGE.exec(value) ?? [];
  if (open === undefined) return labels.exactOf(field, value);
  return labels.rangeOf(field, {
    min: min === '*' ? null : min,
    max: max === '*' ? null : max,
    ...(open === '{' && { min_excluded: true }),
    ...(close === '}' && { max_excluded: true }),
  });
}

function purchaseText(field: string, value: string, query: string, labels: FieldLabels): string {
  const [, pieces] = PRICE_AT.exec(query === '' ? value : field) ?? [];
  const at = pieces === undefined || pieces === '1' ? '' : ` at ${formatAmount(Number(pieces), 'piece')}`;
  if (query === '') return pieces === undefined ? `sorted by ${value}` : `the cheapest${at} first`;
  if (field === STOCK) return query.includes('-2') ? 'in stock' : `stock ${quantityText(field, rangeFrom(query, value), labels)}`;
  return `price${at} ${quantityText(PRICE, rangeFrom(query, value), labels)}`;
}

/** The range of a filter query of one field; `value` if it is another one. */
function rangeFrom(query: string, value: string): string {
  const at = query.indexOf(':');
  const range = query.slice(at + 1);
  return RANGE.test(range) ? range : value;
}
