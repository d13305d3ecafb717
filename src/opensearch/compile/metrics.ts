import type { CountedValues } from './counts.js';
import { PRICES_AT, priceParameters } from './prices.js';

/*
 * Counts of fields with more values than the cluster answers with: programs that run over the values of the hits on each shard, and
 * unite what they have found.
 */

/** The same for each value of a part: one of its terms, or a price that counts. */
const eachTerm = (action: string): string =>
  `for (String value : doc[params.field]) { if (value.startsWith(params.prefix)) { ${action} } }`;
const eachPrice = (action: string): string => `${PRICES_AT}
  for (String value : pricesAt(doc[params.field], params)) { ${action} }`;

/** A metric with a program for terms and one for prices. */
function metricOf(each: string, rest: Readonly<Record<string, string>>) {
  const [ofTerms, ofPrices] = [
    { ...rest, map_script: eachTerm(each) },
    { ...rest, map_script: eachPrice(each) },
  ];
  return ({ raw, prefix, price }: CountedValues): object => ({
    scripted_metric: price
      ? { ...ofPrices, params: { ...priceParameters(price), prefix } }
      : { ...ofTerms, params: { field: raw, prefix } },
  });
}

/** The number of distinct values. */
export const distinctCount = metricOf('state.values.add(value);', {
  init_script: 'state.values = new HashSet();',
  combine_script: 'return new ArrayList(state.values);',
  reduce_script: `
    Set all = new HashSet();
    for (part in states) { if (part != null) { all.addAll(part); } }
    return all.size();`,
});

/** Sums up the counts of values, or the sums of the shards, in n, sum, squares, min and max. */
const BEGIN = `
  long n = 0; BigDecimal sum = BigDecimal.ZERO; BigDecimal squares = BigDecimal.ZERO; String min = null; String max = null;`;
const END = "return ['n': n, 'sum': sum.toPlainString(), 'squares': squares.toPlainString(), 'min': min, 'max': max];";

/** Exact sums: each distinct value is read once, from its sortable form. */
export const exactSums = metricOf('state.counts.merge(value, 1L, (a, b) -> a + b);', {
  init_script: 'state.counts = new HashMap();',
  combine_script: `${BEGIN}
    for (entry in state.counts.entrySet()) {
      String text = entry.getKey().substring(params.prefix.length());
      BigDecimal value = BigDecimal.ZERO;
      if (text.charAt(0) != (char) '5') {
        boolean positive = text.charAt(0) == (char) '6';
        int exponent = Integer.parseInt(text.substring(1, 5)); String digits = text.substring(5);
        if (!positive) {
          exponent = 9999 - exponent; StringBuilder turned = new StringBuilder('-');
          for (int i = 0; i < digits.length() - 1; i++) { turned.append((char) (105 - (int) digits.charAt(i))); }
          digits = turned.toString();
        }
        int length = positive ? digits.length() : digits.length() - 1;
        value = new BigDecimal(digits).scaleByPowerOfTen(exponent - 5000 - length + 1);
      }
      BigDecimal count = BigDecimal.valueOf(entry.getValue());
      n += entry.getValue(); sum = sum.add(value.multiply(count)); squares = squares.add(value.multiply(value).multiply(count));
      if (min == null || text.compareTo(min) < 0) { min = text; }
      if (max == null || text.compareTo(max) > 0) { max = text; }
    }
    ${END}`,
  reduce_script: `${BEGIN}
    for (part in states) {
      if (part == null || part.min == null) { continue; }
      n += part.n; sum = sum.add(new BigDecimal(part.sum)); squares = squares.add(new BigDecimal(part.squares));
      if (min == null || part.min.compareTo(min) < 0) { min = part.min; }
      if (max == null || part.max.compareTo(max) > 0) { max = part.max; }
    }
    ${END}`,
});
