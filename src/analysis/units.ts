/*
 * The units that quantities are written in (docs/semantics.md, "Quantities"): one row for each unit, and the prefixes by rule.
 */

/**
 * Which prefixes a unit takes:
 * - `none`: no prefix;
 * - `decimal`: `f p n u µ m k K M G T` and `meg`; the case decides between milli and mega;
 * - `loose`: `decimal`, and `P N U g` for what they look like, as farads and henries are often written;
 * - `frequency`: `loose`, but `m` is mega;
 * - `binary`: `K M G T` and `Ki Mi Gi Ti` in any case are powers of 1024;
 * - `rate`: `K M G T` in any case are powers of 1000.
 */
export type PrefixRule = 'none' | 'decimal' | 'loose' | 'frequency' | 'binary' | 'rate';

/** A unit that texts may name. */
export interface Unit {
  readonly name: string;
  readonly symbol: string;
  /** How it is written besides its name and symbol; the letter case does not count. */
  readonly spellings: readonly string[];
  /** A letter that means the unit in this case, where no field decides. */
  readonly letter?: string;
  readonly prefixes: PrefixRule;
  /** A quantity with a prefix, for messages. */
  readonly example: string;
  /** Name of the unit of the same kind that it is a multiple of; its own name if there is none. */
  readonly kind: string;
  /** Size in that unit, a decimal. */
  readonly scale: string;
}

/** Name, symbol, other spellings, prefixes. */
type Row = readonly [name: string, symbol: string, spellings: string, prefixes: PrefixRule, more?: Partial<Unit>];

/** Spellings are separated by commas. Of two units with the same spelling the first counts where no field decides. */
const ROWS: readonly Row[] = [
  ['ohm', 'Ω', 'ohms, R', 'decimal', { letter: 'R', example: '4.7k' }],
  ['farad', 'F', 'farads', 'loose', { example: '100n' }],
  ['henry', 'H', 'henrys, henries', 'loose', { example: '10u' }],
  ['hertz', 'Hz', '', 'frequency', { example: '16M' }],
  ['volt', 'V', 'volts, VDC, VAC', 'decimal', { example: '500m' }],
  ['ampere', 'A', 'amperes, amp, amps', 'decimal', { example: '500m' }],
  ['watt', 'W', 'watts', 'decimal', { example: '250m' }],
  ['degree Celsius', '°C', 'celsius, C, deg C, degree C, degrees C, degrees Celsius', 'none', { letter: 'C' }],
  ['percent', '%', 'percents', 'none'],
  ['second', 's', 'seconds, sec, secs', 'decimal', { example: '10n' }],
  ['hour', 'h', 'hours, hr, hrs', 'none', { kind: 'second', scale: '3600' }],
  ['metre', 'm', 'metres, meter, meters', 'decimal', { example: '2.54 mm' }],
  ['centimetre', 'cm', 'centimetres, centimeter, centimeters', 'none', { kind: 'metre', scale: '0.01' }],
  ['inch', 'in', 'inches, "', 'none', { kind: 'metre', scale: '0.0254' }],
  ['mil', 'mil', 'mils', 'none', { kind: 'metre', scale: '0.0000254' }],
  ['gram', 'g', 'grams, gramme, grammes', 'decimal', { example: '250m' }],
  ['byte', 'B', 'bytes', 'binary', { kind: 'bit', scale: '8', example: '64K' }],
  ['bit', 'bit', 'bits, b', 'binary', { letter: 'b', example: '64K' }],
  ['bit per second', 'bit/s', 'bits/s, bits per second, bps, b/s', 'rate', { example: '10M' }],
  ['byte per second', 'B/s', 'bytes/s, bytes per second', 'rate', { kind: 'bit per second', scale: '8', example: '10M' }],
  ['siemens', 'S', '', 'decimal', { example: '10m' }],
  ['joule', 'J', 'joules', 'decimal', { example: '10m' }],
  ['coulomb', 'C', 'coulombs', 'decimal', { example: '10n' }],
  ['newton', 'N', 'newtons', 'decimal', { example: '10m' }],
  ['kelvin', 'K', 'kelvins', 'decimal', { example: '4 kK' }],
  ['tesla', 'T', 'teslas', 'decimal', { example: '10m' }],
  ['weber', 'Wb', 'webers', 'decimal', { example: '10m' }],
  ['candela', 'cd', 'candelas', 'decimal', { example: '500m' }],
  ['lumen', 'lm', 'lumens', 'decimal', { example: '1k' }],
  ['lux', 'lx', '', 'decimal', { example: '1k' }],
  ['pascal', 'Pa', 'pascals', 'decimal', { example: '100k' }],
  ['bar', 'bar', 'bars', 'decimal', { example: '100m' }],
  ['electronvolt', 'eV', 'electronvolts', 'decimal', { example: '1k' }],
  ['volt-ampere', 'VA', 'volt-amperes', 'decimal', { example: '1k' }],
  ['var', 'var', 'vars', 'decimal', { example: '1k' }],
  ['ampere hour', 'Ah', 'ampere hours, amp hour, amp hours', 'decimal', { example: '500m' }],
  ['watt hour', 'Wh', 'watt hours', 'decimal', { example: '500m' }],
  ['volt peak-to-peak', 'V(p-p)', 'Vpp, Vp-p', 'decimal', { example: '10m' }],
  ['volt RMS', 'V(RMS)', 'Vrms', 'decimal', { example: '10m' }],
  ['sample per second', 'S/s', 'samples/s, samples per second, sps', 'decimal', { example: '100k' }],
  ['baud', 'Bd', 'bauds', 'decimal', { example: '1k' }],
  ['degree', '°', 'degrees, deg', 'none'],
  ['root hertz', '√Hz', 'rtHz', 'none'],
  ['steradian', 'sr', 'steradians', 'none'],
  ['decibel', 'dB', 'decibels', 'none'],
  ['decibel-milliwatt', 'dBm', '', 'none'],
  ['decibel isotropic', 'dBi', '', 'none'],
  ['part per million', 'ppm', 'parts per million', 'none'],
  ['revolution per minute', 'rpm', 'revolutions per minute', 'none'],
  ['gram-force', 'gf', '', 'none'],
];

/** All units, those of everyday first. */
export const UNITS: readonly Unit[] = ROWS.map(([name, symbol, spellings, prefixes, more]) => ({
  name,
  symbol,
  spellings: spellings === '' ? [] : spellings.split(', '),
  prefixes,
  example: prefixes === 'none' ? `5 ${symbol}` : '10',
  kind: name,
  scale: '1',
  ...more,
}));

/** Prefixes with their factors, decimals. */
type Prefixes = Readonly<Record<string, string>>;

const DECIMAL: Prefixes = {
  f: '1e-15',
  p: '1e-12',
  n: '1e-9',
  u: '1e-6',
  µ: '1e-6',
  m: '1e-3',
  k: '1e3',
  K: '1e3',
  M: '1e6',
  G: '1e9',
  T: '1e12',
};
const LOOSE: Prefixes = { ...DECIMAL, P: '1e-12', N: '1e-9', U: '1e-6', g: '1e9' };
const RATE: Prefixes = { k: '1e3', K: '1e3', m: '1e6', M: '1e6', g: '1e9', G: '1e9', t: '1e12', T: '1e12' };
const KIBI = '1024';
const MEBI = '1048576';
const GIBI = '1073741824';
const TEBI = '1099511627776';
const BINARY: Prefixes = { k: KIBI, K: KIBI, m: MEBI, M: MEBI, g: GIBI, G: GIBI, t: TEBI, T: TEBI };

/** The letters that are prefixes, by rule. */
export const PREFIX_LETTERS: Readonly<Record<PrefixRule, Prefixes>> = {
  none: {},
  decimal: DECIMAL,
  loose: LOOSE,
  frequency: { ...LOOSE, m: '1e6' },
  binary: BINARY,
  rate: RATE,
};

const LARGE_NAMES: Prefixes = { kilo: '1e3', kil: '1e3', mega: '1e6', meg: '1e6', giga: '1e9', tera: '1e12' };
const NAMES: Prefixes = { femto: '1e-15', pico: '1e-12', nano: '1e-9', micro: '1e-6', milli: '1e-3', ...LARGE_NAMES };

/** The prefixes of several letters, by rule, in lower case; they are read in any case. */
export const PREFIX_NAMES: Readonly<Record<PrefixRule, Prefixes>> = {
  none: {},
  decimal: NAMES,
  loose: NAMES,
  frequency: NAMES,
  binary: {
    ...{ kilo: KIBI, mega: MEBI, meg: MEBI, giga: GIBI, tera: TEBI },
    ...{ ki: KIBI, mi: MEBI, gi: GIBI, ti: TEBI, kibi: KIBI, mebi: MEBI, gibi: GIBI, tebi: TEBI },
  },
  rate: LARGE_NAMES,
};

/** Prefixes as they are printed, by the power of a thousand. A power that is missing is printed with the next smaller prefix. */
export const PRINTED_PREFIXES: Readonly<Record<Exclude<PrefixRule, 'none' | 'binary'>, Readonly<Record<number, string>>>> = {
  decimal: { [-5]: 'f', [-4]: 'p', [-3]: 'n', [-2]: 'µ', [-1]: 'm', 0: '', 1: 'k', 2: 'M', 3: 'G', 4: 'T' },
  loose: { [-5]: 'f', [-4]: 'p', [-3]: 'n', [-2]: 'µ', 0: '', 1: 'k', 2: 'M', 3: 'G', 4: 'T' },
  frequency: { [-5]: 'f', [-4]: 'p', [-3]: 'n', [-2]: 'µ', 0: '', 1: 'k', 2: 'M', 3: 'G', 4: 'T' },
  rate: { 0: '', 1: 'k', 2: 'M', 3: 'G', 4: 'T' },
};

/** Names of the units that have rules of their own. */
export const BYTE = 'byte';
export const SECOND = 'second';
