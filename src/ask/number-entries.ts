import { decimalOf, decimalText, parseDecimal } from '../analysis/decimal.js';
import { parseQuantity } from '../analysis/quantity.js';
import { formatQuantity } from '../analysis/quantity-format.js';
import type { UnitOfMeasurement } from '../model/documents.js';
import { specField } from '../model/fields.js';
import type { Quantity, Range } from '../model/quantity.js';
import type { Filter } from '../parser/ast.js';
import { RecentCache } from '../work/recent-cache.js';
import { between, is, isOfCondition, isSecondary, thingOf, valueField } from './conditions.js';
import type { GeneralConditions } from './general-conditions.js';
import type { Entry } from './pieces.js';
import type { NumberKey } from './vocabulary.js';
import { writtenQuantities } from './written-quantities.js';

/** A number key with what its entries have in common, whatever the quantity. */
interface KnownKey {
  readonly key: NumberKey;
  /** Position of its unit. */
  readonly unit: number;
  readonly field: string;
  readonly has: Filter;
  readonly bound: number;
  readonly isCondition: boolean;
  readonly thing: string | undefined;
  readonly isSecondary: boolean;
}

/** A quantity in one unit. */
interface ReadInUnit {
  readonly read: Quantity | Range;
  /** For display. */
  readonly value: string;
  /** Whether its symbol stands behind the number as it is: the `N` of `4.7N`, which may be a prefix of others. */
  readonly isSpelled: boolean;
}

/** A quantity as the units of a catalog read it. */
export interface ReadNumber {
  /** The specs that may have it, those of the most parts first; made with the first use. */
  entries: readonly NumberEntry[] | undefined;
  /** By the unit's position. */
  readonly units: readonly (ReadInUnit | undefined)[];
}

/** A spec of numbers that may have a value. */
export interface KeyEntry extends Entry {
  readonly numberKey: NumberKey;
}

/** Quantities of recent questions: each may have an entry for hundreds of specs, some 50 bytes each. */
const MOST_RECENT = 128;

/** A number or fraction alone, or a bound of one: every unit reads it as the same number of itself, but metres as one of millimetres. */
const ALONE = /^(?:[<>]=? )?[\d.,/ ]+$/;
/** A prefix without its unit is none of metres: `1000u` is a capacitor, and no pitch of a millimetre. */
const PREFIX_ALONE = /\d\s?[pnu\u00b5\u03bck]\d*$/i;
/** Digits of a number that nobody names for a point of an interval. */
const PRECISE = 3;
/** `1f` is a farad: no other unit is meant with that prefix alone. */
const FARADS = /^(\d+(?:\.\d+)?)\s*f$/i;
/** Numbers near to another one are between its half and its double. */
const [HALF, DOUBLE] = [decimalOf(5, -1), decimalOf(2, 0)];

/** The number keys of a catalog, by unit. */
export class NumberKeys {
  private readonly units: readonly (UnitOfMeasurement | undefined)[];
  /** Those of the most parts first. */
  private readonly known: readonly KnownKey[];
  private readonly recent = new RecentCache<ReadNumber>({ entries: MOST_RECENT });

  constructor(
    keys: readonly NumberKey[],
    private readonly general: GeneralConditions,
  ) {
    const byUnit = new Map<string, { unit: UnitOfMeasurement | undefined; keys: NumberKey[] }>();
    for (const key of keys) {
      const name = key.unit ? `${key.unit.symbol ?? ''}\n${key.unit.name ?? ''}` : '';
      const group = byUnit.get(name);
      if (group) group.keys.push(key);
      else byUnit.set(name, { unit: key.unit, keys: [key] });
    }
    const groups = [...byUnit.values()];
    this.units = groups.map(({ unit }) => unit);
    const known = groups.flatMap((group, unit) => group.keys.map((key) => knownKey(key, unit, general)));
    this.known = known.sort((a, b) => b.bound - a.bound);
  }

  /** @param text as `parseQuantity` reads it */
  read(text: string): ReadNumber {
    return this.recent.get(text, () => ({ entries: undefined, units: this.readInUnits(text) }));
  }

  /** The numbers near to one, as units read it. @param text one number above 0; others have none near to them */
  readNear(text: string): ReadNumber {
    const units = () => this.read(text).units.map((inUnit) => inUnit && inUnitOf(nearTo(inUnit.read)));
    return this.recent.get(`near ${text}`, () => ({ entries: undefined, units: units() }));
  }

  private readInUnits(text: string): ReadNumber['units'] {
    if (ALONE.test(text)) {
      const read = parseQuantity(text);
      const inUnit = inUnitOf(read);
      // Nobody asks for a pitch of 2.54 metres.
      const inMillimetres = inUnitOf(read && parseQuantity(`${text} mm`));
      return this.units.map((unit) => (unit?.symbol === 'm' ? inMillimetres : inUnit));
    }
    const meant = text.replace(FARADS, '$1 farad');
    return this.units.map((unit) => {
      if (unit?.symbol === 'm' && PREFIX_ALONE.test(meant)) return undefined;
      const read = parseQuantity(meant, unit);
      return read && !unit && read.unit ? undefined : inUnitOf(read, isSpelled(meant, unit));
    });
  }

  /**
   * The specs that may have a quantity, those of the most parts first. A quantity that comes again has the same entries.
   * @param isWanted which keys may have it; default: any
   */
  entries(quantity: ReadNumber, isWanted?: (key: NumberKey) => boolean): readonly KeyEntry[] {
    quantity.entries ??= this.entriesOf(quantity);
    return isWanted ? quantity.entries.filter(({ numberKey }) => isWanted(numberKey)) : quantity.entries;
  }

  /** The same, where an interval of a part has to hold the whole of a range, as that of what goes into a converter does. */
  covering({ units }: ReadNumber, isWanted: (key: NumberKey) => boolean): readonly KeyEntry[] {
    return this.known.flatMap((known) => {
      const read = units[known.unit];
      if (!read || !isWanted(known.key)) return [];
      const field = known.key.intervals > 0 ? specField(known.key.key, 'covers') : known.field;
      return [new NumberEntry({ ...known, field }, read, this.general)];
    });
  }

  private entriesOf({ units }: ReadNumber): NumberEntry[] {
    const entries: NumberEntry[] = [];
    for (const known of this.known) {
      const read = units[known.unit];
      if (read) entries.push(new NumberEntry(known, read, this.general));
    }
    return entries;
  }
}

function inUnitOf(read: Quantity | Range | null | undefined, isSpelled = false): ReadInUnit | undefined {
  return read ? { read, value: 'value' in read ? read.value : rangeText(read), isSpelled } : undefined;
}

function isSpelled(text: string, unit: UnitOfMeasurement | undefined): boolean {
  return Boolean(unit?.symbol) && text.endsWith(unit?.symbol as string);
}

function nearTo(read: Quantity | Range): Range | undefined {
  const value = 'value' in read ? parseDecimal(read.value) : undefined;
  if (!value || value.s <= 0 || value.isZero()) return undefined;
  return { min: decimalText(value.times(HALF)), max: decimalText(value.times(DOUBLE)), unit: read.unit };
}

function knownKey(key: NumberKey, unit: number, general: GeneralConditions): KnownKey {
  // The extent of a part is its interval and its values: a value lies in it, and a range meets it. Source: questions and tables, C9.
  const field = key.intervals > 0 ? specField(key.key, 'range') : valueField(key.key);
  return {
    key,
    unit,
    field,
    has: general.has(field),
    bound: key.valued + key.intervals,
    isCondition: isOfCondition(key.key, key.unit?.symbol ?? undefined),
    thing: thingOf(key.key),
    isSecondary: isSecondary(key.key),
  };
}

/** Its condition is made when something asks for it: a quantity has an entry for hundreds of keys, of which few are counted. */
class NumberEntry implements KeyEntry {
  readonly as = 'quantity';
  private made: Filter | undefined = undefined;

  constructor(
    private readonly known: KnownKey,
    private readonly read: ReadInUnit,
    private readonly general: GeneralConditions,
  ) {}

  get numberKey(): NumberKey {
    return this.known.key;
  }

  get value(): string {
    return this.read.value;
  }

  get field(): string {
    return this.known.field;
  }

  get has(): Filter {
    return this.known.has;
  }

  get bound(): number {
    return this.known.bound;
  }

  get isCondition(): boolean {
    return this.known.isCondition;
  }

  get isSecondary(): boolean {
    return this.known.isSecondary;
  }

  get thing(): string | undefined {
    return this.known.thing;
  }

  get isPrecise(): boolean {
    const { read } = this.read;
    return 'value' in read && significantDigits(read.value) >= PRECISE;
  }

  get isSpelled(): boolean {
    return this.read.isSpelled;
  }

  get isInterval(): boolean {
    return this.known.key.intervals > this.known.key.valued;
  }

  get condition(): Filter {
    const { read } = this.read;
    this.made ??= this.general.addLasting('value' in read ? is(this.field, [read.value]) : between(this.field, read));
    return this.made;
  }

  texts(): readonly string[] {
    const { read } = this.read;
    return 'value' in read ? textsOf(read.value, this.known.key.unit) : [];
  }
}

const WHOLE = /^\d+$/;

/** Digits of a decimal, without zeros at its ends. */
function significantDigits(value: string): number {
  return value
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '').length;
}

function rangeText({ min, max, min_excluded, max_excluded }: Range): string {
  return `${min_excluded ? '{' : '['}${min ?? '*'} TO ${max ?? '*'}${max_excluded ? '}' : ']'}`;
}

/** Powers that texts write as fractions. */
const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['0.5', '1/2'],
  ['0.25', '1/4'],
  ['0.125', '1/8'],
  ['0.1', '1/10'],
  ['0.0625', '1/16'],
]);
/** Units that texts write with several prefixes: `600 mA` is also `0.6A`. */
const PREFIXED: ReadonlySet<string> = new Set(['A', 'F', 'H', 'Hz', 'V', 'W', 'Ω']);

/** How people write a number: with and without a blank before the unit. */
function textsOf(value: string, unit: UnitOfMeasurement | undefined): string[] {
  if (!unit) return [];
  const text = formatQuantity(value, unit);
  const usual = text.includes(' ') ? [text, text.replace(' ', '')] : [text];
  if (!unit.symbol || !PREFIXED.has(unit.symbol)) return usual;
  return [...new Set([...usual, ...writtenQuantities(`${value} ${unit.symbol}`), ...otherTexts(value, unit.symbol)])];
}

function otherTexts(value: string, symbol: string): string[] {
  if (symbol === 'V' && WHOLE.test(value)) return [`${value}VDC`, `${value} VDC`, `DC${value}V`, `DC${value}`];
  const fraction = symbol === 'W' ? FRACTIONS.get(value) : undefined;
  return fraction === undefined ? [] : [`${fraction}W`, `${fraction} W`];
}
