/** Binary search: the first number in `[from, to)` for which `isBefore` is false; it must be true for all numbers before. */
export function partitionPoint(from: number, to: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
