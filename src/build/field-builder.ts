import { GrowableU32 } from '../encoding/growable.js';
import { Interner } from './interner.js';
import { FieldValues } from './rows/row-values.js';

/** Collects the values of one field as documents come in. */
export class FieldBuilder {
  readonly values = new Interner();
  readonly pairs = new FieldValues();
  /** For each value, 1 + the last document that had it. */
  private readonly last = new GrowableU32();

  constructor(readonly name: string) {}

  /** Adds a value of a document; false if it was added already. */
  add(document: number, text: string): boolean {
    return this.note(document, this.values.intern(text));
  }

  /** The same for the text `source[from, to)` in UTF-8. */
  addBytes(document: number, source: Uint8Array, from: number, to: number): boolean {
    return this.note(document, this.values.internBytes(source, from, to));
  }

  /** The same for the number of an interned value. */
  note(document: number, value: number): boolean {
    if (value === this.last.length) this.last.push(document + 1);
    else if (this.last.array[value] === document + 1) return false;
    else this.last.array[value] = document + 1;
    this.pairs.add(document, value);
    return true;
  }
}
