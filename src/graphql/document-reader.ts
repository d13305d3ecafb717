import type { CollectionInternals, Work } from '../catalog/internals.js';
import { membersOf } from './values.js';

/** Documents to read at a time: some milliseconds of work. */
const BATCH = 64;

/**
 * Reads every document of a collection once, as it was given. If a call is stopped, the next one continues from there: so a
 * collection that takes longer than the limit of one call is eventually read.
 */
export class DocumentReader {
  private at = 0;
  private last: object | undefined = undefined;

  constructor(
    private readonly collection: CollectionInternals,
    private readonly step: string,
  ) {}

  /** Passes the remaining documents to `take`. Two calls must not read at the same time. */
  async read(work: Work, take: (document: Readonly<Record<string, unknown>>) => void): Promise<void> {
    while (this.at < this.collection.recordCount) {
      await work.pause();
      work.begin(this.step);
      const read = await this.collection.recordsWithin(this.at, BATCH, work, this.last);
      // Other programs may have removed parts since they were counted.
      if (read.length === 0) return;
      work.measure(() => {
        for (const document of read) take(membersOf(document));
      });
      this.at += read.length;
      this.last = read.at(-1);
    }
  }
}
