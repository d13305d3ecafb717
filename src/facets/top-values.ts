import { compareCodePoints } from '../analysis/text.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import { PackedDictionary } from '../index/dictionary/packed-dictionary.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { ValueCounts } from './value-counts.js';

/** Reading a packed value, and comparing two others, takes about as long as this many steps of a plain loop. */
const PACKED_COST = 256;
const COMPARED_COST = 16;

/**
 * The `k` values with the highest counts, in the order of a facet: count descending, then value (docs/semantics.md, "Facets and
 * statistics"). Returns places in `counted`.
 * @param dictionary of strings; undefined for numbers, whose ordinals are in the order of their values
 */
export function* topValues(counted: ValueCounts, k: number, dictionary: Dictionary | undefined, work: Work): Steps<Uint32Array> {
  const { counts, length } = counted;
  if (k === 0 || length === 0) return new Uint32Array(0);
  const threshold = k >= length ? 0 : kthCount(counts, length, k);
  const above: number[] = [];
  for (let i = 0; i < length; i++) if (counts[i] > threshold) above.push(i);
  if (work.spend(length)) yield;
  const ties = k > above.length ? yield* firstTies(counted, threshold, k - above.length, dictionary, work) : [];
  const before = placeOrder(counted, dictionary, above);
  above.sort((a, b) => counts[b] - counts[a] || before(a, b));
  const places = new Uint32Array(above.length + ties.length);
  places.set(above);
  places.set(ties, above.length);
  return places;
}

/** Compares two of some places by value. */
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

/**
 * The count of the k-th value in descending order, `0 < k < length`. A heap holds the k highest counts, the least of them on top.
 */
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

/** The places with a given count: the first `wanted` by value, in order. */
function* firstTies(
  counted: ValueCounts,
  count: number,
  wanted: number,
  dictionary: Dictionary | undefined,
  work: Work,
): Steps<number[]> {
  const { counts, ordinals, length } = counted;
  if (!dictionary || dictionary.order === 'raw') {
    const first: number[] = [];
    for (let i = 0; i < length && first.length < wanted; i++) if (counts[i] === count) first.push(i);
    return first;
  }
  if (dictionary instanceof PackedDictionary) {
    // A packed value is read once, block after block, and kept only while it is among the first.
    const texts = new Smallest<{ place: number; text: string }>(wanted, (a, b) => compareCodePoints(a.text, b.text));
    for (let i = 0; i < length; i++) {
      if (counts[i] !== count) continue;
      texts.offer({ place: i, text: dictionary.value(ordinals[i]) });
      if (work.spend(PACKED_COST)) yield;
    }
    return texts.items().map(({ place }) => place);
  }
  const places = new Smallest<number>(wanted, placeOrder(counted, dictionary, []));
  for (let i = 0; i < length; i++) {
    if (counts[i] !== count) continue;
    places.offer(i);
    if (work.spend(COMPARED_COST)) yield;
  }
  return places.items();
}

/** Collects the smallest of some items: sorts and truncates its list whenever it is twice as long as wanted. */
class Smallest<T> {
  private readonly gathered: T[] = [];
  /** No later item is among the smallest. */
  private bound: T | undefined = undefined;

  constructor(
    private readonly wanted: number,
    private readonly compare: (a: T, b: T) => number,
  ) {}

  offer(item: T): void {
    const { gathered, wanted, compare, bound } = this;
    if (bound !== undefined && compare(item, bound) >= 0) return;
    gathered.push(item);
    if (gathered.length >= 2 * wanted) this.cut();
  }

  /** In order. */
  items(): T[] {
    this.cut();
    return this.gathered;
  }

  private cut(): void {
    const { gathered, wanted } = this;
    gathered.sort(this.compare);
    if (gathered.length < wanted) return;
    gathered.length = wanted;
    this.bound = gathered[wanted - 1];
  }
}
