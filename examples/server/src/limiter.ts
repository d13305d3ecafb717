import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Counts the requests of each client address, in the memory of this process. */
export class Limiter {
  private readonly counts: RateLimiterMemory;

  /** @param rate requests per second of one address */
  constructor(rate: number) {
    this.counts = new RateLimiterMemory({ points: rate, duration: 1 });
  }

  /** Counts a request, and returns whether to admit it. */
  async admits(address: string): Promise<boolean> {
    try {
      await this.counts.consume(address);
      return true;
    } catch (refused) {
      // The library rejects with the state of the count if there were too many, and with an error if it failed.
      if (refused instanceof Error) throw refused;
      return (refused as RateLimiterRes).remainingPoints > 0;
    }
  }
}
