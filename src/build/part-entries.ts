import { decodeUtf8 } from '../analysis/utf8.js';
import { GrowableBytes } from '../encoding/growable.js';
import { JsonCursor } from './json-cursor.js';
import { REDIRECTED } from './part-slots.js';

/** Numbers of an entry: slot, beginning and end of the text, and its form; for an object the entry after its last. */
const ENTRY = 4;
/**
 * Forms of texts: a number instead of a string or literal; a text that had to be rewritten, outside the part's bytes; of loose fields
 * `true` or `false`; an object or a number that JavaScript does not have, as it is written.
 */
export const IS_NUMBER = 1;
export const IS_REWRITTEN = 2;
export const IS_LITERAL = 4;
export const IS_OTHER = 8;
/** The value of `next` after the last entry. */
export const END = 0;

/**
 * The values of a part that are indexed, as a list of entries: ranges of the bytes that were read, or of those of a text that had to be
 * rewritten. A cursor goes through them.
 */
export class PartEntries {
  /** The entries of the part read last, `entries[0, length)`. */
  protected entries = new Int32Array(256 * ENTRY);
  protected length = 0;
  /** The current entry. */
  entry = -ENTRY;
  protected readonly json = new JsonCursor();
  /** Texts with their escapes resolved, and numbers as JavaScript writes them. */
  protected readonly rewritten = new GrowableBytes();
  /** The entry of the part's uid. */
  uid = -1;
  protected redirected = 0;

  /** Returns to the place before the first entry. */
  rewind(): void {
    this.entry = -ENTRY;
  }

  /** Moves to the next entry before `end`, and returns its slot; END if there is none. */
  next(end = this.length): number {
    const next = this.entry + ENTRY;
    if (next >= end) return END;
    this.entry = next;
    return this.entries[next];
  }

  /** The end of the current entry's object. */
  get objectEnd(): number {
    return this.entries[this.entry + 3];
  }

  /** Whether the current entry is a JSON number. */
  get isNumber(): boolean {
    return (this.entries[this.entry + 3] & IS_NUMBER) !== 0;
  }

  /** Whether the current entry is `true` or `false`; of loose fields alone. */
  get isLiteral(): boolean {
    return (this.entries[this.entry + 3] & IS_LITERAL) !== 0;
  }

  /** Whether the current entry is neither a string nor a number nor a literal; of loose fields alone. */
  get isOther(): boolean {
    return (this.entries[this.entry + 3] & IS_OTHER) !== 0;
  }

  /** The bytes that hold the text of an entry. */
  source(entry: number): Uint8Array {
    return (this.entries[entry + 3] & IS_REWRITTEN) === 0 ? this.json.bytes : this.rewritten.array;
  }

  from(entry: number): number {
    return this.entries[entry + 1];
  }

  to(entry: number): number {
    return this.entries[entry + 2];
  }

  text(entry: number): string {
    return decodeUtf8(this.source(entry), this.from(entry), this.to(entry));
  }

  /** The object of an entry. */
  parse(entry: number): object {
    return JSON.parse(decodeUtf8(this.json.bytes, this.from(entry), this.to(entry)));
  }

  redirectedUids(): string[] {
    const uids: string[] = [];
    if (this.redirected === 0) return uids;
    for (let entry = 0; entry < this.length; entry += ENTRY) {
      if (this.entries[entry] === REDIRECTED) uids.push(this.text(entry));
    }
    return uids;
  }

  /** Adds an entry, and returns its place. */
  protected push(slot: number, from: number, to: number, form: number): number {
    const at = this.length;
    if (at === this.entries.length) {
      const larger = new Int32Array(at * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    const { entries } = this;
    entries[at] = slot;
    entries[at + 1] = from;
    entries[at + 2] = to;
    entries[at + 3] = form;
    this.length = at + ENTRY;
    return at;
  }
}
