import type { SearchRequest } from 'partdex';
import type { Engine } from './engine/protocol.js';
import { type Counts, requestFor, type Wishes, withAnswer } from './state/counts.js';

interface Told {
  /** What the panels that are open want counted. */
  wishes(counts: Counts | undefined): Wishes;
  onCounts(counts: Counts): void;
  /** Nothing is wanting. */
  onComplete(): void;
  onFault(error: Error): void;
}

/**
 * Counts for the panels, behind the rows: over the hits of the newest request, and as long as a panel wants more. Answers about
 * an earlier request are dropped.
 */
export class Counting {
  private request: SearchRequest | undefined;
  private counts: Counts | undefined;
  private isAsking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly told: Told,
  ) {}

  /**
   * Another request is being asked, or undefined: another catalog is open. Unless it has the same hits as the one before, no
   * counts of that are told any more, and true is given.
   */
  turnTo(request: SearchRequest | undefined): boolean {
    if (request && this.request && hitsOf(request) === hitsOf(this.request)) return false;
    clearTimeout(this.timer);
    this.request = undefined;
    this.counts = undefined;
    return true;
  }

  /**
   * Counts over the hits of a request, and tells again what it knows of them.
   * @param pauseMs how long to wait whether another request comes
   */
  ask(request: SearchRequest, pauseMs = 0): void {
    if (!this.turnTo(request)) {
      if (this.counts) this.told.onCounts(this.counts);
      this.complete();
      return;
    }
    const begin = () => {
      this.request = request;
      this.complete();
    };
    if (pauseMs > 0) this.timer = setTimeout(begin, pauseMs);
    else begin();
  }

  /** Asks for what the panels want now and has not been counted. */
  async complete(): Promise<void> {
    // Who asks already looks again at what is wanting when it has its answer.
    if (this.isAsking) return;
    this.isAsking = true;
    while (await this.askOnce()) {}
    this.isAsking = false;
    if (this.request) this.told.onComplete();
  }

  /** One question and its answer; false where there is nothing to ask. */
  private async askOnce(): Promise<boolean> {
    const { request, counts } = this;
    const asked = request && requestFor(request, this.told.wishes(counts), counts);
    if (!asked) return false;
    try {
      const { response } = await this.engine.search(asked);
      if (request !== this.request) return true;
      this.counts = withAnswer(counts, asked, response);
      this.told.onCounts(this.counts);
    } catch (error) {
      if (request !== this.request) return true;
      this.request = undefined;
      this.told.onFault(error as Error);
    }
    return true;
  }
}

/** Requests with the same have the same hits, whichever page of them they show, and in what order. */
function hitsOf({ q, filter }: SearchRequest): string {
  return JSON.stringify([q, filter]);
}
