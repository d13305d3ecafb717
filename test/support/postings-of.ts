import { PostingsWriter } from '../../src/build/rows/postings-writer.js';
import { Postings } from '../../src/index/postings.js';
import { bundleOf } from './sections.js';

/** The postings of entries, each with its rows in ascending order. */
export function postingsOf(lists: readonly (readonly number[])[], rows: number): Postings {
  const writer = new PostingsWriter(rows);
  const all = Uint32Array.from(lists.flat());
  let from = 0;
  for (const list of lists) {
    writer.add(all, from, from + list.length);
    from += list.length;
  }
  return new Postings(bundleOf(writer.arrays()), rows);
}
