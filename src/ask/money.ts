import { decimalOf, decimalText, parseDecimal } from '../analysis/decimal.js';
import { parseQuantity } from '../analysis/quantity.js';
import type { WordRun } from './word-run.js';

/** An amount of money in a question. */
export interface Money {
  readonly to: number;
  /** A decimal. */
  readonly amount: string;
  readonly currency: string | null;
  /** Whether it was given in hundredths of the currency. */
  readonly isCent: boolean;
}

interface Unit {
  readonly currency: string | null;
  /** Hundredths of the currency. */
  readonly isCent: boolean;
}

const ROWS: readonly (readonly [spellings: string, currency: string | null])[] = [
  ['$, us$, usd, dollar, dollars, bucks', 'USD'],
  ['€, eur, euro, euros', 'EUR'],
  ['£, gbp, pound, pounds', 'GBP'],
  ['¥, cny, rmb, yuan', 'CNY'],
  ['jpy, yen', 'JPY'],
  ['chf', 'CHF'],
  ['inr', 'INR'],
];
const UNITS = new Map<string, Unit>(
  ROWS.flatMap(([spellings, currency]) => spellings.split(', ').map((text) => [text, { currency, isCent: false }] as const)),
);
for (const text of ['cent', 'cents', 'ct', 'cts', '¢', 'céntimos', 'centimes']) UNITS.set(text, { currency: null, isCent: true });
for (const text of ['pence', 'penny']) UNITS.set(text, { currency: 'GBP', isCent: true });

const NUMBER = /^(?:\d{1,9}(?:[.,]\d{1,9})*|[.,]\d{1,9})$/u;
const IN_ONE = /^(us\$|[^\d.,]{0,4})([\d.,]{1,20})(\p{L}{1,8}|[$€£¥¢])?$/iu;

/** Whether a folded word is a currency or a hundredth of one. */
export function isMoneyWord(word: string): boolean {
  return UNITS.has(word);
}

/** The amount of money that begins at a place: `$0.05`, `3 cents`, `0,05 €`, `USD 0.05`. */
export function moneyAt(run: WordRun, i: number): Money | undefined {
  const text = textOf(run, i);
  const inOne = IN_ONE.exec(text);
  if (inOne) return numberFirst(run, i, inOne);
  const unit = UNITS.get(text.toLowerCase());
  if (!unit || unit.isCent || !run.isRun(i, i + 2)) return undefined;
  return moneyOf(textOf(run, i + 1), unit, i + 2);
}

function numberFirst(run: WordRun, i: number, [, before, number, behind]: RegExpExecArray): Money | undefined {
  const marked = before || behind;
  if (before && behind) return undefined;
  if (marked) {
    const unit = UNITS.get(marked.toLowerCase());
    return unit && moneyOf(number, unit, i + 1);
  }
  const unit = run.isRun(i, i + 2) ? UNITS.get(textOf(run, i + 1).toLowerCase()) : undefined;
  return unit && moneyOf(number, unit, i + 2);
}

/** A currency sign that stands alone is punctuation to the cutter. */
function textOf(run: WordRun, i: number): string {
  const word = run.at(i);
  return word?.kind === 'mark' ? run.raw(i) : (word?.text ?? '');
}

/** `$1-$2`, `€0.5-1`: the ends of a range in one word. */
export function moneyRangeAt(run: WordRun, i: number): readonly [Money, Money] | undefined {
  const [first, second, ...others] = textOf(run, i).split(/[-\u2013]/u, 3);
  if (!first || !second || others.length > 0) return undefined;
  const [a, b] = [IN_ONE.exec(first), IN_ONE.exec(second)];
  if (!a || !b || (a[1] && a[3]) || (b[1] && b[3])) return undefined;
  const [before, behind] = [a[1] || a[3], b[1] || b[3]].map((mark) => (mark ? UNITS.get(mark.toLowerCase()) : undefined));
  const unit = before ?? behind;
  if (!unit) return undefined;
  const ends = [moneyOf(a[2], unit, i + 1), moneyOf(b[2], behind ?? unit, i + 1)];
  return ends[0] && ends[1] && [ends[0], ends[1]];
}

/** A number without a currency: `price under 0.05`. */
export function plainAmountAt(run: WordRun, i: number, isCent = false): Money | undefined {
  return moneyOf(textOf(run, i), { currency: null, isCent }, i + 1);
}

function moneyOf(text: string, { currency, isCent }: Unit, to: number): Money | undefined {
  if (!NUMBER.test(text)) return undefined;
  const read = parseQuantity(text);
  const value = read && 'value' in read ? parseDecimal(read.value) : undefined;
  if (!value) return undefined;
  return { to, amount: decimalText(isCent ? value.times(decimalOf(1, -2)) : value), currency, isCent };
}
