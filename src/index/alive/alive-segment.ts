import type { Postings } from '../postings.js';
import { Section } from '../section.js';
import type { Segment, SegmentField } from '../segment.js';
import type { TextIndex } from '../text/text-index.js';
import { Universe } from '../universe.js';
import { AlivePostings } from './alive-postings.js';
import { aliveText } from './alive-text.js';
import type { DeadRows } from './dead-rows.js';

/**
 * A view of a segment in which some rows are dead: nothing finds, counts or lists them. The rows keep their numbers, and the view shares
 * all sections with the segment, also those that are loaded later. What is set on the view (`related`) is the view's alone.
 */
export function aliveSegment(segment: Segment, dead: DeadRows | undefined): Segment {
  if (!dead) return Object.create(segment) as Segment;
  const fields = new Map<SegmentField, SegmentField>();
  const alive = (field: SegmentField | undefined): SegmentField | undefined => {
    // The range of a spec has no postings of its own.
    if (!field || field.extents) return field;
    let view = fields.get(field);
    if (!view) fields.set(field, (view = aliveField(field, dead)));
    return view;
  };
  const texts = new Map<TextIndex, TextIndex>();
  const text = (index: TextIndex): TextIndex => {
    let view = texts.get(index);
    if (!view) texts.set(index, (view = aliveText(index, dead)));
    return view;
  };
  let numberFields: Segment['numberFields'] | undefined;
  const view: Segment = Object.create(segment, {
    dead: { value: dead },
    living: { get: () => living },
    universe: { value: (work: Parameters<Segment['universe']>[0]) => new Universe(work.scratch(segment.scratches), dead) },
    field: { value: (name: string) => alive(segment.field(name)) },
    rangeField: {
      value: (name: string, isHidden?: (field: string) => boolean) => alive(segment.rangeField(name, isHidden)),
    },
    text: { value: (name: string) => text(segment.text(name)) },
    stringWords: { get: () => segment.stringWords && text(segment.stringWords) },
    // Their rows are not those of the parts: an offer is gone with its part.
    offers: { get: () => segment.offers },
    numberFields: { get: () => (numberFields ??= segment.numberFields.map((field) => alive(field) as SegmentField)) },
    rowOf: { value: (uid: string) => unlessDead(segment.rowOf(uid), dead) },
    rowOfMerged: { value: (uid: string) => unlessDead(segment.rowOfMerged(uid), dead) },
  });
  const living = segment.livingOf(view);
  return view;
}

function unlessDead(row: number, dead: DeadRows): number {
  return row >= 0 && dead.has(row) ? -1 : row;
}

function aliveField(field: SegmentField, dead: DeadRows): SegmentField {
  const { postings } = field;
  const view = new Section<Postings>(postings.name, postings.bytes, async () => new AlivePostings(await postings.load(), dead));
  return Object.create(field, { postings: { value: view } }) as SegmentField;
}
