import type { CollectionInternals, Work } from '../catalog/internals.js';
import { membersOf } from './values.js';

/** Documents that are read at a time: some milliseconds of work. */
const BATCH = 64;

/**
 * Reads every document of a collection once, as it was given. A call that is stopped leaves it where it was, and the next one goes on
 * from there: so a collection that takes longer than one call may is read in the end.
 */
export class DocumentReader {
  private at = 0;

  constructor(
    private readonly collection: CollectionInternals,
    private readonly step: string,
  ) {}

  /** Gives `take` the documents that are left. Two calls must not read at the same time. */
  async read(work: Work, take: (document: Readonly<Record<string, unknown>>) => void): Promise<void> {
    while (this.at < this.collection.recordCount) {
      await work.pause();
      work.begin(this.step);
      const read = await this.collection.recordsWithin(this.at, BATCH, work);
      work.measure(() => {
        for (const document of read) take(membersOf(document));
      });
      this.at += read.length;
    }
  }
}
