/**
 * The least number of letters to replace, insert, leave out or swap with their neighbour (none of them twice) that turns one word
 * into another; `most + 1` if it is more than `most`.
 */
export function wordDistance(a: readonly string[], b: readonly string[], most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let distance = Math.min(above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) distance = Math.min(distance, before[j - 2] + 1);
      row.push(distance);
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    before = above;
    above = row;
  }
  return Math.min(most + 1, above[b.length]);
}
