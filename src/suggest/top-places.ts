/** The places with the highest keys. Places are added in ascending order; of equal keys the first places win. */
export class TopPlaces {
  readonly keys: Uint32Array;
  readonly places: Uint32Array;
  length = 0;

  constructor(private readonly most: number) {
    this.keys = new Uint32Array(most);
    this.places = new Uint32Array(most);
  }

  /** A key of 0 is never added. */
  add(key: number, place: number): void {
    const { keys, places, most } = this;
    if (key === 0 || (this.length === most && (most === 0 || key <= keys[most - 1]))) return;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle] >= key) low = middle + 1;
      else high = middle;
    }
    if (this.length < most) this.length++;
    keys.copyWithin(low + 1, low, this.length - 1);
    places.copyWithin(low + 1, low, this.length - 1);
    keys[low] = key;
    places[low] = place;
  }
}
