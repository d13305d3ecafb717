import { STAGES, stageOf } from '../../oracle/rank.ts';
import { compareDecimals, decimalOf } from '../meaning/decimal.mjs';
import { partNumberForm } from '../meaning/text.mjs';
import { entries, list, member, valuesReader } from '../meaning/values.mjs';
import { demand } from '../reader/bytes.mjs';

/** What is known of each part, by its document. */
export function checkMerit({ merit: { bits, lengths }, records: parts }, context, seen) {
  const pricesOf = valuesReader('avg_price', 'number', context);
  const textsOf = ['descriptions.value', 'short_description'].map((name) => valuesReader(name, 'text', context));
  parts.forEach((part, row) => {
    const specs = entries(member(part, 'specs')).length;
    const hasText = textsOf.map((valuesOf) => valuesOf(part).some((text) => text !== ''));
    const flags = [list(member(part, 'offers')).some(isInStock), pricesOf(part).length > 0, ...hasText];
    const step = [1, 3, 6].filter((least) => specs >= least).length;
    const stage = STAGES.indexOf(stageOf(member(part, 'specs')));
    const expected = flags.reduce((sum, is, bit) => sum + (is ? 1 << bit : 0), 0) + (step << 4) + (stage << 6);
    demand(bits[row] === expected, () => `row ${row} has the merit ${bits[row]} and not ${expected}`);
    const length = Math.min(255, [...partNumberForm(String(member(part, 'mpn')))].length);
    demand(lengths[row] === length, () => `row ${row} has a part number of ${lengths[row]} characters and not ${length}`);
    for (const [bit, is] of flags.entries()) if (is) seen.add(`merit: bit ${bit}`);
    seen.add(`merit: specs ${step}`).add(`merit: stage ${stage}`);
  });
}

function isInStock(offer) {
  const quantity = decimalOf(member(offer, 'in_stock_quantity'));
  return (
    quantity !== undefined && (compareDecimals(quantity, decimalOf('0')) > 0 || compareDecimals(quantity, decimalOf('-2')) === 0)
  );
}
