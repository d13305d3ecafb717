import { tradeWordsInSteps } from '../ask/trade-words.js';
import type { CatalogVocabulary } from '../ask/vocabulary.js';
import { learnVocabulary } from '../ask/vocabulary-learned.js';
import type { Synonyms } from '../model/synonyms.js';
import { type Task, waitFor } from '../work/pauses.js';
import { UNBOUNDED, Work } from '../work/work.js';
import { type NamedCatalog, readVocabularySource } from './vocabulary-source.js';

/** Most bytes of the vocabularies of views: that of a large catalog has 25 MB. */
const MOST_BYTES = 64 << 20;

/** The vocabularies of the views that hide members: beyond a number of bytes those go that were used least. */
export class KeptVocabularies {
  private readonly used = new Map<QuestionVocabulary, number>();
  private bytes = 0;

  constructor(private readonly mostBytes: number = MOST_BYTES) {}

  /** Notes the use of a vocabulary. It stays, whatever its size. */
  use(one: QuestionVocabulary, bytes: number): void {
    this.forget(one);
    this.used.set(one, bytes);
    this.bytes += bytes;
    for (const least of this.used.keys()) {
      if (this.bytes <= this.mostBytes || least === one) break;
      this.forget(least);
      least.forget();
    }
  }

  private forget(one: QuestionVocabulary): void {
    this.bytes -= this.used.get(one) ?? 0;
    this.used.delete(one);
  }
}

/**
 * The vocabulary of the questions about a catalog: learned by the first of them, and shared by all. Views that hide members learn
 * their own, and each thread its own: a vocabulary is smaller than what sharing it would save.
 */
export class QuestionVocabulary {
  private learned: CatalogVocabulary | undefined = undefined;
  private learning: Promise<CatalogVocabulary> | undefined = undefined;

  /**
   * @param synonyms lists of phrases that mean each other, of the file and of its opening
   * @param views of a view that hides members: the vocabularies of all of them
   */
  constructor(
    private readonly catalog: NamedCatalog,
    private readonly synonyms: Synonyms,
    private readonly views?: KeptVocabularies,
  ) {}

  /** Learns it with the first call. What is learned belongs to no call: one that ends in the middle does not stop it. */
  *load(): Task<CatalogVocabulary> {
    if (!this.learned) {
      this.learning ??= this.learn();
      return yield* waitFor(this.learning);
    }
    this.views?.use(this, this.learned.bytes);
    return this.learned;
  }

  /** Drops what was learned: the next question learns it again. */
  forget(): void {
    this.learned = undefined;
    this.learning = undefined;
  }

  private async learn(): Promise<CatalogVocabulary> {
    try {
      const work = new Work(UNBOUNDED);
      const learned = await work.run(this.learnTask(work));
      this.learned = learned;
      this.views?.use(this, learned.bytes);
      return learned;
    } catch (error) {
      // A disk that was away for a moment: the next question tries again.
      this.learning = undefined;
      throw error;
    }
  }

  private *learnTask(work: Work): Task<CatalogVocabulary> {
    const source = yield* readVocabularySource(this.catalog);
    return yield* learnVocabulary(source, yield* tradeWordsInSteps(this.synonyms, work), work);
  }
}
