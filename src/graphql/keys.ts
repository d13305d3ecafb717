/** Keys contain the numbers of longer texts instead of the texts. */
const LONGEST_IN_KEY = 64;

/**
 * Keys of values: equal for values with the same content in the same order. Texts may be megabytes long; each different one is
 * compared once, and keys stay short.
 */
export class TextKeys {
  private readonly numbers = new Map<string, number>();

  of(value: unknown): string {
    return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'string' ? this.short(member) : member));
  }

  /** No text can look like the number of another one: each has a mark before it. */
  private short(text: string): string {
    if (text.length <= LONGEST_IN_KEY) return `=${text}`;
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(text, number);
    }
    return `#${number}`;
  }
}
