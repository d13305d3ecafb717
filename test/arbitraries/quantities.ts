import fc from 'fast-check';

/** The units that quantities are drawn for, as metadata has them. */
export const UNIT_OF: Readonly<Record<string, { readonly name: string; readonly symbol?: string }>> = {
  ohm: { name: 'ohm', symbol: 'Ω' },
  kilohm: { name: 'kiloohm', symbol: 'kΩ' },
  writtenKilohm: { name: 'kOhm' },
  farad: { name: 'farad', symbol: 'F' },
  microfarad: { name: 'microfarad', symbol: 'µF' },
  hertz: { name: 'hertz', symbol: 'Hz' },
  volt: { name: 'volt', symbol: 'V' },
  ampere: { name: 'ampere' },
  celsius: { name: 'degree Celsius', symbol: '°C' },
  percent: { name: 'percent', symbol: '%' },
  watt: { name: 'watt', symbol: 'W' },
  henry: { name: 'henry', symbol: 'H' },
  gram: { name: 'gram', symbol: 'g' },
  kelvin: { name: 'kelvin', symbol: 'K' },
  second: { name: 'second', symbol: 's' },
  metre: { name: 'metre', symbol: 'm' },
  millimetre: { name: 'millimetre', symbol: 'mm' },
  inch: { name: 'inch', symbol: 'in' },
  byte: { name: 'byte', symbol: 'B' },
  bit: { name: 'bit', symbol: 'bit' },
  turn: { name: 'turn', symbol: 'turns' },
};

const DIGITS = fc.constantFrom('1', '2', '4', '10', '47', '100', '220', '999', '1000', '4700', '0', '05', '12345');
const MARKED = fc.constantFrom(
  '4.7',
  '0.1',
  '.5',
  '2,2',
  '1,000',
  '4,700',
  '1,234,567.8',
  '1.234,5',
  '1.234.567',
  '0,100',
  '1..',
  '1,23.4',
);
const OTHERS = fc.constantFrom('1e3', '1e-7', '4E7', '1/4', '1 1/2', '1/3', '3/0', '1e1001', '2.5e+2');
const NUMBERS = fc.oneof({ weight: 4, arbitrary: DIGITS }, { weight: 3, arbitrary: MARKED }, { weight: 1, arbitrary: OTHERS });

const PREFIXES = fc.constantFrom(
  '',
  '',
  '',
  'f',
  'p',
  'n',
  'u',
  'µ',
  'μ',
  'm',
  'k',
  'K',
  'M',
  'G',
  'T',
  'meg',
  'MEG',
  'P',
  'N',
  'U',
  'g',
  'Ki',
  'mi',
  'kilo',
  'Micro',
);
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  ohm: ['Ω', 'ω', '\u2126', 'ohm', 'Ohms', 'OHM', 'R', 'r'],
  farad: ['F', 'f', 'farad', 'Farads'],
  hertz: ['Hz', 'hz', 'HZ', 'hertz'],
  volt: ['V', 'v', 'volts', 'VDC', 'V AC'],
  ampere: ['A', 'a', 'amps', 'amp', 'Ampere'],
  celsius: ['°C', 'C', 'c', '℃', 'deg C', 'degree Celsius', '° C'],
  percent: ['%', 'percent'],
  second: ['s', 'S', 'sec', 'h', 'hr', 'hours'],
  metre: ['m', 'M', 'meter', 'cm', 'in', '"', '″', 'inch', 'mil', 'mils'],
  byte: ['B', 'b', 'bytes', 'bit', 'bits', 'Bit'],
  watt: ['W', 'w', 'watts'],
  henry: ['H', 'h', 'henries'],
  gram: ['g', 'G', 'grams'],
  kelvin: ['K', 'k', 'kelvin'],
  turn: ['turns', 'Turn', 't u r n'],
};
/** The row of SPELLINGS for a unit of UNIT_OF. */
const KIND_OF: Readonly<Record<string, string>> = {
  ...{ kilohm: 'ohm', writtenKilohm: 'ohm', microfarad: 'farad', millimetre: 'metre', inch: 'metre', bit: 'byte' },
};

const SIGNS = fc.constantFrom('', '', '', '', '-', '−', '–', '+', '±', '+/-', '+-', '- ');
const GAPS = fc.constantFrom('', '', ' ', '\u00a0');

function spelled(unit: string): fc.Arbitrary<string> {
  const own = SPELLINGS[KIND_OF[unit] ?? unit];
  const any = fc.constantFrom(...Object.values(SPELLINGS).flat());
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: any },
  );
}

function single(unit: string): fc.Arbitrary<string> {
  const usual = fc.tuple(SIGNS, NUMBERS, GAPS, PREFIXES, GAPS, spelled(unit)).map((pieces) => pieces.join(''));
  const letters = fc.constantFrom(
    'k',
    'K',
    'm',
    'M',
    'R',
    'r',
    'n',
    'p',
    'u',
    'µ',
    'meg',
    'V',
    'v',
    'A',
    'F',
    'Ω',
    'G',
    'C',
    's',
    'B',
    'b',
    '%',
  );
  const pointed = fc.tuple(SIGNS, DIGITS, letters, DIGITS, GAPS, spelled(unit)).map((pieces) => pieces.join(''));
  const leading = fc
    .tuple(SIGNS, fc.constantFrom('R', 'p', 'n', 'µ', 'k', 'M'), DIGITS, spelled(unit))
    .map((pieces) => pieces.join(''));
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 3, arbitrary: pointed }, { weight: 1, arbitrary: leading });
}

/** Texts of which many are quantities of a unit, in all the ways that people write them. */
export function quantityTexts(unit: string): fc.Arbitrary<string> {
  const one = single(unit);
  const joiner = fc.constantFrom('..', '...', '…', ' to ', 'TO', '–', '-', ' - ', '~', '～');
  const before = fc.constantFrom(
    '>=',
    '≥ ',
    '<= ',
    '≤',
    '>',
    '< ',
    'min ',
    'MAX. ',
    'at least ',
    'at most ',
    'up to ',
    'maximum ',
  );
  const behind = fc.constantFrom('+', ' min', ' max.', ' or more', ' or less', ' minimum');
  return fc.oneof(
    { weight: 8, arbitrary: one },
    { weight: 3, arbitrary: fc.tuple(one, joiner, one).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.tuple(before, one).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.tuple(one, behind).map((pieces) => pieces.join('')) },
  );
}

/** Exact decimals of every size, as answers write them or otherwise. */
export function decimals(): fc.Arbitrary<string> {
  const digits = fc.oneof(fc.bigInt(-999n, 999n), fc.bigInt(-(10n ** 25n), 10n ** 25n));
  return fc.tuple(digits, fc.integer({ min: -25, max: 25 })).map(([number, power]) => `${number}e${power}`);
}
