import { parseQuantity } from '../analysis/quantity.js';
import {
  type Compared,
  comparisonBefore,
  comparisonBehind,
  joinerEnd,
  MIN_MAX,
  type Operator,
  rangeStart,
} from './comparisons.js';
import { EITHER } from './connecting-words.js';
import { inLatinUnits } from './cyrillic-units.js';
import type { QuantityReading, Side } from './lexical.js';
import { isSizeCode } from './read-sizes.js';
import { inUnitsOfSpecs } from './trade-units.js';
import type { WordRun } from './word-run.js';

/** A number in a question, before anything is compared with it. */
interface NumberAtom {
  readonly to: number;
  /** For `parseQuantity`. */
  readonly text: string;
  readonly hasUnit: boolean;
  /** Whether it is a range by itself: `10-22u`, `50V+`. */
  readonly isRange: boolean;
  readonly isPlain: boolean;
  readonly isCompact: boolean;
  readonly side?: Side;
}

/** Most pieces of one number: `1 1/2 in`, `10 K OHM`, `85 deg C`. */
const LONGEST_ATOM = 4;
/** A longer text is a part number, or noise. */
const LONGEST_TEXT = 40;
const BEGINS_NUMBER = /^[-\u2013\u2212+±~]{0,3}[.,]?\d|^\+\/-\d|^[Rrpnuµ\u03bc]\d/u;
const PLAIN = /^[\d.,]+$/u;
const LEADING_NUMBER = /^\d+(?:[.,]\d+)?/u;
const COMPACT = /^\d+([^\d\s.,/%-]{1,3})\d+$/u;
const COMPACT_DIGITS = /\D(\d{4,})$/u;
/** Numbers of optocouplers and transistors rather than so many nanofarads or microfarads: `6N137`, `4n35`, `2u2` is a value. */
const COMPACT_NUMBER = /^\d+(?:n\d{2,}|[pu\u00b5\u03bc]\d{3,})$/iu;
/** The same with a dash, and with a suffix that is also a unit: no range has a prefix in its first end alone, or so far from its second. */
const DASHED = /^\d+\p{L}-\d+$/u;
const DASHED_UNIT = /^\d+[pnu\u00b5\u03bcmk]-\d{4,}\p{L}$/iu;
/** A voltage with what it is in one word: `48Vin`. */
const DIRECTED = /^([\d\W]*\d\s?m?V)(in|out)$/iu;
const VOLTS = /v(?:dc)?$/iu;
const SIGNED = /^(?:±|\+\/-)/u;
const HAS_DIGIT = /\d/u;
const FRACTION = /^\d+\/\d/u;
/** Two speeds, and no fraction: `10/100`. */
const NO_FRACTION = /^\d+\/\d{3}/u;
/** A whole number before a fraction: `1 1/2 in`. That of `0805 1/8W` is a size. */
const WHOLE = /^[-\u2013\u2212+±~]{0,3}[1-9]\d?$/u;
/** The groups of a number that blanks group: `10 000 ohm`. The last one may have a unit behind it. */
const FIRST_GROUP = /^[-\u2013\u2212+±~]{0,3}[1-9]\d{0,2}$/u;
const NEXT_GROUP = /^\d{3}(?!\d)(?:[.,]\d+)?[^\d.,]*$/u;
const GROUP_DIGITS = 3;
/** The last group, or else they are probably two: `10 100 nF` are ten capacitors. */
const LAST_GROUP = '000';
const MOST_GROUPS = 4;
const OHM = /^ohms?$/u;
/** Connecting words that are units as well. */
const UNIT_WORDS = new Set(['a', 'in']);
const LONGEST_UNIT_WORD = 12;
/** Letters in place of the decimal point that name a unit. */
const POINT_UNITS = new Set(['r', 'ω', 'ohm', 'v', 'a', 'f', 'h', 'w']);
/** The letters that mean milli or mega, by where they stand: behind a number. Units that begin with them are left out; both are mega of hertz. */
const MILLI_OR_MEGA = /(?<=\d ?)[mM](?![meEiIoO]|[hH][zZ])/gu;

/** The numbers of each place, which several readers ask for. */
const known = new WeakMap<WordRun, (readonly NumberAtom[] | undefined)[]>();
const NONE: readonly NumberAtom[] = [];

/** The numbers that begin at a place, the longest first. */
function atomsAt(run: WordRun, i: number): readonly NumberAtom[] {
  const first = isZero(run, i) ? '0' : run.at(i)?.text;
  if (first === undefined || !BEGINS_NUMBER.test(first)) return NONE;
  const places = known.get(run) ?? [];
  if (places.length === 0) known.set(run, places);
  places[i] ??= readAtoms(run, i, first);
  return places[i];
}

/** `zero ohm` is the value of a resistor; `zero drift` is none. */
function isZero(run: WordRun, i: number): boolean {
  return run.word(i) === 'zero' && OHM.test(run.word(i + 1));
}

function readAtoms(run: WordRun, i: number, first: string): NumberAtom[] {
  const grouped = FIRST_GROUP.test(first) ? groupedFrom(run, i, first) : undefined;
  // Groups of digits are one number only where a unit follows: `0805 100` are two.
  const whole = grouped ? atomsFrom(run, grouped.to, grouped.text).filter(({ hasUnit }) => hasUnit) : [];
  return [...whole, ...atomsFrom(run, i + 1, first)];
}

/** The numbers that begin with a text which ends at a place, the longest first. */
function atomsFrom(run: WordRun, end: number, first: string): NumberAtom[] {
  const atoms: NumberAtom[] = [];
  let text = first;
  for (let to = end; ; to++) {
    const atom = text.length <= LONGEST_TEXT ? atomOf(text, to) : undefined;
    if (atom) atoms.unshift(atom);
    if (to - end >= LONGEST_ATOM - 1 || !run.isJoined(to - 1) || !continues(run, to, text)) break;
    text += ` ${run.at(to)?.text ?? ''}`;
  }
  return atoms;
}

/** `10 000`: digits in groups of three, and what stands directly behind the last of them. Undefined if the last one is not `000`. */
function groupedFrom(run: WordRun, i: number, first: string): { readonly to: number; readonly text: string } | undefined {
  let text = first;
  let last = '';
  let to = i + 1;
  for (; to - i < MOST_GROUPS && run.isJoined(to - 1); to++) {
    const next = run.at(to)?.text ?? '';
    if (run.at(to)?.kind !== 'word' || !NEXT_GROUP.test(next)) break;
    text += next;
    last = next.slice(0, GROUP_DIGITS);
    if (next.length > GROUP_DIGITS) {
      to++;
      break;
    }
  }
  return last === LAST_GROUP ? { to, text } : undefined;
}

/** Behind a number come prefixes and units, which have no digits, and fractions. */
function continues(run: WordRun, i: number, before: string): boolean {
  const { kind, text = '' } = run.at(i) ?? {};
  if (kind === 'connecting') return UNIT_WORDS.has(run.word(i)) && run.word(i + 1) !== 'stock';
  if (MIN_MAX.has(run.word(i))) return false;
  return (
    kind === 'word' && text.length <= LONGEST_UNIT_WORD && (!HAS_DIGIT.test(text) || (FRACTION.test(text) && WHOLE.test(before)))
  );
}

function atomOf(typed: string, to: number): NumberAtom | undefined {
  const [, voltage, direction] = DIRECTED.exec(typed) ?? [];
  if (direction !== undefined) {
    const atom = atomOf(voltage, to);
    return atom && { ...atom, side: direction.toLowerCase() === 'in' ? 'input' : 'output' };
  }
  const text = inUnitsOfSpecs(inLatinUnits(typed.startsWith('~') ? typed.slice(1) : typed));
  const letter = COMPACT.exec(text)?.[1].toLowerCase();
  // `1N4148` is a part number; resistors have four digits behind the R.
  if (letter !== undefined && letter !== 'r' && (COMPACT_DIGITS.test(text) || COMPACT_NUMBER.test(text))) return undefined;
  const read = parseQuantity(text);
  // A unit in place of the point is one of those that people write so: `24C256` is no temperature.
  if (!read || (letter !== undefined && read.unit !== null && !POINT_UNITS.has(letter))) return undefined;
  const isRange = !('value' in read);
  const hasUnit = read.unit !== null;
  if (!hasUnit && NO_FRACTION.test(text)) return undefined;
  if ((hasUnit ? DASHED_UNIT : DASHED).test(text)) return undefined;
  return { to, text, hasUnit, isRange, isPlain: PLAIN.test(text), isCompact: letter !== undefined };
}

/** Whether a number says by itself that it is a quantity. */
function isTelling(atom: NumberAtom): boolean {
  return atom.hasUnit || !(atom.isPlain || atom.isCompact);
}

/** The quantities and ranges that begin at a place. */
export function quantitiesAt(run: WordRun, i: number): QuantityReading[] {
  const readings: QuantityReading[] = [];
  const before = comparisonBefore(run, i);
  if (before && bindsBehind(run, i, before.to)) {
    for (const atom of atomsAt(run, before.to)) {
      const reading = run.isRun(i, atom.to) && compare(i, atom, atom.to, before.operator);
      if (reading) readings.push(reading);
    }
  }
  for (const range of rangesAt(run, i)) readings.push(range);
  for (const atom of atomsAt(run, i)) {
    const behind = behindOf(run, atom.to);
    const reading = behind && run.isRun(i, behind.to) && compare(i, atom, behind.to, behind.operator);
    if (reading) readings.push(reading);
    const shared = atom.isPlain && !atom.hasUnit ? withNextUnit(run, atom) : undefined;
    readings.push(readingOf(i, atom.to, (shared ?? atom).text, shared ?? atom));
  }
  return [...readings, ...readings.flatMap((reading) => withSide(run, reading) ?? [])];
}

/** The number before an `or` in the unit of the next one, which is larger: `1 or 2 mohm`, `10, 22 or 47uF`. Undefined where there is none. */
function withNextUnit(run: WordRun, atom: NumberAtom): NumberAtom | undefined {
  const isEither = EITHER.has(run.word(atom.to));
  if (!isEither && !run.raw(atom.to - 1).endsWith(',')) return undefined;
  for (const next of atomsAt(run, isEither ? atom.to + 1 : atom.to)) {
    const named = next.isPlain && !next.hasUnit && !isEither ? withNextUnit(run, next) : next;
    if (!named || named.isRange || named.isCompact || !isTelling(named) || !isBefore(atom.text, named.text)) continue;
    const text = atom.text + named.text.replace(LEADING_NUMBER, '');
    if (parseQuantity(text)) return { ...named, to: atom.to, text };
  }
  return undefined;
}

/** A number as it is written is less than another one: `0603 or 1206 1%` and `7805 or 12V` are no such numbers. */
function isBefore(one: string, other: string): boolean {
  const [first, second] = [one, LEADING_NUMBER.exec(other)?.[0] ?? ''].map((text) => Number(text.replace(',', '.')));
  return !/^0\d/.test(one) && first < second;
}

/** A voltage with `in` or `out` behind it: `24V in 5V out`. */
function withSide(run: WordRun, reading: QuantityReading): QuantityReading | undefined {
  const { from, to, quantity, side } = reading;
  const next = side || !VOLTS.test(quantity) || !run.isRun(from, to + 1) ? undefined : sideAt(run, to);
  return next && { ...reading, to: to + 1, side: next };
}

/** `5V in SOT-23` says nothing of what goes in: only at the end of a question, or where something comes out, does `in`. */
function sideAt(run: WordRun, i: number): Side | undefined {
  const word = run.word(i);
  if (word === 'out') return run.word(i + 1) === 'of' ? undefined : 'output';
  if (word !== 'in') return undefined;
  for (let at = 0; at < run.length; at++) if (/^(?:\d.*v)?out$/u.test(run.word(at)) && run.word(at + 1) !== 'of') return 'input';
  return i + 1 === run.length ? 'input' : undefined;
}

/** `min` and `max` before a number are its own, unless it is plain and they stand behind a quantity: `60V min 0603`. */
function bindsBehind(run: WordRun, i: number, next: number): boolean {
  if (!MIN_MAX.has(run.word(i))) return true;
  return followsNumber(run, next) || !endsQuantity(run, i);
}

/** The comparison behind a number; `min` and `max` only where no number follows. */
export function behindOf(run: WordRun, i: number): Compared | undefined {
  const behind = comparisonBehind(run, i);
  return behind && MIN_MAX.has(run.word(i)) && followsNumber(run, behind.to) ? undefined : behind;
}

function followsNumber(run: WordRun, i: number): boolean {
  const atoms = atomsAt(run, i);
  return atoms.some(isTelling);
}

function endsQuantity(run: WordRun, i: number): boolean {
  for (let from = i - 1; from >= 0 && from >= i - LONGEST_ATOM; from--) {
    if (atomsAt(run, from).some((atom) => atom.to === i && isTelling(atom))) return true;
  }
  return false;
}

function compare(from: number, atom: NumberAtom, to: number, operator: Operator): QuantityReading | undefined {
  const quantity = `${operator} ${atom.text}`;
  // Packages are not compared: `0603 or smaller`.
  if (isSizeCode(atom.text)) return undefined;
  return atom.isRange || !parseQuantity(quantity) ? undefined : readingOf(from, to, quantity, atom);
}

/** A quantity with a comparison that stands behind it and its name. */
export function withComparison(reading: QuantityReading, { operator, to }: Compared): QuantityReading | undefined {
  const { quantity: bound } = reading;
  const quantity = `${operator} ${bound}`;
  if (!parseQuantity(quantity)) return undefined;
  return { ...reading, to, quantity, isRange: true, isPlain: false, isCompact: false, otherCase: otherCaseOf(quantity), bound };
}

function readingOf(from: number, to: number, quantity: string, atom: NumberAtom): QuantityReading {
  const { hasUnit, isCompact } = atom;
  const isCompared = quantity !== atom.text;
  return {
    kind: 'quantity',
    from,
    to,
    quantity,
    hasUnit,
    isRange: atom.isRange || isCompared,
    isPlain: atom.isPlain && !isCompared,
    isCompact: isCompact && !isCompared,
    otherCase: otherCaseOf(quantity),
    bound: boundOf(atom, isCompared),
    ...(atom.side && { side: atom.side }),
  };
}

function boundOf({ text }: NumberAtom, isCompared: boolean): string | undefined {
  if (isCompared) return text;
  return text.endsWith('+') ? text.slice(0, -1) : undefined;
}

/** A text with the other meaning of its `M`; undefined without one. */
export function otherCaseOf(quantity: string): string | undefined {
  const other = quantity.replace(MILLI_OR_MEGA, (letter) => (letter === 'm' ? 'M' : 'm'));
  return other === quantity ? undefined : other;
}

const NEGATIVE = /^[-\u2013\u2212]\s?(\d[\d.,]*\s?[mk\u00b5\u03bcu]?[va])$/iu;

/** A negative voltage or current without its sign; undefined for all else. Data sheets of P-channel parts have the sign, catalogs do not. */
export function magnitudeOf(quantity: string): string | undefined {
  return NEGATIVE.exec(quantity)?.[1];
}

/** `between 9V and 12V`, `10u to 22u`, `from 100 to 1k ohm`. */
function* rangesAt(run: WordRun, i: number): Generator<QuantityReading> {
  const { from, isBetween } = rangeStart(run, i);
  for (const first of atomsAt(run, from)) {
    const joined = joinerEnd(run, first.to, isBetween);
    if (first.isRange || joined === first.to) continue;
    for (const second of atomsAt(run, joined)) {
      const quantity = second.isRange || !run.isRun(i, second.to) ? undefined : pairOf(first.text, second.text, isBetween);
      if (quantity === undefined) continue;
      const { hasUnit } = first.hasUnit ? first : second;
      const atom = { ...second, text: quantity, hasUnit, isRange: true, isPlain: false, isCompact: false };
      yield readingOf(i, second.to, quantity, atom);
    }
  }
}

/** `between 12V and 9V` is meant the other way round. */
function pairOf(first: string, second: string, isBetween: boolean): string | undefined {
  // `12V to ±15V` is what goes in, and two voltages that come out.
  if (SIGNED.test(second) && !SIGNED.test(first)) return undefined;
  const inOrder = `${first} to ${second}`;
  if (parseQuantity(inOrder)) return inOrder;
  const reversed = `${second} to ${first}`;
  return isBetween && parseQuantity(reversed) ? reversed : undefined;
}
