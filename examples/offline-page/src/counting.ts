import type { SearchRequest } from 'partdex';
import type { Engine } from './engine/protocol.js';
import { type Counts, requestFor, type Wishes, withAnswer } from './state/counts.js';
import { hitsKeyOf, type PageQuestion } from './state/search-state.js';

interface Told {
  /** The counts that the open panels need. */
  wishes(counts: Counts | undefined): Wishes;
  onCounts(counts: Counts): void;
  /** Nothing is loading any more: nothing is missing, or the counts failed. */
  onComplete(): void;
  onFault(error: Error): void;
}

/**
 * Counts for the panels, after the rows: over the hits of the newest request, as long as a panel needs more. Answers to an
 * earlier request are dropped.
 */
export class Counting {
  private hits: string | undefined;
  private request: SearchRequest | undefined;
  private counts: Counts | undefined;
  private isAsking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly told: Told,
  ) {}

  /**
   * Announces another question, or undefined for another catalog. Unless it has the same hits as the previous one, counts of the
   * previous one are no longer reported; returns true then.
   */
  turnTo(question: PageQuestion | undefined): boolean {
    const hits = question && hitsKeyOf(question);
    if (hits !== undefined && this.request && hits === this.hits) return false;
    clearTimeout(this.timer);
    this.hits = hits;
    this.request = undefined;
    this.counts = undefined;
    return true;
  }

  /**
   * Counts over the hits of a question, and reports the known counts again.
   * @param request what the question became
   * @param pauseMs how long to wait for another question
   */
  ask(question: PageQuestion, request: SearchRequest, pauseMs = 0): void {
    if (!this.turnTo(question)) {
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

  /** Requests the counts that the panels need now and that are missing. */
  async complete(): Promise<void> {
    // A running request checks for missing counts again when it has its answer.
    if (this.isAsking) return;
    this.isAsking = true;
    while (await this.askOnce()) {}
    this.isAsking = false;
    if (this.request) this.told.onComplete();
  }

  /** One request and its answer; false if nothing is missing. */
  private async askOnce(): Promise<boolean> {
    const { request, counts } = this;
    const asked = request && requestFor(request, this.told.wishes(counts), counts);
    if (!asked) return false;
    try {
      const response = await this.engine.count(asked);
      if (request !== this.request) return true;
      this.counts = withAnswer(counts, asked, response);
      this.told.onCounts(this.counts);
    } catch (error) {
      if (request !== this.request) return true;
      this.request = undefined;
      this.told.onComplete();
      this.told.onFault(error as Error);
    }
    return true;
  }
}
