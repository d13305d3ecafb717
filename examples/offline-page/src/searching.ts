import type { Answer, Engine } from './engine/protocol.js';
import { questionOf, type SearchState } from './state/search-state.js';

interface Told {
  onAnswer(answer: Answer, state: SearchState): void;
  onFault(error: Error): void;
  onWaiting(isWaiting: boolean): void;
}

/** Answers that arrive sooner than this have no progress indicator. */
const NOTICED_MS = 150;

/** Sends the request of the state to the engine. Of several pending requests only the newest is answered. */
export class Searching {
  private newest = 0;
  private timer: number | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly told: Told,
  ) {}

  async ask(state: SearchState): Promise<void> {
    const question = ++this.newest;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.told.onWaiting(true), NOTICED_MS);
    try {
      const answer = await this.engine.ask(questionOf(state));
      if (question === this.newest) this.told.onAnswer(answer, state);
    } catch (error) {
      if (question === this.newest) this.told.onFault(error as Error);
    }
    if (question !== this.newest) return;
    clearTimeout(this.timer);
    this.told.onWaiting(false);
  }
}
