import type { ColumnFacts } from './column-facts.js';
import type { TableHeader } from './header.js';
import type { HeadingMeaning } from './heading-meaning.js';
import { markOfColumn } from './infer-marks.js';
import { isPriceQuantity, takeCurrency } from './price-headings.js';
import { readMoney } from './prices.js';
import type { CheckedMap } from './table-map.js';

/** `10`, `ab 10 Stk.`, `Staffel 10`, `10-99`. */
const QUANTITY =
  /^(?:staffel|tier|ab|from|desde|à partir de|>=?|≥)?\s*([1-9][\d.,']{0,12}k?)(?:\s*[-–~]\s*\d[\d.,']{0,12}k?|\s*\+)?\s*(?:pcs?|pieces|stk|stück|st|ea)?\.?$/iu;
const LONGEST = 40;

interface QuantityHeading {
  readonly from: number;
  readonly currency: string | undefined;
}

/** The quantity that a heading has besides its currency. */
export function quantityIn(heading: string): QuantityHeading | undefined {
  if (heading.length > LONGEST) return undefined;
  const currency = takeCurrency(heading);
  const text = (currency?.rest ?? heading).replace(/[()[\]]/g, ' ').trim();
  const digits = QUANTITY.exec(text)?.[1].replace(/[.,'](?=\d{3}(?!\d))/g, '');
  const from = digits === undefined ? Number.NaN : Number(digits.replace(/k$/i, '')) * (/k$/i.test(digits) ? 1000 : 1);
  return isPriceQuantity(String(from)) ? { from, currency: currency?.code } : undefined;
}

/**
 * The headings of a table, of which quantities alone are those of prices: at least two neighbours that ascend, with cells that are mostly
 * money and not dearer in numbers. One, two, three may be the numbers of tiers.
 */
export function withQuantityHeadings(
  header: TableHeader,
  facts: readonly ColumnFacts[],
  map: CheckedMap,
  delimiter: string | undefined,
): TableHeader {
  const { headings, meanings } = header;
  const found = headings.map((heading, i) => (meanings[i] || map.columns.has(heading) ? undefined : quantityIn(heading)));
  if (!found.some((quantity, i) => quantity && found[i + 1])) return header;
  const changed: (HeadingMeaning | undefined)[] = [...meanings];
  for (let start = 0; start < found.length; ) {
    let end = start + 1;
    while (isAscending(found[end - 1], found[end])) end++;
    const run = found.slice(start, end).flatMap((quantity) => quantity ?? []);
    if (run.length > 1 && !run.every(({ from }, i) => i === 0 || from === run[i - 1].from + 1)) {
      const isOfPrices = arePrices(facts.slice(start, end), delimiter);
      for (const [i, { from, currency }] of isOfPrices ? run.entries() : []) {
        changed[start + i] = { as: 'offers.prices', from: String(from), ...(currency !== undefined && { currency }) };
      }
    }
    start = end;
  }
  return { ...header, meanings: changed };
}

function isAscending(one: QuantityHeading | undefined, next: QuantityHeading | undefined): boolean {
  return one !== undefined && next !== undefined && one.from < next.from;
}

/** Whether most cells of each column are money, and the first column is as dear as the last one or dearer. */
function arePrices(columns: readonly ColumnFacts[], delimiter: string | undefined): boolean {
  const means: number[] = [];
  for (const facts of columns) {
    if (facts.share(() => true, true) === 0) continue;
    const mark = markOfColumn({ as: 'offers.prices' }, facts) ?? (delimiter === ';' ? ',' : '.');
    if (facts.share((cell) => readMoney(cell, mark) !== undefined, true) <= 0.5) return false;
    means.push(facts.mean((cell) => Number(readMoney(cell, mark)?.value ?? Number.NaN) || undefined));
  }
  return means.length > 0 && means[means.length - 1] <= means[0];
}
