/** The requests that have been accepted and not answered yet, running or waiting for a thread. */
export class WaitingRequests {
  private count = 0;

  /** @param most the maximum number of them; further ones are rejected */
  constructor(private readonly most: number) {}

  /** Answers a request; undefined if there are too many. */
  async answer<T>(request: () => Promise<T>): Promise<T | undefined> {
    if (this.count >= this.most) return undefined;
    this.count++;
    try {
      return await request();
    } finally {
      this.count--;
    }
  }
}
