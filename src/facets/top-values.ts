import { compareCodePoints } from '../analysis/text.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import { PackedDictionary } from '../index/dictionary/packed-dictionary.js';
import type { ValueCounts } from './value-counts.js';

/**
 * The `k` values with the highest counts, in the order of a facet: count descending, then value (docs/semantics.md, "Facets").
 * Returns places in `counted`.
 * @param dictionary of strings; undefined for numbers, whose ordinals are in the order of their values
 */
export function topValues(counted: ValueCounts, k: number, dictionary: Dictionary | undefined): Uint32Array {
  const { counts, length } = counted;
  if (k === 0 || length === 0) return new Uint32Array(0);
  const threshold = k >= length ? 0 : kthCount(counts, length, k);
  const above: number[] = [];
  for (let i = 0; i < length; i++) if (counts[i] > threshold) above.push(i);
  const ties = k > above.length ? firstTies(counted, threshold, k - above.length, dictionary) : [];
  const before = placeOrder(counted, dictionary, above);
  above.sort((a, b) => counts[b] - counts[a] || before(a, b));
  return Uint32Array.from([...above, ...ties]);
}

/** The order of two of some places by value. */
function placeOrder(
  { ordinals }: ValueCounts,
  dictionary: Dictionary | undefined,
  places: readonly number[],
): (a: number, b: number) => number {
  // Places ascend with ordinals.
  if (!dictionary || dictionary.order === 'raw') return (a, b) => a - b;
  if (dictionary instanceof PackedDictionary) {
    const texts = new Map(places.map((place) => [place, dictionary.value(ordinals[place])]));
    return (a, b) => compareCodePoints(texts.get(a) as string, texts.get(b) as string);
  }
  return (a, b) => dictionary.compare(ordinals[a], ordinals[b]);
}

/** The count of the k-th value in descending order, `0 < k < length`: a heap has the least of the highest on top. */
function kthCount(counts: Uint32Array, length: number, k: number): number {
  const heap = counts.slice(0, k).sort();
  for (let i = k; i < length; i++) {
    const count = counts[i];
    if (count <= heap[0]) continue;
    let at = 0;
    for (let child = 1; child < k; child = at * 2 + 1) {
      if (child + 1 < k && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= count) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = count;
  }
  return heap[0];
}

/** Of the places with a count, the first `wanted` by value, in order. */
function firstTies(counted: ValueCounts, count: number, wanted: number, dictionary: Dictionary | undefined): number[] {
  const { counts, ordinals, length } = counted;
  if (!dictionary || dictionary.order === 'raw') {
    const first: number[] = [];
    for (let i = 0; i < length && first.length < wanted; i++) if (counts[i] === count) first.push(i);
    return first;
  }
  if (dictionary instanceof PackedDictionary) {
    // A packed value is read once, block after block, and kept only while it is among the first.
    const texts = new Smallest<{ place: number; text: string }>(wanted, (a, b) => compareCodePoints(a.text, b.text));
    for (let i = 0; i < length; i++) if (counts[i] === count) texts.offer({ place: i, text: dictionary.value(ordinals[i]) });
    return texts.items.map(({ place }) => place);
  }
  const places = new Smallest<number>(wanted, placeOrder(counted, dictionary, []));
  for (let i = 0; i < length; i++) if (counts[i] === count) places.offer(i);
  return places.items;
}

/** The smallest of what is offered, in order. Most is offered in about the right order, so that little has to move. */
class Smallest<T> {
  readonly items: T[] = [];

  constructor(
    private readonly wanted: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  offer(item: T): void {
    const { items, wanted, compare } = this;
    if (items.length === wanted && compare(item, items[wanted - 1]) >= 0) return;
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(items[middle], item) <= 0) low = middle + 1;
      else high = middle;
    }
    if (items.length === wanted) items.pop();
    items.splice(low, 0, item);
  }
}
