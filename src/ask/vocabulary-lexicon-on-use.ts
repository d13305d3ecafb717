import { type Task, waitFor } from '../work/pauses.js';
import { UNBOUNDED, Work } from '../work/work.js';
import { type CountedWord, Lexicon } from './vocabulary-lexicon.js';

/**
 * The words of a catalog, learned by the first question with a word to correct: most questions have none, and learning the words takes
 * two fifths of a vocabulary. What is learned belongs to no call: one that ends in the middle does not stop it.
 */
export class LexiconOnUse {
  private learned: Lexicon | undefined = undefined;
  private learning: Promise<Lexicon> | undefined = undefined;

  /** @param words undefined where the reader may pause; called again only if reading them has failed */
  constructor(private words: () => Iterable<CountedWord | undefined>) {}

  /** Those of the words that were learned. */
  get bytes(): number {
    return this.learned?.bytes ?? 0;
  }

  *load(): Task<Lexicon> {
    if (this.learned) return this.learned;
    this.learning ??= this.learn();
    return yield* waitFor(this.learning);
  }

  private async learn(): Promise<Lexicon> {
    try {
      const work = new Work(UNBOUNDED);
      this.learned = await work.run(Lexicon.of(this.words(), work));
      // What they were read from is not needed again.
      this.words = () => [];
      return this.learned;
    } catch (error) {
      this.learning = undefined;
      throw error;
    }
  }
}
