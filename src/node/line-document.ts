import type { SourceDocument } from '../build/source-documents.js';
import { parseLine } from './ndjson.js';

/** A line of an NDJSON file; its bytes are stored unchanged. */
export class LineDocument implements SourceDocument {
  constructor(
    readonly source: string,
    readonly line: number,
    readonly text: Uint8Array,
  ) {}

  value(): unknown {
    return parseLine(this.text, this);
  }

  stored(): Uint8Array {
    return this.text;
  }
}
