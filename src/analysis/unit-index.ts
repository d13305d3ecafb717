import { type Decimal, decimalOf, parseDecimal } from './decimal.js';
import { BYTE, PREFIX_LETTERS, PREFIX_NAMES, type PrefixRule, UNITS, type Unit } from './units.js';

/** A unit and the prefix that it is written with. */
export interface PrefixedUnit {
  readonly unit: Unit;
  /** How the unit is written, without the prefix. */
  readonly written: string;
  /** The factor of the prefix. */
  readonly factor: Decimal;
}

const ONE = decimalOf(1, 0);
/** A longer name of a unit is not read. */
export const LONGEST_UNIT = 100;

/** The characters that `tidyUnit` replaces. Most texts have none of them. */
const UNTIDY = /[\p{White_Space}\u2126ω\u03bc\u2103\u2033\u201d⋅•∙*]/u;

/** A unit's text without blanks, in one of several characters that look alike. */
export function tidyUnit(text: string): string {
  if (!UNTIDY.test(text)) return text;
  return text
    .replace(/\p{White_Space}+/gu, '')
    .replaceAll('\u2126', 'Ω')
    .replaceAll('ω', 'Ω')
    .replaceAll('\u03bc', 'µ')
    .replaceAll('\u2103', '°C')
    .replace(/[\u2033\u201d]/gu, '"')
    .replace(/[⋅•∙*]/gu, '·');
}

/** What spellings of known units are compared by. */
export function keyOf(tidy: string): string {
  return tidy.toLowerCase();
}

/** The units by spelling; the first of several with the same spelling comes first. */
class UnitIndex {
  private readonly bySymbol = new Map<string, Unit>();
  /** What a text means in exactly this case, where no field decides. */
  private readonly exact = new Map<string, Unit>();
  private readonly byKey = new Map<string, Unit[]>();
  private readonly letters = new Map<PrefixRule, ReadonlyMap<string, Decimal>>();
  private readonly names = new Map<PrefixRule, ReadonlyMap<string, Decimal>>();

  constructor() {
    for (const unit of UNITS) {
      const { name, symbol, letter, spellings } = unit;
      addFirst(this.bySymbol, symbol, unit);
      for (const text of [symbol, letter]) if (text !== undefined) addFirst(this.exact, text, unit);
      const keys = new Set([name, symbol, ...spellings].map((text) => keyOf(tidyUnit(text))));
      for (const key of keys) {
        const known = this.byKey.get(key);
        if (known) known.push(unit);
        else this.byKey.set(key, [unit]);
      }
    }
    for (const [rule, prefixes] of Object.entries(PREFIX_LETTERS)) this.letters.set(rule as PrefixRule, factorsOf(prefixes));
    for (const [rule, prefixes] of Object.entries(PREFIX_NAMES)) this.names.set(rule as PrefixRule, factorsOf(prefixes));
  }

  /** The unit of a whole symbol or name in metadata, perhaps with a prefix. */
  named(text: string): PrefixedUnit | undefined {
    const tidy = tidyUnit(text);
    if (tidy === '' || tidy.length > LONGEST_UNIT) return undefined;
    const exact = this.bySymbol.get(tidy) ?? this.exact.get(tidy) ?? this.byKey.get(keyOf(tidy))?.[0];
    if (exact) return { unit: exact, written: tidy, factor: ONE };
    const symbol = this.withLetter(tidy, (rest) => this.bySymbol.get(rest) ?? this.exact.get(rest));
    const ofName = symbol ?? this.withName(tidy, (rest) => this.exact.get(rest) ?? this.byKey.get(keyOf(rest))?.[0]);
    // `kOhm`, `Mbps`. A single letter is a unit in its own case only: `pc` is a piece, not a picocoulomb.
    return ofName ?? this.withLetter(tidy, (rest) => (rest.length > 1 ? this.byKey.get(keyOf(rest)) : undefined));
  }

  /** Whether a text is a spelling of a unit. */
  isSpelled(unit: Unit, text: string): boolean {
    return this.byKey.get(keyOf(tidyUnit(text)))?.includes(unit) ?? false;
  }

  /** The unit that a text names where no field decides; a prefix alone has no unit. */
  free(tidy: string): PrefixedUnit | { readonly unit: undefined; readonly factor: Decimal } | undefined {
    const isLetter = this.prefix('decimal', tidy);
    const whole = isLetter ? undefined : this.exact.get(tidy);
    if (whole) return { unit: whole, written: tidy, factor: ONE };
    if (isLetter) return { unit: undefined, factor: isLetter };
    const exact = this.withExact(tidy, () => true);
    if (exact) return exact;
    const anyCase = this.byKey.get(keyOf(tidy))?.[0];
    if (anyCase) return { unit: anyCase, written: tidy, factor: ONE };
    return this.withPrefix(tidy, () => true);
  }

  /** A unit of the same kind as `own`, which a text names. */
  ofKind(tidy: string, own: Unit): PrefixedUnit | undefined {
    // On a byte field, `b` is a byte.
    const first = own.name === BYTE ? own : this.exact.get(tidy);
    const units = [...(this.byKey.get(keyOf(tidy)) ?? [])].filter(({ kind }) => kind === own.kind);
    const unit = first && units.includes(first) ? first : units.includes(own) ? own : units[0];
    if (unit) return { unit, written: tidy, factor: ONE };
    const ofByte = own.name === BYTE ? this.withPrefix(tidy, (one) => one === own) : undefined;
    const exact = this.withExact(tidy, ({ kind }) => kind === own.kind);
    return (
      ofByte ?? exact ?? this.withPrefix(tidy, (one) => one === own) ?? this.withPrefix(tidy, (one) => one.kind === own.kind)
    );
  }

  /** The factor of a prefix that stands alone. */
  prefix(rule: PrefixRule, text: string): Decimal | undefined {
    const letter = this.letters.get(rule)?.get(text);
    if (letter) return letter;
    const name = text.toLowerCase();
    return name === 'meg' || (rule === 'binary' && name.length === 2) ? this.names.get(rule)?.get(name) : undefined;
  }

  /** A prefix and a symbol in its own case. */
  private withExact(tidy: string, isRight: (unit: Unit) => boolean): PrefixedUnit | undefined {
    const find = (rest: string) => {
      const unit = this.exact.get(rest);
      return unit && isRight(unit) ? unit : undefined;
    };
    return this.withLetter(tidy, find) ?? this.withName(tidy, find);
  }

  private withPrefix(tidy: string, isRight: (unit: Unit) => boolean): PrefixedUnit | undefined {
    const find = (rest: string) => this.byKey.get(keyOf(rest))?.filter(isRight);
    return this.withLetter(tidy, find) ?? this.withName(tidy, find);
  }

  private withLetter(tidy: string, find: (rest: string) => Unit | readonly Unit[] | undefined): PrefixedUnit | undefined {
    return tidy.length < 2 ? undefined : this.splitAt(tidy, 1, tidy.slice(0, 1), this.letters, find);
  }

  /** With a prefix of several letters, the longest first: `mega` before `meg`. */
  private withName(tidy: string, find: (rest: string) => Unit | readonly Unit[] | undefined): PrefixedUnit | undefined {
    const lower = tidy.toLowerCase();
    for (let length = Math.min(5, tidy.length - 1); length >= 2; length--) {
      const found = this.splitAt(tidy, length, lower.slice(0, length), this.names, find);
      if (found) return found;
    }
    return undefined;
  }

  private splitAt(
    tidy: string,
    length: number,
    prefix: string,
    prefixes: ReadonlyMap<PrefixRule, ReadonlyMap<string, Decimal>>,
    find: (rest: string) => Unit | readonly Unit[] | undefined,
  ): PrefixedUnit | undefined {
    const written = tidy.slice(length);
    const found = find(written) ?? [];
    for (const unit of Array.isArray(found) ? (found as readonly Unit[]) : [found as Unit]) {
      const factor = prefixes.get(unit.prefixes)?.get(prefix);
      if (factor) return { unit, written, factor };
    }
    return undefined;
  }
}

function addFirst(map: Map<string, Unit>, text: string, unit: Unit): void {
  if (!map.has(text)) map.set(text, unit);
}

function factorsOf(prefixes: Readonly<Record<string, string>>): Map<string, Decimal> {
  return new Map(Object.entries(prefixes).map(([prefix, factor]) => [prefix, parseDecimal(factor) as Decimal]));
}

let index: UnitIndex | undefined;

/** The index, made when it is first needed. */
export function units(): UnitIndex {
  index ??= new UnitIndex();
  return index;
}
