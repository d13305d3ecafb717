/** Where the sums of a quota are kept. */
export interface QuotaStore {
  /**
   * Adds parts to the sum of a key and returns the new sum; adding 0 reads it. A key that was never added to has the sum 0.
   * @param key a month and a token: `2026-11 <token>`
   */
  add(key: string, parts: number): number | Promise<number>;
}

const MONTH = /^(\d{4}-\d{2}) /;

/** Sums by key in memory. Only the two latest months are kept: earlier ones are never read again. */
export class QuotaSums implements QuotaStore {
  private readonly months = new Map<string, Map<string, number>>();

  add(key: string, parts: number): number {
    const month = MONTH.exec(key)?.[1] ?? '';
    const known = this.months.get(month)?.get(key) ?? 0;
    if (parts === 0) return known;
    let sums = this.months.get(month);
    if (!sums) {
      this.months.set(month, (sums = new Map()));
      this.forget();
    }
    sums.set(key, known + parts);
    return known + parts;
  }

  /** Every key with its sum. */
  *entries(): Iterable<readonly [key: string, parts: number]> {
    for (const sums of this.months.values()) yield* sums;
  }

  /** Keys without a month are kept. */
  private forget(): void {
    const months = [...this.months.keys()].filter((month) => month !== '').sort();
    for (const month of months.slice(0, -2)) this.months.delete(month);
  }
}

/** A store in the memory of this process. Its sums are lost when the process ends; `fileStore` of `partdex/node` keeps them. */
export function memoryStore(): QuotaStore {
  return new QuotaSums();
}
