import type { CatalogInside, Work } from '../catalog/internals.js';
import { membersOf } from './values.js';

/** Documents that are read at a time: some milliseconds of work. */
const BATCH = 64;

/**
 * Reads every document of a collection once, as it was given. A call that is stopped leaves it where it was, and the next one goes on
 * from there: so what takes longer than one call may is read in the end.
 */
export class DocumentReader {
  private segment = 0;
  private at = 0;

  constructor(
    private readonly segments: ReturnType<CatalogInside['segments']>,
    private readonly step: string,
  ) {}

  /** Gives `take` the documents that are left. Two calls must not read at the same time. */
  async read(work: Work, take: (document: Readonly<Record<string, unknown>>) => void): Promise<void> {
    for (; this.segment < this.segments.length; this.segment++, this.at = 0) {
      const { rowCount: rows, documents } = this.segments[this.segment];
      while (this.at < rows) {
        await work.pause();
        work.begin(this.step);
        const numbers = Array.from({ length: Math.min(BATCH, rows - this.at) }, (_, i) => this.at + i);
        const read = await work.run(documents.read(numbers));
        work.measure(() => {
          for (const document of read) take(membersOf(document));
        });
        this.at += numbers.length;
      }
    }
  }
}
