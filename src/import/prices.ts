import { type Cell, type DecimalMark, markOfCell, plainNumber, textOf, wholeNumber } from './cells.js';
import { type NamedCurrency, takeCurrency } from './price-headings.js';

/** An amount of money as a cell writes it. */
export interface Money {
  /** A plain decimal. */
  readonly value: string;
  /** The currency that the cell names. */
  readonly currency?: string;
  /** Other currencies of its sign. */
  readonly mayBe?: readonly string[];
  /** The number of pieces that the cell says it is for: `4,50 €/100`. */
  readonly pieces?: number;
}

const LONGEST = 60;
const PER_PIECE = /\s*\/?\s*(?:\/\s*1|per (?:piece|unit|pc)|each|ea\.?|pcs?\.?|piece|unit|stk\.?|stück)$/iu;
/** `/100`, `per 1,000 pcs`. */
const PER_PIECES = /\s*(?:\/|per|pro|je)\s*(\d[\d.,]{0,12})\s*(?:pieces|pcs?\.?|units?|ea\.?|stk\.?|stück|st\.?)?$/iu;

/** `12,-` and `12.–` have no cents. */
const NO_CENTS = /[.,][-–—]{1,2}$/u;

/** `$0.0343` is the most usual form, and most cells of a large table are distinct. */
const SIMPLE = /^[$€£]\d+(?:\.\d+)?$/;
const SIGNS: ReadonlyMap<string, Pick<Money, 'currency' | 'mayBe'>> = new Map(
  ['$', '€', '£'].map((sign) => [sign, named(takeCurrency(sign))]),
);

function named(currency: NamedCurrency | undefined): Pick<Money, 'currency' | 'mayBe'> {
  if (!currency) return {};
  const { code, mayBe } = currency;
  return mayBe ? { currency: code, mayBe } : { currency: code };
}

/** Reads `$0.0343`, `0,10 €`, `USD 1,234.50`. Undefined for other texts. */
export function readMoney(cell: Cell, columnMark: DecimalMark): Money | undefined {
  if (typeof cell === 'number') return cell >= 0 ? { value: String(cell) } : undefined;
  const money = readAmount(textOf(cell), markOfCell(cell, columnMark));
  if (money || typeof cell === 'string' || cell.number < 0) return money;
  return { value: String(cell.number), ...named(takeCurrency(cell.shown)) };
}

function readAmount(text: string, mark: DecimalMark): Money | undefined {
  if (text.length > LONGEST) return undefined;
  const ofSign = mark === '.' ? SIGNS.get(text[0]) : undefined;
  if (ofSign !== undefined && SIMPLE.test(text)) return { value: text.slice(1), ...ofSign };
  const direct = plainNumber(text, mark);
  if (direct !== undefined) return { value: direct };
  const currency = takeCurrency(text);
  const rest = (currency?.rest ?? text).trim();
  const behind = PER_PIECES.exec(rest);
  const pieces = behind ? wholeNumber(behind[1], mark) : 1;
  const amount = (behind ? rest.slice(0, behind.index) : rest.replace(PER_PIECE, '')).replace(NO_CENTS, '');
  const value = plainNumber(amount, mark);
  if (value === undefined || pieces === undefined || pieces === 0) return undefined;
  return { value, ...named(currency), ...(pieces !== 1 && { pieces }) };
}

/** A price from a quantity on. */
export interface Price extends Money {
  readonly from: number;
}

const LONGEST_LIST = 2000;
/** A quantity, perhaps the lower end of a range or with a plus sign, and the price behind it. */
const STEP =
  /^(\d[\d.,' ]{0,14}?)\s*(?:[-–~]\s*(?:\d[\d.,]{0,14})?\s*)?(?:(?:pcs?|pieces|stk)\.?\s*)?(?:\+\s*[:=@]?|[:=@])\s*(\S.*)$/u;
/** A comma before the next quantity, where commas separate the steps. */
const NEXT_STEP = /,\s*(?=\d[\d.' ]{0,12}\s*(?:[-–~]\s*\d{0,12}\s*)?(?:\+|[:=@]))/u;

/** A quantity in groups, and one price behind it. */
const GROUPED_STEP = /^\s*\d{1,3}(?:,\d{3}){1,3}\s*[+:=@][^+:=@]*$/u;

/** The pieces of a list of prices. A comma within a quantity separates none: `1,000: $0.05; 10,000: $0.04`. */
function stepsIn(text: string): string[] {
  return text.split(/[;|\n]|\s\/\s/u).flatMap((part) => (GROUPED_STEP.test(part) ? [part] : part.split(NEXT_STEP)));
}

/** Reads prices by quantity in one cell: `1: $0.10; 10: $0.08`, `1+ 0,10 €`, `1-199:0.0095,200-:0.0082`. */
export function readPriceList(text: string, mark: DecimalMark): Price[] | undefined {
  if (text.length > LONGEST_LIST || !/[:=@+]/.test(text)) return undefined;
  const prices: Price[] = [];
  for (const piece of stepsIn(text)) {
    const trimmed = piece.trim();
    if (trimmed === '') continue;
    const match = STEP.exec(trimmed);
    const from = match ? wholeNumber(match[1].trim(), mark) : undefined;
    const money = match ? readMoney(match[2], mark) : undefined;
    if (from === undefined || !money) return undefined;
    prices.push({ ...money, from });
  }
  return prices.length > 0 ? prices : undefined;
}

/** The texts of a cell's prices alone, without quantities: what their decimal mark is read from. */
export function amountsIn(text: string): string[] {
  if (text.length > LONGEST_LIST) return [];
  return stepsIn(text).map((piece) => {
    const amount = STEP.exec(piece.trim())?.[2] ?? piece;
    return (takeCurrency(amount)?.rest ?? amount).trim().replace(PER_PIECES, '').replace(PER_PIECE, '');
  });
}
