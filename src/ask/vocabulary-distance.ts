/** Pairs of characters that are easily confused in print and in handwriting. */
const LOOK_ALIKES = new Set(['0o', '1i', '1l', 'il', '5s', '8b', '2z', '6g'].flatMap(([a, b]) => [a + b, b + a]));

/** Whether a character is easily taken for another one: `O` and `0`. */
export function looksAlike(a: string, b: string): boolean {
  return LOOK_ALIKES.has(a + b);
}

/** Longer words are not compared: nobody mistypes them in a way that is worth a guess. */
export const LONGEST_COMPARED = 64;

const WIDTH = LONGEST_COMPARED + 1;
/** The rows of the table of distances: this one, and the two before it. */
const rows = [new Uint8Array(WIDTH), new Uint8Array(WIDTH), new Uint8Array(WIDTH)];

/**
 * The least number of units to replace, insert, leave out, or swap with their neighbour (none of them twice) that turns `a` into
 * `b[from, to)`; `most + 1` if it is more than `most`. Both are of at most `LONGEST_COMPARED` units.
 */
export function editsBetween(a: Uint16Array, b: Uint16Array, from: number, to: number, most: number): number {
  const [width, height] = [to - from, a.length];
  if (Math.abs(width - height) > most) return most + 1;
  let [before, above, row] = rows;
  for (let j = 0; j <= width; j++) above[j] = j;
  for (let i = 1; i <= height; i++) {
    row[0] = i;
    let least = i;
    const unit = a[i - 1];
    for (let j = 1; j <= width; j++) {
      const other = b[from + j - 1];
      let distance = above[j - 1] + (unit === other ? 0 : 1);
      if (above[j] + 1 < distance) distance = above[j] + 1;
      if (row[j - 1] + 1 < distance) distance = row[j - 1] + 1;
      const isSwap = i > 1 && j > 1 && unit === b[from + j - 2] && a[i - 2] === other;
      if (isSwap && before[j - 2] + 1 < distance) distance = before[j - 2] + 1;
      row[j] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[width], most + 1);
}
