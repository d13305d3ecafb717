import { compareDecimals, decimalOf, decimalOfText, textOf } from '../meaning/decimal.mjs';
import { entries, list, member, valuesReader } from '../meaning/values.mjs';
import { demand } from '../reader/bytes.mjs';

/** Offers: every value of every offer, and its prices, recomputed from the document of its part. */

const MEMBERS = {
  sku: 'part_number',
  'seller.name': 'name',
  'seller.uid': 'uid',
  packaging: 'name',
  eligible_region: 'name',
  in_stock_quantity: 'number',
  on_order_quantity: 'number',
  on_order_eta: 'date',
  moq: 'number',
  order_multiple: 'number',
  multipack_quantity: 'number',
  factory_lead_days: 'number',
  factory_order_multiple: 'number',
  is_authorized: 'boolean',
  last_updated: 'date',
};

export function checkOffers({ offers, fields, records: parts }, context, seen) {
  const rows = parts.flatMap((part) => list(member(part, 'offers')));
  demand(rows.length === offers.rows, 'other offers than parts have');
  demand(offers.fields.size === Object.keys(MEMBERS).length, 'other fields of offers than there are');
  for (const [name, kind] of Object.entries(MEMBERS))
    checkColumn(`offers.${name}`, kind, { offers, fields, rows }, context, seen);
  for (const [row, offer] of rows.entries()) checkPrices(offer, offers.prices[row], `the prices of offer ${row}`);
  const priced = (part) => list(member(part, 'offers')).filter((offer) => listsOf(offer).length > 0).length;
  demand(offers.hasTwoPriced === parts.some((part) => priced(part) > 1), 'hasTwoPriced is wrong');
  if (offers.hasTwoPriced) seen.add('offers: two with prices');
}

function checkColumn(field, kind, { offers, fields, rows }, context, seen) {
  const { codes, values, rowCount, multiValued } = offers.fields.get(field) ?? {};
  const ofParts = fields.get(field);
  demand(codes !== undefined && values === ofParts.values.length && multiValued === false, `offers have no column of ${field}`);
  const valuesOf = valuesReader(field, kind, context);
  let filled = 0;
  rows.forEach((offer, row) => {
    const stored = Array.from(codes.ordinalsOf(row), (ordinal) => ofParts.values[ordinal]);
    const expected = valuesOf({ offers: [offer] });
    if (expected.length > 0) filled++;
    demand(stored.join('\0') === expected.join('\0'), () => `offer ${row} has ${stored} of ${field} and not ${expected}`);
  });
  demand(filled === rowCount, `${filled} offers have a value of ${field}, not ${rowCount}`);
  seen.add(`offers: ${codes.layout} codes`);
}

/** The currencies of an offer that requests can name, each with its pairs that count, by ascending quantity. */
function listsOf(offer) {
  return entries(member(offer, 'prices') ?? {}).flatMap(([currency, pairs]) => {
    if (!/^[A-Z]{3}$/.test(currency)) return [];
    const read = pairs
      .map(([quantity, price]) => ({ quantity: decimalOf(quantity), price: decimalOf(price) }))
      .filter(({ quantity, price }) => quantity && price && !(price.negative && price.digits !== ''))
      .sort((a, b) => compareDecimals(a.quantity, b.quantity));
    const steps = read.filter(({ quantity }, i) => i === 0 || compareDecimals(quantity, read[i - 1].quantity) !== 0);
    return steps.length === 0 ? [] : [{ currency, steps: steps.map(({ quantity, price }) => [textOf(quantity), textOf(price)]) }];
  });
}

function checkPrices(offer, stored, what) {
  const number = (name) => {
    const value = decimalOf(member(offer, name));
    return value && textOf(value);
  };
  const multiple = number('order_multiple');
  // A whole number above 0 has no fraction and no sign.
  const isWhole =
    multiple !== undefined && decimalOfText(multiple).digits !== '' && !multiple.startsWith('-') && isInteger(multiple);
  const expected = listsOf(offer).map((one) => ({ ...one, moq: number('moq'), multiple: isWhole ? multiple : undefined }));
  const written = (lists) =>
    lists
      .map(({ currency, moq, multiple: of, steps }) => JSON.stringify([currency, moq, of, steps]))
      .sort()
      .join(' ');
  demand(written(stored) === written(expected), () => `${what} are ${written(stored)} and not ${written(expected)}`);
}

function isInteger(text) {
  const { digits, exponent } = decimalOfText(text);
  return exponent - digits.length + 1 >= 0;
}
