import { type Decimal, decimalText } from '../analysis/decimal.js';
import { parseQuantity } from '../analysis/quantity.js';
import { resolveUnit } from '../analysis/quantity-unit.js';
import { fold } from '../analysis/text.js';
import { UNITS } from '../analysis/units.js';
import type { UnitOfMeasurement } from '../model/documents.js';

/** A unit of a column: the base unit in which its values are stored, and its size in that unit. */
export interface ColumnUnit {
  /** As the heading or the map writes it. */
  readonly text: string;
  readonly base: UnitOfMeasurement;
  /** The number of base units in one of it, a decimal. */
  readonly scale: string;
}

/** The unit that a text names as a whole; undefined if it is not a known one. */
export function unitOfText(text: string): ColumnUnit | undefined {
  const trimmed = text.trim();
  const field = trimmed === '' || /^\d/.test(trimmed) ? undefined : resolveUnit(trimmed);
  if (!field?.members.every(({ unit }) => unit)) return undefined;
  if (field.members.length > 1) {
    const one = parseQuantity(`1 ${trimmed}`);
    return one && 'value' in one && one.unit ? { text: trimmed, base: one.unit, scale: one.value } : undefined;
  }
  const [{ unit, factor }] = field.members;
  if (!unit) return undefined;
  const isMultiple = unit.prefixes === 'none' && unit.kind !== unit.name;
  const told = isMultiple ? UNITS.find(({ name }) => name === unit.kind) : unit;
  if (!told) return undefined;
  const scale: Decimal = isMultiple ? field.scale : factor;
  return { text: trimmed, base: { name: told.name, symbol: told.symbol }, scale: decimalText(scale) };
}

/** A heading of a spec: its name, its key in snake case, and the unit that it gives in brackets. */
export interface SpecHeading {
  readonly name: string;
  readonly key: string;
  readonly unit?: ColumnUnit;
}

const UNIT_AT_END = /^(.*\S)\s*(?:\(([^()]{1,30})\)|\[([^[\]]{1,30})\]|\s[/,]\s([^\s/,]{1,12}))\s*$/u;
const BRACKETS = /\(([^()]{1,30})\)|\[([^[\]]{1,30})\]/gu;
const LONGEST_HEADING = 300;

/**
 * Reads `Resistance (Ohms)` as the key `resistance` in ohms, and `Voltage (V) max` as `voltage_max` in volts. A bracket that is not a
 * unit belongs to the name. `specs.resistance` is that key too, as in JSON with specs of its own.
 */
export function readSpecHeading(heading: string): SpecHeading {
  const text = heading.trim().replace(/^specs\.(?=\S)/, '');
  const found = text.length > LONGEST_HEADING ? undefined : (unitAtEnd(text) ?? unitInBrackets(text));
  return { name: text, key: snakeCase(found?.rest ?? text), ...(found && { unit: found.unit }) };
}

/** A unit in a heading, and the heading without it. */
interface FoundUnit {
  readonly unit: ColumnUnit;
  readonly rest: string;
}

function unitAtEnd(text: string): FoundUnit | undefined {
  const match = UNIT_AT_END.exec(text);
  const unit = match ? unitOfHeading(match[2] ?? match[3] ?? match[4] ?? '', match[1], match[1]) : undefined;
  return match && unit ? { unit, rest: match[1] } : undefined;
}

/** The first unit in brackets behind the first word. */
function unitInBrackets(text: string): FoundUnit | undefined {
  for (const { 0: bracket, 1: round, 2: square, index } of text.matchAll(BRACKETS)) {
    const before = text.slice(0, index);
    const rest = `${before} ${text.slice(index + bracket.length)}`;
    const unit = index === 0 ? undefined : unitOfHeading(round ?? square, rest, before);
    if (unit) return { unit, rest };
  }
  return undefined;
}

/** A prefix alone, as a unit in brackets; `K` is most likely kilo beside a resistance. */
const PREFIX = /^[kKMGmuµμnp]$/u;

/** Words between the name of a quantity and its prefix: `Voltage max (k)`. */
const QUALIFIERS = new Set(
  'max maximum min minimum typ typical nom nominal rating rated input output dissipation consumption'.split(' '),
);

/** Lengths, beside which `m` is metre. */
const LENGTHS = new Set('length height width depth distance altitude radius diameter lange hohe breite tiefe abstand'.split(' '));

/** Words of headings that name a temperature, folded, also as parts of German words. */
const TEMPERATURE = /temperatur|(?<!\p{L})(?:temps?|tempco|tcr|tj|tstg|topr)(?!\p{L})/u;

/**
 * The unit that a heading has; beside a temperature, `C` is degree Celsius, not coulomb, and `F` is Fahrenheit, not farad. A prefix
 * alone is one of the unit that the name implies: `Resistance (k)`.
 * @param rest the heading without the text
 * @param before what is before the text
 */
function unitOfHeading(text: string, rest: string, before: string): ColumnUnit | undefined {
  if (PREFIX.test(text.trim())) {
    const prefix = text.trim();
    const implied = impliedBefore(snakeCase(before), prefix) ?? impliedByLetter(rest, prefix);
    if (implied) return unitOfText(`${prefix === 'K' ? 'k' : prefix}${implied.base.symbol}`);
    // Nobody means kelvin by `k`, metre by `M` or newton by `n`, and `Power Cord (m)` may be either.
    if (prefix === 'k' || prefix === 'M' || prefix === 'n' || mayBeEither(snakeCase(rest))) return undefined;
  }
  if (!TEMPERATURE.test(fold(rest))) return unitOfText(text);
  return /^\s*F\s*$/u.test(text) ? undefined : unitOfText(text.replace(/(?<![\p{L}°])C(?!\p{L})/u, '°C'));
}

/** A text as a spec key: folded letters and digits, with `_` between. */
function snakeCase(text: string): string {
  return fold(text.slice(0, LONGEST_HEADING))
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** Headings of specs whose cells may have a prefix alone, such as `4k7`, by a word of their key. */
const WORDS: readonly (readonly [word: string, unit: string])[] = [
  ['resistance', 'ohm'],
  ['widerstand', 'ohm'],
  ['impedance', 'ohm'],
  ['capacitance', 'farad'],
  ['kapazitat', 'farad'],
  ['inductance', 'henry'],
  ['induktivitat', 'henry'],
  ['voltage', 'volt'],
  ['spannung', 'volt'],
  ['current', 'ampere'],
  ['strom', 'ampere'],
  ['power', 'watt'],
  ['leistung', 'watt'],
  ['frequency', 'hertz'],
  ['frequenz', 'hertz'],
];

/** The unit that a spec's name implies for quantities that have a prefix and no unit. */
export function impliedUnit(key: string): ColumnUnit | undefined {
  const words = key.split('_');
  const found = WORDS.find(([word]) => words.includes(word));
  return found && unitOfText(found[1]);
}

/** The unit that the last word before a prefix implies: `Power Cord Length (m)` is not a power. */
function impliedBefore(key: string, prefix: string): ColumnUnit | undefined {
  if (prefix === 'm' && isLength(key)) return undefined;
  const last = key.split('_').findLast((word) => !QUALIFIERS.has(word));
  return last === undefined ? undefined : impliedUnit(last);
}

/** Whether a name has a word for a quantity other than a length, so that a letter behind it may be a prefix or a unit. */
function mayBeEither(key: string): boolean {
  return impliedUnit(key) !== undefined && !isLength(key);
}

function isLength(key: string): boolean {
  return key.split('_').some((word) => LENGTHS.has(word));
}

/** Letters that name a quantity, where a prefix in brackets shows that its unit is meant. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['r', 'ohm'],
  ['c', 'farad'],
  ['l', 'henry'],
  ['u', 'volt'],
  ['v', 'volt'],
  ['i', 'ampere'],
]);

/** The unit of `R (k)`. A length may be called `L (m)`. */
function impliedByLetter(name: string, prefix: string): ColumnUnit | undefined {
  const letter = name.trim().toLowerCase();
  const unit = letter === 'l' && prefix === 'm' ? undefined : LETTERS.get(letter);
  return unit === undefined ? undefined : unitOfText(unit);
}

const TEXTS = new Set(
  'package packages case casecode casesize footprint size sizecode gehause bauform series color colour farbe mounting mountingtype rohs status lifecycle revision version code hts htscode eccn coo country material symbol reference references refdes designator designators supplierdevicepackage packagecase notes note location bin barcode ean upc gtin serial rev class klasse grade gute shelf rack slot tray box drawer place ort lagerort lagerplatz lagerfach regal regalfach regalplatz fach platz standort schublade emplacement casier ubicacion estante'.split(
    ' ',
  ),
);

/** Whether a spec is a text even where its cells are digits or quantities: sizes such as 1206, codes, places such as R1, classes. */
export function isTextKey(key: string): boolean {
  return (
    TEXTS.has(key.replaceAll('_', '')) ||
    /(?:^|_)(?:package|case|footprint|code|barcode|id|number|no|nr|nummer|location|bin|shelf|rack|drawer|regal|fach|lagerort|lagerplatz)$/.test(
      key,
    )
  );
}
