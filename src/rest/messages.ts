/** So many are told; nobody reads more, and each takes time to make. */
const MOST_MESSAGES = 20;

/** Messages about one request, each once. */
export class Messages {
  private readonly told = new Set<string>();
  private untold = 0;

  get isFull(): boolean {
    return this.told.size >= MOST_MESSAGES;
  }

  get isEmpty(): boolean {
    return this.told.size === 0;
  }

  /** @param write makes the message; not called where there are enough */
  add(write: () => string): void {
    if (this.isFull) this.untold++;
    else this.told.add(write());
  }

  list(): string[] {
    return this.untold === 0 ? [...this.told] : [...this.told, `and ${this.untold} more`];
  }
}
