import { type Decimal, decimalOf, parseDecimal } from '../../analysis/decimal.js';
import { checkPriceRates, type PriceRates } from '../../analysis/price-rates.js';
import { MemberReader, withoutFaulty } from '../../model/check-arguments.js';
import type { Path } from '../../model/issue.js';
import { type Issues, withoutIssues } from '../../model/issues.js';
import { isPlainObject } from '../../model/plain.js';
import { checkLineMembers, checkList } from '../check-line.js';
import type { BomLine, CostOptions } from './costed-bom.js';

/** Options of `costBom` that were checked. */
export interface CostSettings {
  readonly boards: Decimal;
  readonly currency: string;
  /** Undefined: all sellers. */
  readonly sellers: ReadonlySet<string> | undefined;
  readonly authorized: boolean;
  /** Undefined: no limit. */
  readonly maxSellers: number | undefined;
  readonly attrition: Decimal;
  readonly stock: boolean;
  readonly rates: PriceRates | undefined;
}

const NAMES = ['boards', 'currency', 'sellers', 'authorized', 'maxSellers', 'attrition', 'stock', 'rates'] as const;
const CURRENCY = /^[A-Z]{3}$/;
const CURRENCY_TEXT = 'three capital letters such as EUR';

/** @throws ValidationError with everything that is wrong with the lines and the options */
export function checkCostRequest(lines: unknown, options: unknown): { lines: readonly BomLine[]; settings: CostSettings } {
  return withoutIssues({ lines, options }, (issues) => {
    const settings = checkOptions(options ?? {}, issues);
    return { lines: checkLines(lines, issues), settings };
  });
}

function checkOptions(options: unknown, issues: Issues): CostSettings {
  const members = MemberReader.of(options, ['options'], NAMES satisfies readonly (keyof CostOptions)[], issues);
  const sellers = withoutFaulty(checkList(members.value('sellers'), members.at('sellers'), issues));
  const maxSellers = members.count('maxSellers', Number.NaN, Number.POSITIVE_INFINITY, 1);
  const stock = members.value('stock');
  return {
    boards: decimalOf(members.count('boards', 1, Number.MAX_SAFE_INTEGER, 1), 0),
    currency: checkCurrency(members.text('currency', 'USD'), members.at('currency'), issues),
    sellers: sellers.length > 0 ? new Set(sellers) : undefined,
    authorized: members.flag('authorized'),
    maxSellers: Number.isNaN(maxSellers) ? undefined : maxSellers,
    attrition: checkAmount(members.value('attrition') ?? 0, members.at('attrition'), 'a share from 0, such as 0.02', issues),
    stock: stock === undefined || stock === null ? true : members.flag('stock'),
    rates: checkPriceRates(members.value('rates'), members.at('rates'), issues),
  };
}

function checkCurrency(currency: string, path: Path, issues: Issues): string {
  if (!CURRENCY.test(currency)) {
    issues.add('out_of_range', path, ` must be ${CURRENCY_TEXT}`, { found: currency, expected: [CURRENCY_TEXT] });
  }
  return currency;
}

/** A number that is not below 0; 0 if it is not one. */
function checkAmount(value: unknown, path: Path, expected: string, issues: Issues): Decimal {
  const isText = typeof value === 'string' || typeof value === 'number';
  const amount = isText ? parseDecimal(String(value)) : undefined;
  if (amount && !amount.isNegative()) return amount;
  if (!isText) issues.addWrongType(path, expected, value);
  else issues.add(amount ? 'out_of_range' : 'not_a_number', path, ` must be ${expected}`, { found: value, expected: [expected] });
  return decimalOf(0, 0);
}

function checkLines(lines: unknown, issues: Issues): readonly BomLine[] {
  if (!Array.isArray(lines)) {
    issues.addWrongType(['lines'], 'a list of lines', lines);
    return [];
  }
  for (const [i, line] of (lines as unknown[]).entries()) {
    if (!isPlainObject(line)) {
      issues.addWrongType(['lines', i], 'an object', line);
      continue;
    }
    checkLineMembers(line, ['lines', i], issues);
    const { part, dnp } = line as { part?: unknown; dnp?: unknown };
    if (part !== undefined && part !== null && !isPlainObject(part)) issues.addWrongType(['lines', i, 'part'], 'a part', part);
    if (dnp !== undefined && dnp !== null && typeof dnp !== 'boolean') {
      issues.addWrongType(['lines', i, 'dnp'], 'true or false', dnp);
    }
    const { quantity } = line as { quantity?: unknown };
    // A line that is not placed needs no valid quantity; that of most others is a plain number.
    if (dnp === true || (Number.isSafeInteger(quantity) && (quantity as number) >= 0)) continue;
    checkAmount(quantity, ['lines', i, 'quantity'], QUANTITY, issues);
  }
  return lines as readonly BomLine[];
}

const QUANTITY = 'a number of pieces from 0';

/** The pieces of a line that was checked: quantity × boards × (1 + attrition), rounded up. */
export function neededPieces({ quantity, dnp }: BomLine, { boards, attrition }: CostSettings): bigint {
  if (dnp) return 0n;
  // As most lines ask for it; a decimal takes longer.
  if (attrition.isZero() && Number.isSafeInteger(quantity)) return BigInt(quantity) * BigInt(boards.toNumber());
  const amount = (parseDecimal(String(quantity)) as Decimal).times(boards).times(attrition.plus(1));
  return BigInt(amount.ceil().toFixed(0));
}
