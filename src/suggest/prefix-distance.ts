/**
 * The least number of letters to replace, insert, leave out or swap with their neighbour (none of them twice) so that `typed`
 * becomes some beginning of `word`; `most + 1` if more than `most`. In UTF-16 units.
 */
export function prefixDistance(typed: string, word: string, most: number): number {
  // Row i: the distances of typed[0, i) to word[0, j), for the few j that can be within `most`.
  const width = Math.min(word.length, typed.length + most) + 1;
  let before: number[] = [];
  let above = Array.from({ length: width }, (_, j) => j);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j < width; j++) {
      const same = typed[i - 1] === word[j - 1];
      let distance = Math.min(above[j - 1] + (same ? 0 : 1), above[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) {
        distance = Math.min(distance, before[j - 2] + 1);
      }
      row.push(distance);
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    before = above;
    above = row;
  }
  return Math.min(most + 1, ...above);
}
