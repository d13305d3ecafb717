/** A hash of 53 bits of a uid: equal uids have equal ones, and of ten million different uids hardly two have. */
export function uidHash(uid: string): number {
  let [low, high] = [0x9e3779b9, 0x41c6ce57];
  for (let i = 0; i < uid.length; i++) {
    const unit = uid.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x7feb352d) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x7feb352d) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

/** The hashes that occur more than once in some lists. */
export function repeatedHashes(lists: readonly Float64Array[]): Set<number> {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  all.sort();
  const repeated = new Set<number>();
  for (let i = 1; i < all.length; i++) if (all[i] === all[i - 1]) repeated.add(all[i]);
  return repeated;
}
