import type { Needs } from '../index/section.js';
import type { SegmentField } from '../index/segment.js';
import { findPartNumberRows, findPartNumbers } from '../match/find-part-numbers.js';
import type { PartNumberPattern } from '../match/part-number-pattern.js';
import type { Label } from '../resolve/describe.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { BitsLeaf } from './leaves/bits-leaf.js';
import { entriesLeaf } from './leaves/entries-leaf.js';
import { noRows, type PlanNode } from './plan.js';
import { bindValueSets } from './value-sets.js';

/** Adds what `bindPartNumberPattern` reads. */
export function needPartNumbers(field: SegmentField, needs: Needs): void {
  field.needForms(needs).add(field.wildcards);
  needs.add(field.kind.hasPostings ? field.postings : field.codes);
}

/** The rows of a field's part numbers that match a pattern. Binding looks the part numbers up. */
export function* bindPartNumberPattern(
  label: Label,
  field: SegmentField,
  pattern: PartNumberPattern,
  rowCount: number,
  work: Work,
): Steps<PlanNode> {
  if (!field.kind.hasPostings) return bindValueSets([yield* findPartNumbers(field, pattern, work)], field, label);
  const found = yield* findPartNumberRows(field, pattern, rowCount, work);
  if ('words' in found) return new BitsLeaf(label, found.words);
  return found.ordinals.length === 0 ? noRows(label) : entriesLeaf(label, field.postings.value, found.ordinals);
}
