const ENTRIES = 256;
/** Longer texts are not cached: they are rarely repeated. */
const LONGEST_KEY = 2048;

/** A cache of the values of recent texts. */
export class RecentCache<T> {
  private readonly entries = new Map<string, T>();

  /** The value of a text if it is cached. */
  find(text: string): T | undefined {
    return this.entries.get(text);
  }

  /** The value of a text, computed if it is not cached. If `make` throws, nothing is cached. */
  get(text: string, make: () => T): T {
    return this.entries.get(text) ?? this.keep(text, make());
  }

  /** Caches the value of a text, and returns it. */
  keep(text: string, value: T): T {
    if (text.length > LONGEST_KEY) return value;
    if (this.entries.size >= ENTRIES) {
      // A Map is in order of insertion: the oldest half is removed.
      let drop = ENTRIES / 2;
      for (const key of this.entries.keys()) {
        if (drop-- === 0) break;
        this.entries.delete(key);
      }
    }
    this.entries.set(text, value);
    return value;
  }
}
