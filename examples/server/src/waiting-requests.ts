/** The requests that have been taken and are not answered yet, whether they run or wait for a thread. */
export class WaitingRequests {
  private count = 0;

  /** @param most so many at once; there is no place for further ones */
  constructor(private readonly most: number) {}

  /** Answers a request; undefined where there is no place for it. */
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
