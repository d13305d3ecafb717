import fc from 'fast-check';
import { formatQuantity } from '../../src/analysis/quantity-format.js';
import type { Part, SpecMetadata } from '../../src/model/documents.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';

/** What a question about a part is made of: words of the part itself, each in some spelling. */
export interface PartWords {
  readonly category: string;
  readonly brand: string;
  readonly package: string | undefined;
  /** Spellings of a value with its unit. */
  readonly quantity: readonly string[] | undefined;
  /** What its number begins with; undefined if that does not look like a part number. */
  readonly beginning: string | undefined;
}

const MICRO = /µ/gu;
const OHM = /Ω/gu;
const NUMBER_AND_UNIT = /^(\d+(?:\.\d+)?) ([^\d\s]+)$/u;
/** A number whose point is its prefix: `4.7 kΩ` is `4k7`. */
const WITH_POINT = /^(\d+)\.(\d{1,3}) ([kMµnp])([^\d\s]*)$/u;

/** Spellings of one number in its unit, as people type it. */
export function notationsOf(value: string, unit: NonNullable<SpecMetadata['unit']>): string[] {
  const printed = formatQuantity(value, unit);
  const match = NUMBER_AND_UNIT.exec(printed);
  if (!match) return [printed];
  const [, number, symbol] = match;
  const typed = `${number}${symbol.replace(MICRO, 'u')}`;
  const notations = [printed, `${number}${symbol}`, typed, `${number} ${symbol.replace(MICRO, 'u')}`];
  if (symbol.endsWith('Ω')) notations.push(typed.replace(OHM, 'ohm'), `${number}${symbol.slice(0, -1)} Ohm`);
  if (symbol === 'Ω') notations.push(`${number}R`);
  if (number.includes('.') && number.split('.')[1].length !== 3) notations.push(typed.replace('.', ','));
  const pointed = WITH_POINT.exec(printed);
  if (pointed && /^[ΩFH]$/u.test(pointed[4])) notations.push(`${pointed[1]}${pointed[3].replace(MICRO, 'u')}${pointed[2]}`);
  return notations;
}

/** The words of a part. @param keys number keys that tell the part's kind, with their units */
export function wordsOf(part: Part, category: string, keys: ReadonlyMap<string, NonNullable<SpecMetadata['unit']>>): PartWords {
  const [pack] = valuesOf(part, 'case_package');
  const given = [...keys].find(([key]) => valuesOf(part, key).length > 0);
  const form = part.mpn.replace(/[^A-Za-z0-9]/g, '');
  const beginning = form.slice(0, Math.max(6, Math.ceil(form.length / 2)));
  return {
    category,
    brand: part.brand?.name ?? '',
    package: pack === undefined || pack.includes(',') ? undefined : pack,
    quantity: given && notationsOf(valuesOf(part, given[0])[0], given[1]),
    beginning: /[A-Za-z]/.test(beginning) && /\d/.test(beginning) ? beginning : undefined,
  };
}

function valuesOf(part: Part, key: string): string[] {
  const { value } = part.specs?.[key] ?? {};
  return value === undefined ? [] : [value].flat().map(String);
}

const spelled = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, text, text.toLowerCase(), text.toUpperCase());

/** Packages are typed without their punctuation, too. */
const packaged = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, text.toLowerCase(), text.replace(/[-\s]/g, ''));

/** Questions of two to five pieces of a part, in any order. */
export function questionsOf({ category, brand, package: pack, quantity, beginning }: PartWords): fc.Arbitrary<string> {
  const pieces = [spelled(category), spelled(brand)];
  if (pack !== undefined) pieces.push(packaged(pack));
  if (quantity !== undefined) pieces.push(fc.constantFrom(...quantity));
  if (beginning !== undefined) pieces.push(spelled(beginning));
  const joiner = fc.constantFrom(' ', ' ', ' ', ', ', '  ', ' with ', ' and ');
  return fc
    .tuple(fc.shuffledSubarray(pieces, { minLength: 1 }), joiner)
    .chain(([chosen, between]) => fc.tuple(...chosen).map((texts) => texts.join(between)));
}

const WORDS =
  'resistor capacitor 10k 100nF 0603 sot-23 sot23-5 1% ±5% X7R 4k7 1N4148 2N7002 4N35 STM32F103 op amp in stock cheapest from under $0.05 3 cents between and to or more min max at least up to NOT not except without other than nor -smd "low noise" " - & / , > >= < <= ≥ 6x6mm 6 x 16 pin dual quad 8p -40..85°C 1/4W 3v3 µF Ω 0.1" Muratta capcitor 电阻 конденсатор café ﬁ 😀 \ud800 \u0000 ( ) [ * ? \\ ~ ^ : = % $ € NULL undefined __proto__ constructor toString AND OR TO 500MA 10M 1e999 1e-999 99999999999999999999 1,234.5 .5 -.5 +5'.split(
    ' ',
  );

/** Any text at all: words of questions in any order, mutilated ones, noise, and long runs. */
export const anyQuestions: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join('')) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...WORDS), { minLength: 50, maxLength: 400 }).map((words) => words.join(' ')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.nat({ max: 1500 })).map(([word, times]) => word.repeat(times)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);

const TRADE = [
  ...[
    'resistor',
    'caps',
    '10k',
    '4k7',
    '100nF',
    '>= 25V',
    '16 pin',
    'dual',
    'between 1V and 5V',
    '1%',
    '0603',
    '60V input',
    '4x4mm',
  ],
  ...[
    'in stock',
    'cheapest',
    'under $0.05',
    'from',
    'with',
    'and',
    '"',
    '-',
    'NOT',
    'not',
    'without',
    '–',
    '&',
    '/',
    ',',
    'capcitor',
    'É',
    '🤖',
    '(',
    '*',
    ':',
  ],
];

/** Texts that occur in a document. */
function textsOf(value: unknown, found: string[]): void {
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value).slice(0, 60));
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) textsOf(member, found);
}

/** Questions of words of the catalog, of the trade and of nothing at all. */
export function catalogQuestions({ rows }: OracleCatalog): fc.Arbitrary<string> {
  const found: string[] = ['x'];
  for (const collection of [rows.parts, rows.brands, rows.categories]) for (const { doc } of collection) textsOf(doc, found);
  const pieces = [...new Set(found.flatMap((text) => [text, ...text.split(/\s+/)]))].filter((text) => text !== '');
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...pieces) },
    { weight: 3, arbitrary: fc.constantFrom(...TRADE) },
    { weight: 1, arbitrary: fc.constantFrom(...pieces).map((text) => `"${text}"`) },
    { weight: 1, arbitrary: fc.constantFrom(...pieces).map((text) => `-${text}`) },
    { weight: 1, arbitrary: fc.string({ maxLength: 8, unit: 'binary' }) },
  );
  return fc.array(piece, { maxLength: 6 }).map((list) => list.join(' '));
}
