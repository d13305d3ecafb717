import { parseQuantity } from '../../analysis/quantity.js';
import type { BomLine } from '../cost/costed-bom.js';
import { packageOf } from './package-of.js';
import { kindOf, type PartKind } from './part-kind.js';

/** What a line asks for by its value and footprint, as a question. */
export interface ValueQuestion {
  /** The question: `10kohm 0603 resistor 1%`. */
  readonly text: string;
  /** The same with the least voltages in place of exact ones; undefined if it names none. */
  readonly atLeast?: string;
  /** The value as it stands in the question. */
  readonly value: string;
  readonly package?: string;
  /** The footprint if it names no package that is known, and the value names none either: the question does not have it. */
  readonly unread?: string;
  /** The value is an amount, and neither the footprint nor the value names a package: parts of every size answer the question. */
  readonly isOfAnySize?: boolean;
}

/** A number with a prefix, perhaps as its decimal mark: `10k`, `4k7`, `2.2u`, `0R05`. At most two digits may follow: `1N4148` is a diode. */
const AMOUNT = /^(\d{0,7})(?:[.,](\d{1,6}))?\s?([pnuµμmkKMGRrΩE]?)(\d{0,2})\s?(f|h|ohms?|Ω|ω|r|v|a|hz|w)?$/iu;
/** Small resistors: `R047`. */
const MILLIOHMS = /^r(\d{2,4})$/i;
const SEPARATORS = /[\s/;|@]+/u;
/** A comma behind a word, and one behind an amount: `4.7 uF, 16 V`, `10kΩ,1%`. Numbers of parts may have one too: `BAT54C,215`. */
const COMMA = /,(?=\s|$)|(?<=(?<![^\s/;|@])\d[\d.,]{0,12}\s*[\p{L}%]{1,6}),(?=[\d±])/gu;
/** A number and the words behind it, which may be its prefix and unit: `100 nF`, `10k ohm`, `10 K OHM`. */
const NUMBER_AND_WORDS = /(?<![^\s/;|@])±?[\d.][^\s/;|@]*(?:\s+[^\s\d±/;|@][^\s/;|@]*){1,2}/gu;
/** A sign of tolerance, before which and behind which blanks may be. */
const SIGN = /(?:±|\+\s*\/\s*-)\s*(?=\d)/gu;
const LONGEST = 200;
const UNITS: Partial<Record<PartKind, string>> = { resistor: 'ohm', capacitor: 'F', inductor: 'H', 'ferrite bead': 'ohm' };
const VOLTAGE = /^(?:\d{1,5}(?:[.,]\d{1,3})?\s?k?v(?:dc)?|\d{1,3}v\d)$/i;
/** Words of a description that narrow a value. */
const TELLING = /^(?:[±+/-]{0,3}\d{1,3}(?:\.\d{1,3})?%|\d{1,5}(?:\.\d{1,3})?k?v|x[5678][rst]|c0g|np0|y5v|z5u)$/i;

/** The question that a line's value and footprint ask; undefined if it has no value. */
export function valueQuestion(line: BomLine): ValueQuestion | undefined {
  const pieces = piecesOf(line);
  if (pieces.length === 0) return undefined;
  const kind = kindOf(line);
  const value = written(pieces[0], kind);
  const size = packageOf(line.footprint ?? '');
  const telling = (line.description ?? '')
    .slice(0, LONGEST)
    .split(/[\s,;|]+/u)
    .filter((word) => TELLING.test(word));
  const rest = pieces.slice(1).map((piece) => piece.replace(/^(?:cog|npo)$/i, 'C0G'));
  const known = new Set([...rest.map(lower), lower(size ?? '')]);
  const more = [
    ...rest.filter((piece) => lower(piece) !== lower(size ?? '')),
    ...telling.filter((word) => !known.has(lower(word))),
  ];
  const asked = (narrowing: readonly string[]) => [value, size, kind, ...narrowing].filter((word) => word).join(' ');
  const isSized = size !== undefined || rest.some((piece) => packageOf(piece) !== undefined);
  const least = more.map((piece) => (VOLTAGE.test(piece) ? `>=${piece}` : piece));
  return {
    text: asked(more),
    ...(least.some((piece, i) => piece !== more[i]) && { atLeast: asked(least) }),
    value,
    ...(size !== undefined && { package: size }),
    ...(!isSized && isNamed(line.footprint) && { unread: line.footprint }),
    ...(!isSized && !isNamed(line.footprint) && isAmount(line) && { isOfAnySize: true }),
  };
}

/** The pieces of a value, of which amounts have no blanks. */
function piecesOf({ value = '' }: BomLine): string[] {
  return value
    .slice(0, LONGEST)
    .replace(SIGN, '±')
    .replace(COMMA, ';')
    .replace(NUMBER_AND_WORDS, joined)
    .split(SEPARATORS)
    .filter((piece) => piece !== '');
}

/** A number with as many of the words behind it as belong to it. */
function joined(text: string): string {
  const words = text.split(/\s+/u);
  for (let end = words.length; end > 1; end--) {
    const amount = words.slice(0, end).join('');
    const quantity = AMOUNT.test(amount) || parseQuantity(words.slice(0, end).join(' '));
    if (quantity === true || (quantity && 'value' in quantity)) return [amount, ...words.slice(end)].join(' ');
  }
  return text;
}

/** Whether a footprint says something: tools write `~` or `-` where there is none. */
function isNamed(footprint: string | undefined): footprint is string {
  return /[\p{L}\p{N}]{2}/u.test((footprint ?? '').slice(0, LONGEST));
}

function lower(text: string): string {
  return text.toLowerCase();
}

/** Whether a value is an amount, as resistors have one, and not a part number. */
export function isAmount(line: BomLine): boolean {
  const [first = ''] = piecesOf(line);
  return AMOUNT.test(first) && /\d/.test(line.value ?? '');
}

/** A value with its decimal point and unit: `4k7` of a resistor is `4.7kohm`, `100n` of a capacitor `100nF`. */
function written(piece: string, kind: PartKind | undefined): string {
  const [, whole, fraction = '', prefix = '', behind = '', unit = ''] = AMOUNT.exec(piece) ?? [];
  const small = kind === 'resistor' ? MILLIOHMS.exec(piece)?.[1] : undefined;
  if (small !== undefined) return `0.${small}ohm`;
  if (whole === undefined || (whole === '' && behind === '')) return piece;
  const ofKind = kind && UNITS[kind];
  if (fraction !== '' && behind !== '') return piece;
  const number = `${whole || '0'}${fraction || behind ? `.${fraction || behind}` : ''}`;
  const isOhm = /^[rΩe]$/i.test(prefix) && ofKind !== 'F' && ofKind !== 'H';
  if (isOhm) return `${number}ohm`;
  const own = unit !== '' && !/^r$/i.test(unit) ? unit : (ofKind ?? unit);
  return `${number}${prefix === 'K' ? 'k' : prefix}${own}`;
}
