/** Similar part numbers by their definition, plainly: what the engine's way to them is held to. */

const LOOK_ALIKE = ['0o', '1i', '1l', 'il', '5s', '8b', '2z', '6g'];

/** Optimal string alignment: fewest characters inserted, missing, replaced, or swapped with their neighbour. */
function alignmentDistance(a: readonly string[], b: readonly string[]): number {
  const rows = [b.map((_, j) => j)];
  for (let i = 0; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      if (i === 0) rows[i][j] = j;
      else {
        const replaced = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced);
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        if (swapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.length][b.length];
}

/** 1, 0.5 for a replaced character that looks like the other, undefined for anything other than a single edit. */
export function editDistance(a: string, b: string): number | undefined {
  const x = [...a];
  const y = [...b];
  if (Math.abs(x.length - y.length) > 1 || alignmentDistance(x, y) !== 1) return undefined;
  const differing = x.length === y.length ? x.flatMap((character, i) => (character === y[i] ? [] : [character + y[i]])) : [];
  const looksAlike = LOOK_ALIKE.some((pair) => differing.includes(pair) || differing.includes(pair[1] + pair[0]));
  return differing.length === 1 && looksAlike ? 0.5 : 1;
}

/** How a form is similar to the one asked for, as "reason distance". */
export function similarity(requested: string, form: string): string | undefined {
  const lengths = [[...requested].length, [...form].length];
  if (requested === form || Math.min(...lengths) < 4) return undefined;
  if (requested.startsWith(form) || form.startsWith(requested)) return `suffix ${Math.abs(lengths[0] - lengths[1])}`;
  const distance = editDistance(requested, form);
  return distance === undefined ? undefined : `edit ${distance}`;
}
