import type { Work } from '../catalog/internals.js';

/**
 * Values of a catalog that are made once, each in the work of the first call that needs it. If that call is stopped, it fails
 * alone: a caller that waited for it makes the value itself.
 */
export class Kept<Key, Value> {
  private readonly values = new Map<Key, { readonly value: Value }>();
  private readonly making = new Map<Key, Promise<Value>>();

  /** The value of a key. Rejects as `make` does in this call, never because another call was stopped. */
  async get(key: Key, work: Work, make: () => Promise<Value>): Promise<Value> {
    for (;;) {
      work.check();
      const kept = this.values.get(key);
      if (kept) return kept.value;
      const others = this.making.get(key);
      if (!others) return this.make(key, make);
      await others.catch(() => {});
    }
  }

  private async make(key: Key, make: () => Promise<Value>): Promise<Value> {
    const making = make();
    this.making.set(key, making);
    try {
      const value = await making;
      this.values.set(key, { value });
      return value;
    } finally {
      this.making.delete(key);
    }
  }
}
