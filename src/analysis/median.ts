/** The median of some prices, which it sorts; undefined without any. Between two it is their mean, rounded to fifteen digits. */
export function medianOf(prices: number[]): number | undefined {
  if (prices.length < 2) return prices[0];
  prices.sort((a, b) => a - b);
  const middle = prices.length >> 1;
  return prices.length % 2 === 1 ? prices[middle] : roundedMean(prices[middle - 1], prices[middle]);
}

/** A double represents fifteen digits of a decimal. The sum of two prices, or the rounded mean, may exceed the largest double. */
function roundedMean(a: number, b: number): number {
  const sum = a + b;
  const mean = Number.isFinite(sum) ? sum / 2 : a / 2 + b / 2;
  const rounded = Number(mean.toPrecision(15));
  return Number.isFinite(rounded) ? rounded : mean;
}
