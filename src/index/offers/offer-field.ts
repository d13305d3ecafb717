import type { Kind } from '../../analysis/kinds.js';
import type { FieldInfo } from '../../encoding/manifest.js';
import type { Sections } from '../../storage/section-store.js';
import { SegmentField } from '../segment-field.js';

/**
 * A field of the rows of offers. It has a column of its own; its values, and what finds them, are those of the field of parts. No value
 * has postings: conditions on an offer narrow what others have found, and then read the column.
 */
export class OfferField extends SegmentField {
  override readonly kind: Kind;
  override readonly dictionary;
  override readonly numbers;
  override readonly formOrder;
  override readonly forms;
  override readonly wildcards;
  override readonly tokens;
  override readonly compounds;

  constructor(store: Sections, path: string, info: FieldInfo, rowCount: number, ofParts: SegmentField) {
    super(store, path, info, rowCount);
    this.kind = { ...ofParts.kind, hasPostings: false };
    this.dictionary = ofParts.dictionary;
    this.numbers = ofParts.numbers;
    this.formOrder = ofParts.formOrder;
    this.forms = ofParts.forms;
    this.wildcards = ofParts.wildcards;
    this.tokens = ofParts.tokens;
    this.compounds = ofParts.compounds;
  }
}
