import { Columns } from '../../src/facets/columns.js';
import type { Segment } from '../../src/index/segment.js';
import type { CatalogSource, Part } from '../../src/partdex.js';
import { segmentOf } from './segments.js';
import { loadNeeds } from './tasks.js';

/** A segment of some parts with its columns, and which part each row is. */
export interface Opened {
  readonly segment: Segment;
  readonly columns: Columns;
  /** The parts in the order of rows. */
  readonly parts: readonly Part[];
}

export async function openParts(
  parts: readonly Part[],
  fields: readonly string[],
  shared: Omit<CatalogSource, 'parts'> = {},
): Promise<Opened> {
  const { segment } = await segmentOf({ ...shared, parts });
  const columns = new Columns(segment);
  await loadNeeds((needs) => {
    for (const field of fields) columns.need(field, needs);
  });
  const ranks = (await segment.uidOrder.load()).ranks;
  const uids = await segment.field('uid')?.dictionary.load();
  const byUid = new Map(parts.map((part) => [part.uid, part]));
  return { segment, columns, parts: Array.from(ranks, (rank) => byUid.get(uids?.value(rank) ?? '') as Part) };
}
