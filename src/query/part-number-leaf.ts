import type { SegmentField } from '../index/segment.js';
import { findPartNumberRows } from '../match/find-part-numbers.js';
import type { PartNumberPattern } from '../match/part-number-pattern.js';
import type { Label } from '../resolve/describe.js';
import type { Work } from '../work/work.js';
import { BitsLeaf } from './known-rows.js';
import { entriesLeaf } from './leaves.js';
import { noRows, type PlanNode } from './plan.js';

/** The rows of the part numbers of a field that match a pattern; the part numbers are looked up now. */
export async function bindPartNumberPattern(
  label: Label,
  field: SegmentField,
  pattern: PartNumberPattern,
  rows: number,
  work: Work,
): Promise<PlanNode> {
  const found = await findPartNumberRows(field, pattern, rows, work);
  if ('words' in found) return new BitsLeaf(label, found.words);
  return found.ordinals.length === 0 ? noRows(label) : entriesLeaf(label, await field.postings(), found.ordinals);
}
