const ENTRIES = 256;
/** Longer texts are not worth keeping: they are seldom asked twice. */
const LONGEST_KEY = 2048;

/** The values made last for some texts. */
export class RecentCache<T> {
  private readonly entries = new Map<string, T>();

  /** The value of a text if it is there. */
  find(text: string): T | undefined {
    return this.entries.get(text);
  }

  /** The value of a text, made if it is not there. What `make` throws is not kept. */
  get(text: string, make: () => T): T {
    return this.entries.get(text) ?? this.keep(text, make());
  }

  /** Keeps the value of a text, and returns it. */
  keep(text: string, value: T): T {
    if (text.length > LONGEST_KEY) return value;
    if (this.entries.size >= ENTRIES) {
      // A Map is in order of insertion: the oldest half goes.
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
