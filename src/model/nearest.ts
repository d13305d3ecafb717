/** Up to three of `names`, those with the smallest edit distance to `name` first. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  const wanted = name.slice(0, 200).toLowerCase();
  return names
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate) }))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map((entry) => entry.candidate);
}

/** The edit distance to the name, or that to one of its dotted parts plus one half. */
function distanceTo(wanted: string, candidate: string): number {
  let best = editDistance(wanted, candidate);
  for (const piece of candidate.split('.')) best = Math.min(best, editDistance(wanted, piece) + 0.5);
  return best;
}

/** The Levenshtein distance: the least number of letters to insert, delete or replace. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, previous[j] + 1, current[j - 1] + 1));
    }
    previous = current;
  }
  return previous[b.length];
}

/** Shortens a text of the user for an error message. */
export function shorten(text: string, length = 80): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
