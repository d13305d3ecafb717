/** Quantities with units on fields in a unit (docs/semantics.md, "Quantities"), by trying all ways to split a text. */
import { type Decimal, decimal, parseDecimal } from './decimal.js';
import { member } from './documents.js';
import { trimWhiteSpace } from './text.js';

/** A fraction; what is read stays exact until the end. */
type Ratio = readonly [bigint, bigint];

interface OracleUnit {
  readonly spellings: readonly string[];
  readonly size: Ratio;
  readonly prefixes: 'none' | 'si' | 'loose' | 'hertz' | 'binary';
}

export type Extent = { readonly min?: Bound; readonly max?: Bound };
export type Bound = { readonly at: Decimal; readonly excluded: boolean };

const unit = (spellings: string, prefixes: OracleUnit['prefixes'] = 'si', size = '1'): OracleUnit => ({
  spellings: spellings.split(' '),
  prefixes,
  size: ratioOf(size),
});

/** One list for each kind of unit; the catalogs of tests have no others. */
const KINDS: readonly (readonly OracleUnit[])[] = [
  [unit('Ω ohm ohms R')],
  [unit('F farad farads', 'loose')],
  [unit('Hz hertz', 'hertz')],
  [unit('V volt volts VDC VAC')],
  [unit('A ampere amperes amp amps')],
  [unit('W watt watts')],
  [unit('H henry henrys henries', 'loose')],
  [unit('g gram grams gramme grammes')],
  [unit('K kelvin kelvins')],
  [unit('lm lumen lumens')],
  [unit('°C degreecelsius celsius C degC degreeC degreesC degreescelsius', 'none')],
  [unit('% percent percents', 'none')],
  [unit('s second seconds sec secs'), unit('h hour hours hr hrs', 'none', '3600')],
  [
    unit('m metre metres meter meters'),
    unit('cm centimetre centimetres centimeter centimeters', 'none', '0.01'),
    unit('in inch inches "', 'none', '0.0254'),
    unit('mil mils', 'none', '0.0000254'),
  ],
  [unit('B byte bytes', 'binary', '8'), unit('bit bits b', 'binary')],
];

const SI = 'f-15 p-12 n-9 u-6 µ-6 m-3 k3 K3 M6 G9 T12';
const NAMES = 'femto-15 pico-12 nano-9 micro-6 milli-3 kilo3 kil3 mega6 meg6 giga9 tera12';
const POWERS = new Map([
  ['none', ['', '']],
  ['si', [SI, NAMES]],
  ['loose', [`${SI} P-12 N-9 U-6 g9`, NAMES]],
  ['hertz', [`${SI.replace('m-3', 'm6')} P-12 N-9 U-6 g9`, NAMES]],
]);
const BINARY = new Map(['k', 'm', 'g', 't'].map((letter, i): [string, Ratio] => [letter, [1024n ** BigInt(i + 1), 1n]]));
const BINARY_NAMES = new Map([
  ...['ki', 'kibi', 'kilo'].map((name) => [name, 1n] as const),
  ...['mi', 'mebi', 'mega', 'meg'].map((name) => [name, 2n] as const),
  ...['gi', 'gibi', 'giga'].map((name) => [name, 3n] as const),
  ...['ti', 'tebi', 'tera'].map((name) => [name, 4n] as const),
]);

/** The factor of a prefix of a unit. */
function prefixOf({ prefixes }: OracleUnit, text: string): Ratio | undefined {
  if (prefixes === 'binary') {
    const power = BINARY_NAMES.get(text.toLowerCase());
    return power === undefined ? BINARY.get(text.toLowerCase()) : [1024n ** power, 1n];
  }
  const [letters, names] = POWERS.get(prefixes) as string[];
  const find = (list: string, wanted: string) =>
    list
      .split(' ')
      .map((item) => /^(.+?)(-?\d+)$/.exec(item))
      .find((match) => match?.[1] === wanted);
  const found = find(letters, text) ?? find(names, text.toLowerCase());
  return found ? ratioOf(`1e${found[2]}`) : undefined;
}

function ratioOf(text: string): Ratio {
  return ratioOfDecimal(parseDecimal(text) as Decimal);
}

function ratioOfDecimal({ digits, exponent }: Decimal): Ratio {
  return exponent < 0 ? [digits, 10n ** BigInt(-exponent)] : [digits * 10n ** BigInt(exponent), 1n];
}

const times = (a: Ratio, b: Ratio): Ratio => [a[0] * b[0], a[1] * b[1]];
const over = (a: Ratio, b: Ratio): Ratio => times(a, [b[1], b[0]]);
const isLess = (a: Ratio, b: Ratio): boolean => a[0] * b[1] < b[0] * a[1];

/** Exact if it is a finite decimal, else 20 significant digits, half up. */
function decimalOf([top, bottom]: Ratio): Decimal {
  let rest = bottom / gcd(top < 0n ? -top : top, bottom);
  for (const prime of [2n, 5n]) while (rest % prime === 0n) rest /= prime;
  const power = 2 * String(bottom).length * 4 + 60;
  const scaled = ((top < 0n ? -top : top) * 10n ** BigInt(power)) / bottom;
  const sign = top < 0n ? -1n : 1n;
  if (rest === 1n) return decimal(sign * scaled, -power);
  const drop = String(scaled).length - 20;
  const step = 10n ** BigInt(drop);
  return decimal(sign * (scaled / step + (2n * (scaled % step) >= step ? 1n : 0n)), drop - power);
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? (a === 0n ? 1n : a) : gcd(b, a % b);
}

/** The unit of a field, with the prefix that it is written with. */
interface FieldUnit {
  readonly own: OracleUnit;
  readonly kind: readonly OracleUnit[];
  readonly scale: Ratio;
}

function fieldUnit(given: unknown): FieldUnit | undefined {
  const [symbol, name] = ['symbol', 'name'].map((of) => {
    const text = member(given, of);
    return typeof text === 'string' ? trimWhiteSpace(text) : '';
  });
  const [bySymbol, byName] = [symbol, name].map((text) => (text === '' ? undefined : namedUnit(text)));
  // The name decides between units with the same symbol.
  const isAmbiguous = byName?.own.spellings.some((spelling) => spelling.toLowerCase() === tidy(symbol).toLowerCase());
  if (bySymbol && byName) return isAmbiguous && bySymbol.own !== byName.own ? byName : bySymbol;
  if (bySymbol || byName) return bySymbol ?? byName;
  const spellings = [symbol, name].filter((text) => text !== '').map(tidy);
  const own: OracleUnit = { spellings, size: [1n, 1n], prefixes: 'none' };
  return spellings.length === 0 ? undefined : { own, kind: [own], scale: own.size };
}

function namedUnit(text: string): FieldUnit | undefined {
  for (const kind of KINDS) {
    for (const own of kind) {
      if (own.spellings.includes(tidy(text))) return { own, kind, scale: own.size };
      for (const spelling of own.spellings) {
        // Only a spelling of several letters is the unit in any case.
        const [whole, end] = spelling.length > 1 ? [tidy(text).toLowerCase(), spelling.toLowerCase()] : [tidy(text), spelling];
        const prefix = whole.endsWith(end) ? prefixOf(own, tidy(text).slice(0, -spelling.length)) : undefined;
        if (prefix) return { own, kind, scale: times(prefix, own.size) };
      }
    }
  }
  return undefined;
}

function tidy(text: string): string {
  return text
    .replace(/\p{White_Space}/gu, '')
    .replaceAll('μ', 'µ')
    .replace(/[\u2126ω]/gu, 'Ω')
    .replaceAll('\u2103', '°C')
    .replace(/[\u2033\u201d]/gu, '"');
}

/** What a number is multiplied by for the unit behind it. */
interface Meaning {
  readonly factor: Ratio;
  readonly prefix?: Ratio;
  readonly unit?: OracleUnit;
}

function meaningOf(suffix: string, { own, kind, scale }: FieldUnit): Meaning | undefined {
  const text = tidy(suffix);
  if (text === '') return { factor: scale };
  const isSpelled = (one: OracleUnit, rest: string) =>
    one.spellings.some((spelling) => spelling.toLowerCase() === rest.toLowerCase());
  const isExact = (one: OracleUnit, rest: string) => one.spellings.includes(rest);
  // On a byte field both `b` and `B` are bytes; on a bit field the case decides.
  const isByte = own.spellings.includes('byte');
  const ways: [readonly OracleUnit[], typeof isSpelled][] = isByte
    ? [
        [[own], isSpelled],
        [kind, isSpelled],
      ]
    : [
        [kind, isExact],
        [[own], isSpelled],
        [kind, isSpelled],
      ];
  for (const [units, matches] of ways) {
    for (const one of units) if (matches(one, text)) return { factor: one.size, unit: one };
  }
  for (const [units, matches] of ways) {
    for (let length = 1; length < text.length; length++) {
      for (const one of units) {
        const prefix = matches(one, text.slice(length)) ? prefixOf(one, text.slice(0, length)) : undefined;
        if (prefix) return { factor: times(prefix, one.size), prefix, unit: one };
      }
    }
  }
  const isPrefix = text.length === 1 || text.toLowerCase() === 'meg' || (own.prefixes === 'binary' && /^[kmgt]i$/i.test(text));
  const prefix = isPrefix ? prefixOf(own, text) : undefined;
  return prefix && { factor: times(prefix, own.size), prefix };
}

/** An unsigned number: decimal, grouped or a fraction. */
function numberOf(text: string): Ratio | undefined {
  const fraction = /^(?:(\d+) +)?(\d+)\/(\d+)$/.exec(text);
  if (fraction) {
    const [whole, top, bottom] = fraction.slice(1).map((digits) => BigInt(digits ?? 0));
    return bottom === 0n ? undefined : [whole * bottom + top, bottom];
  }
  const [, mantissa, exponent = ''] = /^([\d.,]*\d)(e[+-]?\d+)?$/i.exec(text) ?? [];
  if (mantissa === undefined) return undefined;
  const plain = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(mantissa)
    ? mantissa.replaceAll(',', '')
    : /^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(mantissa) || /^[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(mantissa)
      ? mantissa.replaceAll('.', '').replace(',', '.')
      : mantissa.replace(',', '.');
  const decimals = /^\d*(\.\d+)?$/.test(plain)
    ? parseDecimal(`${plain.startsWith('.') ? '0' : ''}${plain}${exponent}`)
    : undefined;
  return decimals && ratioOfDecimal(decimals);
}

interface Single extends Meaning {
  readonly number: Ratio;
}

function singleOf(text: string, field: FieldUnit): Single | undefined {
  const [, tolerance, sign = '', rest] = /^(?:(±|\+\/-|\+-)|([-+–]))?\p{White_Space}*(.*)$/su.exec(text) as RegExpExecArray;
  const found = unsigned(rest, field);
  if (!found) return undefined;
  return /[-–]/.test(sign) && tolerance === undefined ? { ...found, number: [-found.number[0], found.number[1]] } : found;
}

function unsigned(text: string, field: FieldUnit): Single | undefined {
  for (let at = text.length; at > 0; at--) {
    const number = numberOf(text.slice(0, at));
    const meaning = number && meaningOf(text.slice(at), field);
    if (number && meaning) return { ...meaning, number };
  }
  const [, whole, letter, fraction, behind] = /^(\d+)(meg|[^\d])(\d+)(.*)$/isu.exec(text) ?? [];
  if (whole !== undefined) return pointed(`${whole}.${fraction}`, letter, behind, field);
  const [, first, digits, end] = /^([Rrpnuµμ])(\d+)(.*)$/su.exec(text) ?? [];
  return first === undefined ? undefined : pointed(`0.${digits}`, first, end, field);
}

/** `4k7`, `4R7`, and perhaps the unit behind it. */
function pointed(digits: string, letter: string, behind: string, field: FieldUnit): Single | undefined {
  const number = ratioOf(digits);
  const { own } = field;
  const text = tidy(letter);
  const isOwn = text !== '' && own.spellings.some((spelling) => spelling.replace('°', '').toLowerCase() === text.toLowerCase());
  const unitLetter =
    isOwn && (own.spellings[0].length === 1 || /^[RC]$/i.test(text) || (own.prefixes === 'binary' && text === 'b'));
  const point: Meaning | undefined = unitLetter ? { factor: own.size, unit: own } : meaningOf(letter, { ...field, kind: [] });
  if (text === '' || !point || (!point.unit && !point.prefix)) return undefined;
  if (tidy(behind) === '') return { ...point, number };
  const unitBehind = meaningOf(behind, field);
  if (!unitBehind?.unit || unitBehind.prefix) return undefined;
  if (point.prefix) return { number, ...unitBehind, prefix: point.prefix, factor: times(point.prefix, unitBehind.unit.size) };
  return unitBehind.unit === point.unit ? { ...point, number } : undefined;
}

/**
 * A quantity or a range in the unit of a field; undefined for other texts.
 * @param given the unit of the field's metadata
 */
export function readQuantity(text: string, given: unknown): Decimal | Extent | undefined {
  const field = fieldUnit(given);
  const tidied = trimWhiteSpace(text.replaceAll('−', '-').replaceAll('～', '~').replaceAll('…', '...'));
  if (!field || text.length > 200 || tidied === '') return undefined;
  const inField = (number: Ratio, factor: Ratio) => over(times(number, factor), field.scale);
  const single = singleOf(tidied, field);
  if (single) return decimalOf(inField(single.number, single.factor));
  const open = halfOpen(tidied);
  if (open) {
    const end = singleOf(trimWhiteSpace(open.rest), field);
    return end && { [open.end]: { at: decimalOf(inField(end.number, end.factor)), excluded: open.excluded } };
  }
  let cuts = 0;
  for (const joiner of ['...', '..', 'to', '~', '–', '-']) {
    for (let at = 1; at < tidied.length; at++) {
      if (tidied.slice(at, at + joiner.length).toLowerCase() !== joiner) continue;
      if (++cuts > 8) return undefined;
      const first = singleOf(trimWhiteSpace(tidied.slice(0, at)), field);
      const second = singleOf(trimWhiteSpace(tidied.slice(at + joiner.length)), field);
      if (!first || !second) continue;
      const isBare = ({ unit: named, prefix }: Meaning) => !named && !prefix;
      const takesSecond = isBare(first) && !isBare(second) && isLess(first.number, second.number);
      const min = inField(first.number, takesSecond ? second.factor : first.factor);
      const max = inField(second.number, isBare(second) && first.unit ? first.unit.size : second.factor);
      if (!isLess(max, min))
        return { min: { at: decimalOf(min), excluded: false }, max: { at: decimalOf(max), excluded: false } };
    }
  }
  return undefined;
}

function halfOpen(text: string): { rest: string; end: 'min' | 'max'; excluded: boolean } | undefined {
  const before = /^(>=|≥|at least|minimum|min\.?|(<=|≤|at most|up to|maximum|max\.?)|(>)|(<))/i.exec(text);
  if (before) {
    const [mark, , isMax, isAbove, isBelow] = before;
    return { rest: text.slice(mark.length), end: isMax || isBelow ? 'max' : 'min', excluded: Boolean(isAbove || isBelow) };
  }
  const behind = /(\+|or more|minimum|min\.?|(or less|maximum|max\.?))$/i.exec(text);
  return behind ? { rest: text.slice(0, behind.index), end: behind[2] ? 'max' : 'min', excluded: false } : undefined;
}

/** The number of a document under a key with a unit. */
export function numberInUnit(value: string | number, given: unknown): Decimal | undefined {
  const plain = parseDecimal(value);
  if (plain || typeof value === 'number') return plain;
  const read = readQuantity(value, given);
  return read && 'digits' in read ? read : undefined;
}
