/** Most messages of one request: more are not useful, and each takes time to make. */
const MOST_MESSAGES = 20;

/** Messages about one request, each once. */
export class Messages {
  private readonly messages = new Set<string>();
  private unlisted = 0;

  get isEmpty(): boolean {
    return this.messages.size === 0;
  }

  /** @param write makes the message; not called if the limit is reached */
  add(write: () => string): void {
    if (this.messages.size >= MOST_MESSAGES) this.unlisted++;
    else this.messages.add(write());
  }

  list(): string[] {
    return this.unlisted === 0 ? [...this.messages] : [...this.messages, `and ${this.unlisted} more`];
  }
}
