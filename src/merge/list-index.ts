/** The keys of a list's elements. It follows the list, which may only grow. */
interface ListIndex {
  /** The first place of each key. */
  readonly places: Map<string, number>;
  /** Elements that are in it. */
  covered: number;
}

/**
 * Where the elements of growing lists are, by their keys: a part of very many documents has long lists, to which each document may add.
 * A list is forgotten with its part.
 */
export class ListIndexes<Element> {
  private readonly indexes = new WeakMap<readonly Element[], ListIndex>();

  /** @param keysOf the keys of an element; elements with a key in common are one */
  constructor(private readonly keysOf: (element: Element) => readonly string[]) {}

  /** The first place of each key in a list as it is now. */
  placesOf(list: readonly Element[]): ReadonlyMap<string, number> {
    let index = this.indexes.get(list);
    if (!index) this.indexes.set(list, (index = { places: new Map(), covered: 0 }));
    for (; index.covered < list.length; index.covered++) {
      for (const key of this.keysOf(list[index.covered])) {
        if (!index.places.has(key)) index.places.set(key, index.covered);
      }
    }
    return index.places;
  }

  /** The first place of an element that is one with the given one; -1 if there is none. */
  find(places: ReadonlyMap<string, number>, element: Element): number {
    let first = -1;
    for (const key of this.keysOf(element)) {
      const place = places.get(key);
      if (place !== undefined && (first < 0 || place < first)) first = place;
    }
    return first;
  }

  /** Appends those of the later elements that the list does not have. */
  unite(list: Element[], later: readonly Element[]): void {
    const places = this.placesOf(list);
    const more = later.filter((element) => this.find(places, element) < 0);
    for (const element of more) list.push(element);
  }
}
