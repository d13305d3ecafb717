/** What a cache has at most. */
export interface CacheBounds<T> {
  readonly entries: number;
  /** Sum of the weights of its values. Default: any. */
  readonly weight?: number;
  readonly weightOf?: (value: T) => number;
  /** UTF-16 units of a text; values of longer ones are not cached, since they are rarely repeated. Default 2048. */
  readonly longest?: number;
}

const ENTRIES = 256;
const LONGEST = 2048;

/** A cache of the values of recent texts. */
export class RecentCache<T> {
  private readonly entries = new Map<string, T>();
  private weight = 0;

  /** @param bounds default: 256 entries of any weight */
  constructor(private readonly bounds: CacheBounds<T> = { entries: ENTRIES }) {}

  /** The value of a text if it is cached. */
  find(text: string): T | undefined {
    return this.entries.get(text);
  }

  /** The value of a text, computed if it is not cached. If `make` throws, nothing is cached. */
  get(text: string, make: () => T): T {
    return this.entries.get(text) ?? this.keep(text, make());
  }

  /** Caches the value of a text, and returns it. One that weighs as much as half of all may is not cached. */
  keep(text: string, value: T): T {
    const { entries, weight: most = Number.POSITIVE_INFINITY, weightOf, longest = LONGEST } = this.bounds;
    const weight = weightOf?.(value) ?? 0;
    if (text.length > longest || weight * 2 > most) return value;
    this.drop(text);
    if (this.entries.size >= entries || this.weight + weight > most) this.dropHalf();
    this.entries.set(text, value);
    this.weight += weight;
    return value;
  }

  /** Removes the oldest half, by number or by weight. A Map is in order of insertion. */
  private dropHalf(): void {
    const { weight: most = Number.POSITIVE_INFINITY, weightOf } = this.bounds;
    let drop = this.entries.size >>> 1;
    for (const [text, value] of this.entries) {
      if (drop-- <= 0 && this.weight * 2 <= most) break;
      this.entries.delete(text);
      this.weight -= weightOf?.(value) ?? 0;
    }
  }

  /** Removes a text: what is computed in steps may be computed twice at the same time. */
  private drop(text: string): void {
    const known = this.entries.get(text);
    if (known === undefined || !this.entries.delete(text)) return;
    this.weight -= this.bounds.weightOf?.(known) ?? 0;
  }
}
