import { demand } from './bytes.mjs';
import { readCodes } from './codes.mjs';
import { readNumbers } from './dictionary.mjs';

/** The offers of parts as rows of their own: `{ rows, fields, prices }`. @param offerCounts of the parts */
export function readOffers(file, described, offerCounts) {
  const { rowCount: rows, fields, currencies } = described;
  const all = offerCounts.reduce((sum, count) => sum + count, 0);
  demand(rows === all, `parts/offers: ${rows} rows for ${all} offers`);
  return {
    rows,
    hasTwoPriced: described.hasTwoPriced,
    fields: new Map(
      fields.map((field) => [
        field.name,
        { ...field, codes: readCodes(file.bundle(`parts/offers/fields/${field.name}/codes`), rows) },
      ]),
    ),
    prices: readPrices(file, rows, currencies),
  };
}

/** By offer, its lists: `{ currency, moq, multiple, steps: [quantity, price][] }`, all numbers as texts. */
function readPrices(file, rows, currencies) {
  const { values: quantities } = readNumbers(file.bundle('parts/offers/quantities'));
  const { values: prices } = readNumbers(file.bundle('parts/offers/price-values'));
  const [ladderCurrencies, moqs, multiples, starts, steps] = file.bundle('parts/offers/ladders');
  const [counts, ladders, ordinals] = file.bundle('parts/offers/prices');
  demand(counts.length === rows, 'parts/offers/prices: the counts do not fit the offers');
  demand(starts.length === ladderCurrencies.length + 1, 'parts/offers/ladders: the starts do not fit the ladders');
  const isOrdered = starts.every((start, i) => i === 0 || start > starts[i - 1]);
  demand(starts[0] === 0 && isOrdered && starts.at(-1) === steps.length, 'parts/offers/ladders: the starts do not fit the steps');
  const quantity = (code) => (code === 0 ? undefined : quantities[code - 1]);
  let list = 0;
  let at = 0;
  const read = Array.from(counts, (count) =>
    Array.from({ length: count }, () => {
      const ladder = ladders[list++];
      const own = Array.from(steps.subarray(starts[ladder], starts[ladder + 1]), (step) => [
        quantities[step],
        prices[ordinals[at++]],
      ]);
      demand(own.length > 0, `ladder ${ladder} has no step`);
      const currency = currencies[ladderCurrencies[ladder]];
      return { currency, moq: quantity(moqs[ladder]), multiple: quantity(multiples[ladder]), steps: own };
    }),
  );
  demand(list === ladders.length && at === ordinals.length, 'parts/offers/prices: more lists or prices than offers have');
  return read;
}
