import type { DeadRows } from '../index/alive/dead-rows.js';
import type { Section } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';

/** The number of parts of all segments in a category or below it. */
export async function partsByCategory(segments: readonly Segment[]): Promise<(category: string) => number> {
  const parts = new Map<string, number>();
  for (const segment of segments) {
    const field = segment.field('category_uids');
    if (!field) continue;
    const { uids, counts } = await countedCategories(segment, field);
    for (let i = 0; i < uids.length; i++) parts.set(uids[i], (parts.get(uids[i]) ?? 0) + counts[i]);
  }
  return (category) => parts.get(category) ?? 0;
}

/** The categories of a segment with the numbers of their living parts. */
interface CountedCategories {
  readonly uids: readonly string[];
  readonly counts: Uint32Array;
  readonly dead: DeadRows | undefined;
}

/** The newest counts of a segment, by its dictionary, which the views of a segment share. */
const newest = new WeakMap<Section<unknown>, CountedCategories>();

/** An update makes few rows dead: they are taken from the counts before. */
async function countedCategories(segment: Segment, field: SegmentField): Promise<CountedCategories> {
  const { dead } = segment;
  const known = newest.get(field.dictionary);
  if (known && known.dead === dead) return known;
  const uids = known?.uids ?? (await valuesOf(field));
  const isMore = known && dead && (!known.dead || dead.hasAll(known.dead));
  const counts = isMore ? await countsAfter(known, dead, field) : await livingCounts(field, uids.length);
  const counted = { uids, counts, dead };
  newest.set(field.dictionary, counted);
  return counted;
}

async function countsAfter(
  { counts, dead: before }: CountedCategories,
  dead: DeadRows,
  field: SegmentField,
): Promise<Uint32Array> {
  const codes = await field.codes.load();
  const after = counts.slice();
  for (const row of before ? dead.rowsSince(before) : dead.rows()) {
    for (const ordinal of codes.ordinalsOf(codes.code(row))) after[ordinal]--;
  }
  return after;
}

async function livingCounts(field: SegmentField, size: number): Promise<Uint32Array> {
  const postings = await field.postings.load();
  return Uint32Array.from({ length: size }, (_, ordinal) => postings.count(ordinal));
}

/** The values of a field of texts. */
export async function valuesOf(field: SegmentField): Promise<string[]> {
  const dictionary = await field.dictionary.load();
  return Array.from({ length: dictionary.size }, (_, ordinal) => dictionary.value(ordinal));
}
