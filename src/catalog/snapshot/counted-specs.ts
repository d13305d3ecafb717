import { livingRows, livingValues, needLiving } from '../../index/alive/alive-counts.js';
import { Needs } from '../../index/section.js';
import type { Segment, SegmentField } from '../../index/segment.js';
import type { SpecMetadata } from '../../model/documents.js';
import { specField } from '../../model/fields.js';
import { Pauses } from '../../work/pauses.js';
import type { CatalogSpec } from '../catalog.js';
import { load } from '../load.js';
import type { SpecCount } from './state.js';

/** Counts by key; those of keys that an update changes are left out. */
export type KnownCounts = ReadonlyMap<string, SpecCount>;

interface Counted {
  readonly list: readonly CatalogSpec[];
  readonly counts: KnownCounts;
}

/** The spec keys with their living parts and distinct values. */
export async function countedSpecs(
  specs: readonly { readonly key: string; readonly type: 'string' | 'number'; readonly metadata: SpecMetadata }[],
  segments: readonly Segment[],
  known: KnownCounts = new Map(),
): Promise<Counted> {
  const counts = new Map<string, SpecCount>();
  const list: CatalogSpec[] = [];
  for (const { key, type, metadata } of specs) {
    const count = known.get(key) ?? (await countOf(key, type, segments));
    counts.set(key, count);
    list.push(Object.freeze({ key, type, metadata, ...count }));
  }
  const isSame = known.size === counts.size && [...counts].every(([key, count]) => known.get(key) === count);
  return { list: Object.freeze(list), counts: isSame ? known : counts };
}

async function countOf(key: string, type: 'string' | 'number', segments: readonly Segment[]): Promise<SpecCount> {
  const fields = segments.flatMap((segment) => {
    const field = segment.field(specField(key, 'value'));
    return field ? [{ segment, field }] : [];
  });
  const needs = new Needs();
  for (const { segment, field } of fields) needLiving(segment, field, needs);
  if (!needs.isEmpty) await new Pauses().run(load(needs));
  const parts = fields.reduce((sum, { segment, field }) => sum + livingRows(segment, field), 0);
  if (fields.length === 1) {
    const [{ segment, field }] = fields;
    const living = await new Pauses().run(livingValues(segment, field));
    return { parts, values: living ? living.reduce((sum, one) => sum + one, 0) : field.info.values };
  }
  const distinct = new Set<string>();
  for (const { segment, field } of fields) await addValues(segment, field, type, distinct);
  return { parts, values: distinct.size };
}

async function addValues(segment: Segment, field: SegmentField, type: 'string' | 'number', values: Set<string>): Promise<void> {
  const dictionary = await (type === 'number' ? field.numbers : field.dictionary).load();
  const living = await new Pauses().run(livingValues(segment, field));
  for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
    if (!living || living[ordinal] === 1) values.add(dictionary.value(ordinal));
  }
}
