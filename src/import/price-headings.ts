import type { HeadingMeaning } from './heading-meaning.js';

/** Signs and words of currencies, the longer ones first. */
const CURRENCIES: readonly (readonly [text: string, code: string])[] = [
  ['US$', 'USD'],
  ['HK$', 'HKD'],
  ['CA$', 'CAD'],
  ['AU$', 'AUD'],
  ['NT$', 'TWD'],
  ['CN¥', 'CNY'],
  ['JP¥', 'JPY'],
  ['NZ$', 'NZD'],
  ['MX$', 'MXN'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
  ['R$', 'BRL'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['¥', 'CNY'],
  ['￥', 'CNY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['元', 'CNY'],
  ['円', 'JPY'],
];
/** Signs of several currencies, and those that they mean where these are named beside them. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', 'CAD AUD HKD SGD NZD TWD MXN BRL'.split(' ')],
  ['¥', ['JPY']],
  ['￥', ['JPY']],
]);
const CODES = new Set(
  'USD EUR GBP CNY JPY CHF CAD AUD HKD SGD INR KRW TWD SEK NOK DKK PLN CZK HUF NZD BRL MXN ILS ZAR THB MYR RUB'.split(' '),
);
const NAMES: ReadonlyMap<string, string> = new Map([
  ['RMB', 'CNY'],
  ['EURO', 'EUR'],
  ['EUROS', 'EUR'],
  ['DOLLAR', 'USD'],
  ['DOLLARS', 'USD'],
  ['ZŁ', 'PLN'],
  ['KČ', 'CZK'],
  ['SFR', 'CHF'],
  ['РУБ', 'RUB'],
]);

/** Whether a text is the code of a currency: three capital letters. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** The code of a currency that a text names by a sign, a code or a name; undefined if none. */
export function currencyOf(text: string): string | undefined {
  return takeCurrency(text)?.code;
}

/** The currency that a text names, and the text without it. */
export interface NamedCurrency {
  readonly code: string;
  readonly rest: string;
  /** Other currencies of its sign. */
  readonly mayBe?: readonly string[];
}

/** The currency that a text means. @param beside the currency that a heading or a row names */
export function meantCurrency({ code, mayBe }: Omit<NamedCurrency, 'rest'>, beside: string | undefined): string {
  return beside !== undefined && mayBe?.includes(beside) ? beside : code;
}

/** The currency that a text names, and the text without it. A code beside a sign of its currency counts. */
export function takeCurrency(text: string): NamedCurrency | undefined {
  for (const [sign, code] of CURRENCIES) {
    const at = text.indexOf(sign);
    if (at < 0) continue;
    const rest = `${text.slice(0, at)} ${text.slice(at + sign.length)}`;
    const mayBe = SHARED.get(sign);
    const named = mayBe && currencyInWords(rest);
    if (named && (named.code === code || mayBe.includes(named.code))) return named;
    return { code, rest, ...(mayBe && { mayBe }) };
  }
  return currencyInWords(text);
}

function currencyInWords(text: string): NamedCurrency | undefined {
  for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) {
    const upper = word.toUpperCase();
    const code = CODES.has(upper) ? upper : NAMES.get(upper);
    if (code === undefined) continue;
    // `SFr. 5`
    const behind = text.slice(index + word.length).replace(/^\.(?!\d)/, '');
    return { code, rest: `${text.slice(0, index)} ${behind}` };
  }
  return undefined;
}

const PRICES = new Set(
  'price prices unitprice pricing preis preise einzelpreis einkaufspreis verkaufspreis listenpreis händlerpreis ek vk uvp stückpreis stueckpreis staffelpreis nettopreis cost unitcost costs kosten prix precio precios tarif coût costo coste priceeach unitpriceusd'.split(
    ' ',
  ),
);
/** Words beside the price that do not change what it is. */
const FILLERS = new Set(
  'unit gleit gleitender std excl exkl ex excluding without ohne zzgl vat mwst ust per each at for für pour ab from qty quantity break pcs pieces pc piece ea stk stck stück st tier net netto list standard purchase buy selling sell best lowest average avg der bei à pro in je and unitaire unitario unidad unité par por partir de desde ht ttc hors taxe taxes sin iva achat vente compra venta'.split(
    ' ',
  ),
);

/** Prices of lists and of sales, which give way to others. */
const VAGUE = new Set('verkaufspreis listenpreis vk uvp'.split(' '));

/** Most characters of a heading that is read. */
const LONGEST = 100;

/** `Price1`, `price1k`. */
const LETTERS_THEN_NUMBER = new RegExp(`(?<!\\p{L})(${[...PRICES].join('|')})(\\d+k?)(?![\\p{L}\\d])`, 'gu');

/** `Price per 100`, `Preis je 100 Stück`, `EUR/100`. */
const FOR_PIECES = /(?:(?<!\p{L})(?:per|pro|je|par|por|pour|für|for)\s|\/)\s*(\d+k?)(?![\d\p{L}+])/u;

/** `€/Stk`, `USD per piece`. */
const PER = /\/|(?<!\p{L})(?:per|pro|je|par|por)\s/u;
/** `@ qty 100`, which has no word of prices. */
const AT_QUANTITY = /^\s*@\s*(?:qty|quantity|menge)?\.?\s*\d+k?\s*$/u;

/** Words that may stand between the word of prices and a year. */
const BEFORE_YEAR = new Set('net netto list'.split(' '));
/** A year as the last word, perhaps in brackets: 2000 is far more often a quantity. */
const YEAR_AT_END = /(\p{L}+)[\s_(['’-]*(199\d|20(?!00)\d\d)[\s)\]]*$/u;

/** Whether the number behind a word of prices is more likely a year than a quantity: `preis 2025`, but not `preis ab 2025`. */
function hasYear(text: string): boolean {
  const word = YEAR_AT_END.exec(text)?.[1];
  return word !== undefined && (PRICES.has(word) || BEFORE_YEAR.has(word));
}

/** A quantity from which a price may count, as a member has it: `offers.prices.USD.100`. */
export function isPriceQuantity(digits: string): boolean {
  return /^[1-9]\d{0,14}$/.test(digits);
}

/** A number of pieces that a price may be for, as a map has it. */
export function isNumberOfPieces(digits: string): boolean {
  return /^[1-9]\d{0,8}$/.test(digits);
}

/** A heading of prices, with its currency and the quantity from which they count: `Unit Price (USD)`, `Price@100`, `100+`. */
export function readPriceHeading(heading: string): HeadingMeaning | undefined {
  const found = priceIn(heading);
  return found === TOO_LONG ? undefined : found;
}

/** Whether a heading would be that of prices if its quantity had fewer digits. */
export function hasTooLongQuantity(heading: string): boolean {
  return priceIn(heading) === TOO_LONG;
}

const TOO_LONG = 'too long';

function priceIn(heading: string): HeadingMeaning | typeof TOO_LONG | undefined {
  if (heading.length > LONGEST) return undefined;
  const currency = takeCurrency(heading);
  const text = (currency?.rest ?? heading)
    .toLowerCase()
    .replace(/(\d)[,.' ](?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d)[.,](\d)k(?!\p{L})/gu, '$1$200')
    .replace(/(\d)(?=(?:pcs?|stk|stück|st|ea)(?![\p{L}\d]))/gu, '$1 ');
  let hasPrice = false;
  let isVague = false;
  const numbers: string[] = [];
  for (const [token] of text.replace(LETTERS_THEN_NUMBER, '$1 $2').matchAll(/\d+k?(?!\p{L})|[\p{L}\d]+/gu)) {
    if (/^\d+k?$/.test(token)) numbers.push(token.endsWith('k') ? `${token.slice(0, -1)}000` : token);
    else if (PRICES.has(token)) {
      hasPrice = true;
      if (VAGUE.has(token)) isVague = true;
    } else if (!FILLERS.has(token)) return undefined;
  }
  // `100+`, `1+ (USD)`: without the word only a plus sign says that the number is a quantity.
  const isPerPiece = currency !== undefined && PER.test(text);
  if (
    !hasPrice &&
    !isPerPiece &&
    !AT_QUANTITY.test(text) &&
    !(numbers.length === 1 && /^\s*\d+k?\s*\+/.test(text) && /^[^\p{L}]*$/u.test(text))
  )
    return undefined;
  const isRange = numbers.length === 2 && /\d\s*(?:-|–|~|to)\s*\d/.test(text);
  if (numbers.length > 1 && !isRange) return undefined;
  const from = numbers[0]?.replace(/^0+(?=\d)/, '');
  const pieces = from !== undefined && Number(from) > 1 && !isRange && FOR_PIECES.test(text);
  if (from !== undefined && from !== '0' && !(pieces ? isNumberOfPieces(from) : isPriceQuantity(from))) return TOO_LONG;
  return {
    as: 'offers.prices',
    ...(currency && { currency: currency.code }),
    ...(from !== undefined && from !== '0' && { from }),
    ...(pieces && { pieces: from }),
    ...(numbers.length === 1 && hasYear(text) && { isYear: true as const }),
    ...(isVague && { isVague: true as const }),
  };
}
