import type { UnitOfMeasurement } from '../model/documents.js';
import { type Decimal, decimalOf, parseDecimal, quotientOf } from './decimal.js';
import { keyOf, LONGEST_UNIT, type PrefixedUnit, tidyUnit, units } from './unit-index.js';
import { type PrefixRule, UNITS, type Unit } from './units.js';
import { trimWhiteSpace } from './white-space.js';

/** One unit of a product such as V/µs; undefined units are known by their spelling alone. */
interface Member {
  readonly unit: Unit | undefined;
  readonly written: string;
  readonly factor: Decimal;
  /** Whether it stands behind a `/`. */
  readonly divides: boolean;
}

/** The unit of a field, as quantities in its texts relate to it. */
export interface FieldUnit {
  /** As it was given, or as the text of a quantity names it. */
  readonly given: UnitOfMeasurement;
  /** What is printed after a number, without a prefix; empty if the unit has no symbol. */
  readonly symbol: string;
  /** One for most units. */
  readonly members: readonly Member[];
  /** Its other spellings, each as a key. */
  readonly keys: ReadonlySet<string>;
  /** Size of the unit as given, in units without prefixes. */
  readonly scale: Decimal;
}

/** What follows a number: a prefix, a unit, both or neither. */
export interface Suffix {
  /** What the number is multiplied by: the result is in units of the kind, without prefixes. */
  readonly factor: Decimal;
  /** The factor of its prefix, if it has one. */
  readonly prefix: Decimal | undefined;
  /** The unit, if the text names one. */
  readonly unit: FieldUnit | undefined;
  /** The size of that unit without its prefix; 1 if the text names none. */
  readonly size: Decimal;
}

const ONE = decimalOf(1, 0);

/** What the spellings of a unit are compared by that is known by them alone: a degree sign does not count. */
function looseKey(text: string): string {
  const tidy = tidyUnit(text).toLowerCase();
  return tidy.replaceAll('°', '') || tidy;
}

function sizeOf({ scale }: Unit): Decimal {
  return parseDecimal(scale) as Decimal;
}

/** How names of compounds divide. */
const PER = / per /giu;

/** The last units that were resolved: a page shows many numbers of few units. Cleared when full. */
const resolved = new Map<string, FieldUnit>();
const MOST_RESOLVED = 500;

/** The unit of a field, or undefined if none is given: a symbol, a name, or both, perhaps with a prefix. */
export function resolveUnit(unit: unknown): FieldUnit | undefined {
  if (typeof unit === 'string') {
    const text = trimWhiteSpace(unit);
    return text === '' ? undefined : kept(text, () => fromText(text));
  }
  if (typeof unit !== 'object' || unit === null) return undefined;
  const { name, symbol } = unit as Partial<UnitOfMeasurement>;
  const given = unit as UnitOfMeasurement;
  const ofName = typeof name === 'string' ? trimWhiteSpace(name) : '';
  const ofSymbol = typeof symbol === 'string' ? trimWhiteSpace(symbol) : '';
  if (ofName === '' && ofSymbol === '') return undefined;
  const known = kept(`${ofName}\n${ofSymbol}`, () => fromBoth(given, ofName, ofSymbol));
  return known.given === given ? known : { ...known, given };
}

function kept(key: string, resolve: () => FieldUnit): FieldUnit {
  const known = resolved.get(key);
  if (known) return known;
  if (resolved.size >= MOST_RESOLVED) resolved.clear();
  const unit = resolve();
  // Longer names are rare, and would fill the memory.
  if (key.length <= 2 * LONGEST_UNIT) resolved.set(key, unit);
  return unit;
}

function fromBoth(given: UnitOfMeasurement, ofName: string, ofSymbol: string): FieldUnit {
  const bySymbol = ofSymbol === '' ? undefined : units().named(ofSymbol);
  const byName = ofName === '' ? undefined : units().named(ofName);
  // The name decides between units with the same symbol: C is coulomb or degree Celsius.
  const isNamed = byName && bySymbol?.unit !== byName.unit && units().isSpelled(byName.unit, ofSymbol);
  const found = isNamed ? byName : (bySymbol ?? byName);
  const text = ofSymbol === '' ? ofName.replace(PER, '/') : ofSymbol;
  const members = found ? [memberOf(found)] : membersOf(text);
  const printed = found && found !== bySymbol ? found.unit.symbol : printedSymbol(ofSymbol, members);
  return fieldUnit(given, ofSymbol === '' ? '' : printed, members, [ofName, ofSymbol]);
}

/** A symbol without the prefixes that it is written with. */
function printedSymbol(symbol: string, members: readonly Member[]): string {
  if (members.every(({ factor }) => factor.eq(ONE))) return tidySymbol(symbol);
  return members.map(({ written, divides }, i) => `${i === 0 ? '' : divides ? '/' : '·'}${written}`).join('');
}

function fromText(text: string): FieldUnit {
  const found = units().named(text);
  if (!found) {
    const named = fromNames(text);
    if (named) return named;
    const members = membersOf(text);
    return fieldUnit({ name: text, symbol: tidySymbol(text) }, printedSymbol(text, members), members, [text]);
  }
  const { unit, factor } = found;
  const isPlain = factor.eq(ONE);
  const given = isPlain ? { name: unit.name, symbol: unit.symbol } : { name: text, symbol: tidySymbol(text) };
  return fieldUnit(given, unit.symbol, [memberOf(found)], [text]);
}

/** A compound of names: `volt per second`. */
function fromNames(text: string): FieldUnit | undefined {
  const compound = text.replace(PER, '/');
  if (compound === text) return undefined;
  const members = membersOf(compound);
  const symbols = members.map(({ unit, divides }, i) => unit && `${i === 0 ? '' : divides ? '/' : '·'}${unit.symbol}`);
  if (symbols.includes(undefined)) return undefined;
  const symbol = symbols.join('');
  return fieldUnit({ name: text, symbol }, symbol, members, [text]);
}

/** A symbol for printing. */
function tidySymbol(symbol: string): string {
  return symbol.replaceAll('\u2126', 'Ω').replaceAll('\u03bc', 'µ');
}

function memberOf({ unit, written, factor }: PrefixedUnit, divides = false): Member {
  return { unit, written, factor, divides };
}

/** The units of a product: `V/µs`, `N·m`. */
function membersOf(text: string): Member[] {
  return partsOf(tidyUnit(text)).map(({ part, divides }) => {
    const found = units().named(part);
    return found ? memberOf(found, divides) : { unit: undefined, written: part, factor: ONE, divides };
  });
}

function partsOf(tidy: string): { part: string; divides: boolean }[] {
  const parts: { part: string; divides: boolean }[] = [];
  let from = 0;
  let divides = false;
  for (let at = 0; at <= tidy.length; at++) {
    if (at < tidy.length && tidy[at] !== '/' && tidy[at] !== '·') continue;
    parts.push({ part: tidy.slice(from, at), divides });
    divides = tidy[at] === '/';
    from = at + 1;
  }
  return parts;
}

function fieldUnit(
  given: UnitOfMeasurement,
  symbol: string,
  members: readonly Member[],
  spellings: readonly string[],
): FieldUnit {
  const keys = new Set(spellings.filter((text) => text !== '').map(looseKey));
  return { given, symbol, members, keys, scale: productOf(members, true) };
}

/** The size of a product of units. @param withPrefixes whether the prefixes that it is written with count */
function productOf(members: readonly Member[], withPrefixes: boolean): Decimal {
  let product = ONE;
  for (const { unit, factor, divides } of members) {
    let size = unit ? sizeOf(unit) : ONE;
    if (withPrefixes) size = size.times(factor);
    product = divides ? quotientOf(product, size) : product.times(size);
  }
  return product;
}

/** The size of a unit without the prefixes that it is written with. */
export function unprefixedScale({ members }: FieldUnit): Decimal {
  return productOf(members, false);
}

/** A unit for a message: its name, how it is spelled, and quantities in it. */
export function describeUnit({ members, given }: FieldUnit): { name: string; spellings: string[]; examples: string[] } {
  const name = given.name || given.symbol || '';
  const symbol = given.symbol ?? '';
  const [{ unit }] = members;
  if (members.length > 1 || !unit) {
    const spellings = [...new Set([symbol, name])].filter((text) => text !== '');
    return { name, spellings, examples: ['5', `5 ${spellings[0]}`] };
  }
  const { example } = unit;
  const hasUnit = example.includes(' ');
  const [, number, prefix] = /^([0-9.]+)(.*)$/.exec(example) ?? [];
  const examples = hasUnit ? [example, '5'] : [example, `${number} ${prefix}${unit.symbol}`, '5'];
  return { name, spellings: [...new Set([symbol || unit.symbol, unit.name, ...unit.spellings])], examples };
}

/** Whether two units measure the same. */
export function isSameKind(a: FieldUnit, b: FieldUnit): boolean {
  if (a.members.length !== b.members.length) return false;
  return a.members.every(({ unit, written, divides }, i) => {
    const other = b.members[i];
    if (divides !== other.divides) return false;
    return unit && other.unit
      ? unit.kind === other.unit.kind
      : !unit && !other.unit && looseKey(written) === looseKey(other.written);
  });
}

/** The rule for the prefixes of a field's numbers: that of its first unit. */
export function prefixRuleOf({ members }: FieldUnit): PrefixRule {
  return members[0].unit?.prefixes ?? 'none';
}

/** What is meant by what follows a number, or undefined. @param field the unit of the field, if one decides */
export function readSuffix(text: string, field: FieldUnit | undefined): Suffix | undefined {
  const tidy = tidyUnit(text);
  if (tidy.length > LONGEST_UNIT) return undefined;
  if (!field) return freeSuffix(tidy);
  if (tidy === '') return { factor: field.scale, prefix: undefined, unit: undefined, size: ONE };
  const named = ofField(tidy, field);
  if (named) return named;
  const prefix = units().prefix(prefixRuleOf(field), tidy);
  return prefix && { factor: prefix.times(productOf(field.members, false)), prefix, unit: undefined, size: ONE };
}

/** A unit of the field's kind. */
function ofField(tidy: string, field: FieldUnit): Suffix | undefined {
  const [{ unit }] = field.members;
  if (field.members.length > 1) {
    const product = readProduct(tidy, field);
    if (product) return product;
  } else {
    const known = unit && units().ofKind(tidy, unit);
    if (known) return suffixOf(known);
  }
  return field.keys.has(looseKey(tidy)) ? { factor: field.scale, prefix: undefined, unit: field, size: field.scale } : undefined;
}

function suffixOf(found: PrefixedUnit): Suffix {
  const { unit, factor } = found;
  const size = sizeOf(unit);
  return { factor: factor.times(size), prefix: factor.eq(ONE) ? undefined : factor, unit: unitOf(unit), size };
}

/** A unit that a text names. Multiples without prefixes of their own are told in the unit that they are multiples of. */
function unitOf(unit: Unit): FieldUnit {
  const told =
    unit.prefixes === 'none' && unit.kind !== unit.name ? (UNITS.find(({ name }) => name === unit.kind) ?? unit) : unit;
  const { name, symbol } = told;
  return fieldUnit({ name, symbol }, symbol, [{ unit: told, written: symbol, factor: ONE, divides: false }], [name, symbol]);
}

function freeSuffix(tidy: string): Suffix | undefined {
  if (tidy === '') return { factor: ONE, prefix: undefined, unit: undefined, size: ONE };
  const found = units().free(tidy);
  if (found?.unit) return suffixOf(found);
  if (found) return { factor: found.factor, prefix: found.factor, unit: undefined, size: ONE };
  const members = membersOf(tidy);
  if (members.length < 2 || members.some(({ unit }) => !unit)) return undefined;
  const plain = members.map((member) => ({ ...member, factor: ONE }));
  const join = (text: (unit: Unit) => string) =>
    plain.map(({ unit, divides }, i) => `${i === 0 ? '' : divides ? '/' : '·'}${text(unit as Unit)}`).join('');
  const symbol = join((unit) => unit.symbol);
  const given = { name: join(({ name }) => name).replaceAll('/', ' per '), symbol };
  return {
    factor: productOf(members, true),
    prefix: ONE,
    unit: fieldUnit(given, symbol, plain, [symbol]),
    size: productOf(plain, true),
  };
}

/** A product of the same units as the field's, each perhaps with another prefix. */
function readProduct(tidy: string, field: FieldUnit): Suffix | undefined {
  const parts = partsOf(tidy);
  if (parts.length !== field.members.length) return undefined;
  const members: Member[] = [];
  for (const [i, { part, divides }] of parts.entries()) {
    const own = field.members[i];
    if (divides !== own.divides) return undefined;
    const found = own.unit && units().ofKind(part, own.unit);
    if (found) members.push(memberOf(found, divides));
    else if (!own.unit && looseKey(part) === looseKey(own.written)) members.push(own);
    else return undefined;
  }
  return { factor: productOf(members, true), prefix: ONE, unit: field, size: productOf(members, false) };
}

/** The unit that a letter in place of the decimal point names, or the factor of the prefix that it is. */
export function readPointLetter(letter: string, field: FieldUnit | undefined): Suffix | undefined {
  const tidy = tidyUnit(letter);
  if (field) {
    const own = field.members.length === 1 ? field.members[0].unit : undefined;
    if (own && keyOf(tidy) === keyOf(own.symbol)) return suffixOf({ unit: own, written: tidy, factor: ONE });
    if (own?.letter !== undefined && keyOf(tidy) === keyOf(own.letter))
      return suffixOf({ unit: own, written: tidy, factor: ONE });
    const factor = units().prefix(prefixRuleOf(field), tidy);
    return factor && { factor: factor.times(productOf(field.members, false)), prefix: factor, unit: undefined, size: ONE };
  }
  const found = units().free(tidy);
  if (!found) return undefined;
  return found.unit ? suffixOf(found) : { factor: found.factor, prefix: found.factor, unit: undefined, size: ONE };
}
