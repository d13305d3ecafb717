import { compareBytes } from '../analysis/utf8.js';
import type { SpecKey } from '../encoding/manifest.js';
import type { SpecMetadata } from '../model/documents.js';
import { specField } from '../model/fields.js';
import { ENTRY, IS_NUMBER, type PartScanner } from './part-scanner.js';
import { SPEC_MAX, SPEC_METADATA, SPEC_MIN, SPEC_VALUE } from './part-slots.js';
import { FieldBuilder } from './segment-builder.js';
import { type Datatype, datatypeOf, SpecMetadataGatherer } from './spec-metadata-gatherer.js';

/** A spec key while its parts come in: its type is decided when all have been seen. */
export class SpecBuilder {
  private readonly value: FieldBuilder;
  private min: FieldBuilder | undefined;
  private max: FieldBuilder | undefined;
  /** Votes of values that come as numbers and as strings. */
  private numbers = 0;
  private strings = 0;
  private readonly metadata: SpecMetadataGatherer;
  private readonly givenDatatype: Datatype | undefined;
  /** The metadata of the part that had any last, as text, and its datatype: mostly the next part has the same. */
  private lastMetadata: Uint8Array = new Uint8Array(0);
  private lastDatatype: Datatype | undefined;
  /** Whether a part has the key. */
  isUsed = false;

  /** @param given the metadata of the key that is given beside the parts */
  constructor(
    private readonly key: string,
    private readonly given: SpecMetadata | undefined,
  ) {
    this.value = new FieldBuilder(specField(key, 'value'), 'string');
    this.metadata = new SpecMetadataGatherer(key);
    this.givenDatatype = datatypeOf(given);
  }

  /** Takes what a part has for the key: the entry of its object and those that belong to it. */
  add(document: number, part: PartScanner, object: number): void {
    const { entries } = part;
    const end = entries[object + 3];
    let values = 0;
    let numbers = 0;
    let bound = -1;
    let datatype = this.givenDatatype;
    for (let entry = object + ENTRY; entry < end; entry += ENTRY) {
      switch (entries[entry]) {
        case SPEC_VALUE:
          this.value.addBytes(document, part.source(entry), part.from(entry), part.to(entry));
          values++;
          if ((entries[entry + 3] & IS_NUMBER) !== 0) numbers++;
          break;
        case SPEC_MIN:
          this.min ??= new FieldBuilder(specField(this.key, 'min_value'), 'number');
          this.min.addBytes(document, part.source(entry), part.from(entry), part.to(entry));
          bound = entry;
          break;
        case SPEC_MAX:
          this.max ??= new FieldBuilder(specField(this.key, 'max_value'), 'number');
          this.max.addBytes(document, part.source(entry), part.from(entry), part.to(entry));
          if (bound < 0) bound = entry;
          break;
        case SPEC_METADATA:
          datatype = this.seeMetadata(part, entry) ?? this.givenDatatype;
      }
    }
    // Without a value the lower bound votes, or the upper one.
    if (values === 0 && bound >= 0 && (entries[bound + 3] & IS_NUMBER) !== 0) numbers = 1;
    this.vote(datatype, Math.max(1, values), numbers);
  }

  private seeMetadata(part: PartScanner, entry: number): Datatype | undefined {
    const { lastMetadata } = this;
    const source = part.source(entry);
    const from = part.from(entry);
    const to = part.to(entry);
    if (compareBytes(lastMetadata, 0, lastMetadata.length, source, from, to) !== 0) {
      const metadata: Partial<SpecMetadata> = part.parse(entry);
      this.metadata.see(metadata);
      this.lastDatatype = datatypeOf(metadata);
      this.lastMetadata = source.slice(from, to);
    }
    return this.lastDatatype;
  }

  /** A part's votes on the type of a key: as many as it has values, one at least. */
  private vote(datatype: Datatype | undefined, votes: number, numbers: number): void {
    const numeric = datatype === undefined ? numbers : datatype === 'string' ? 0 : votes;
    this.numbers += numeric;
    this.strings += votes - numeric;
  }

  /** Decides the type of the key; the fields are those that have a value. */
  finish(onNotice: (notice: string) => void): { spec: SpecKey; fields: FieldBuilder[] } {
    const type = this.numbers > this.strings ? 'number' : 'string';
    this.value.kind = type;
    const { metadata, notice } = this.metadata.finish(type, this.given);
    if (notice !== undefined) onNotice(notice);
    const fields = [this.value, this.min, this.max].filter((field) => field !== undefined && field.values.size > 0);
    return { spec: { key: this.key, type, metadata }, fields: fields as FieldBuilder[] };
  }
}
