import { characterClass, DIGIT, fold, LETTER, SEPARATOR } from './text.js';
import { decodeUtf8, encodeUtf8, maxUtf8Length } from './utf8.js';

const ASCII_CLASSES = new Uint8Array(128);
const ASCII_LOWER = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  ASCII_CLASSES[unit] = characterClass(unit);
  ASCII_LOWER[unit] = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

const DOT = 0x2e;
const COMBINING_MARK = /^\p{M}$/u;

/** What a code point folds to, if that is not one code point. */
const UNKNOWN = -1;
/** Nothing, and the code point is not a combining mark: `™`. */
const REMOVED = -2;
/** Nothing: a combining mark, which belongs to the character before it. */
const MARK = -3;
const SEVERAL = -4;

/** By code point of the BMP: the one that it folds to, or one of the above. */
const FOLDED = new Int32Array(0x10000).fill(UNKNOWN);
const EXPANSIONS = new Map<number, readonly number[]>();

/** What a code point that is not ASCII folds to. The fold of a text is that of its code points, one after the other. */
function expansionOf(codePoint: number): readonly number[] {
  return EXPANSIONS.get(codePoint) ?? Array.from(fold(String.fromCodePoint(codePoint)), (c) => c.codePointAt(0) as number);
}

function foldedPoint(codePoint: number): number {
  if (codePoint < 0x10000 && FOLDED[codePoint] !== UNKNOWN) return FOLDED[codePoint];
  const expansion = expansionOf(codePoint);
  let folded = SEVERAL;
  if (expansion.length === 1) folded = expansion[0];
  else if (expansion.length === 0) folded = COMBINING_MARK.test(String.fromCodePoint(codePoint)) ? MARK : REMOVED;
  if (codePoint < 0x10000) {
    FOLDED[codePoint] = folded;
    if (folded === SEVERAL) EXPANSIONS.set(codePoint, expansion);
  }
  return folded;
}

/**
 * The one generator of tokens and their places, for the index builder and for highlights. It creates no strings: after `run(text)`
 * token `i` is `bytes[starts[i], ends[i])`, folded UTF-8, and is in the text as given at the UTF-16 units
 * [`from(i)`, `to(i)`). The next call reuses the arrays.
 *
 * A token ends with the last character that is in it; combining marks that follow belong to that character. Tokens may share a
 * character that folds to several: `½` is the tokens `1` and `2`.
 */
export class Tokenizer {
  bytes = new Uint8Array(1 << 8);
  starts = new Int32Array(1 << 8);
  ends = new Int32Array(1 << 8);
  /** Of a text that is not ASCII; in others a token is where its bytes are. */
  private places: { from: Int32Array; to: Int32Array } | undefined = undefined;
  private froms = new Int32Array(0);
  private tos = new Int32Array(0);
  /** The code points of the fold of a text that is not ASCII, each with the place of the character that it comes from. */
  private points = new Int32Array(0);
  private pointFrom = new Int32Array(0);
  private pointTo = new Int32Array(0);
  private encoded = new Uint8Array(1 << 8);

  /** The UTF-16 unit of the text at which a token begins. */
  from(token: number): number {
    return (this.places?.from ?? this.starts)[token];
  }

  /** The UTF-16 unit behind a token. */
  to(token: number): number {
    return (this.places?.to ?? this.ends)[token];
  }

  /** A token as a string. */
  token(token: number): string {
    return decodeUtf8(this.bytes, this.starts[token], this.ends[token]);
  }

  /** Returns the number of tokens. */
  run(text: string): number {
    if (this.encoded.length < maxUtf8Length(text.length)) this.encoded = new Uint8Array(maxUtf8Length(text.length) * 2);
    return this.runUtf8(this.encoded, 0, encodeUtf8(text, this.encoded, 0));
  }

  /** The same for a text in UTF-8. */
  runUtf8(source: Uint8Array, from: number, to: number): number {
    const length = to - from;
    this.reserve(length, length);
    this.places = undefined;
    const { bytes, starts, ends } = this;
    let count = 0;
    let start = -1;
    let previous = SEPARATOR;
    for (let i = 0; i < length; i++) {
      const unit = source[from + i];
      if (unit > 0x7f) return this.runFolded(source, from, to);
      bytes[i] = ASCII_LOWER[unit];
      let kind = ASCII_CLASSES[unit];
      if (unit === DOT && previous === DIGIT && i + 1 < length) {
        const next = source[from + i + 1];
        if (next >= 0x30 && next <= 0x39) kind = LETTER;
      }
      if (kind === SEPARATOR) {
        if (start >= 0) {
          starts[count] = start;
          ends[count++] = i;
          start = -1;
        }
      } else if (start < 0) start = i;
      previous = kind;
    }
    if (start >= 0) {
      starts[count] = start;
      ends[count++] = length;
    }
    return count;
  }

  /** A text that is not ASCII: folded code point by code point, then cut. */
  private runFolded(source: Uint8Array, from: number, to: number): number {
    const length = this.foldPoints(source, from, to);
    this.reserve(length * 4, length);
    this.reservePlaces();
    const { bytes, starts, ends, points, pointFrom, pointTo, froms, tos } = this;
    let count = 0;
    let at = 0;
    let start = -1;
    let previous = SEPARATOR;
    for (let i = 0; i < length; i++) {
      const point = points[i];
      let kind = point < 0x80 ? ASCII_CLASSES[point] : characterClass(point);
      if (point === DOT && previous === DIGIT && i + 1 < length && characterClass(points[i + 1]) === DIGIT) kind = LETTER;
      if (kind === SEPARATOR) {
        if (start >= 0) {
          tos[count] = pointTo[i - 1];
          ends[count++] = at;
          start = -1;
        }
      } else {
        if (start < 0) {
          froms[count] = pointFrom[i];
          starts[count] = start = at;
        }
        at = point < 0x80 ? ((bytes[at] = point), at + 1) : encodePoint(point, bytes, at);
      }
      previous = kind;
    }
    if (start >= 0) {
      tos[count] = pointTo[length - 1];
      ends[count++] = at;
    }
    this.places = { from: froms, to: tos };
    return count;
  }

  /** Fills `points` and their places. Returns how many there are. */
  private foldPoints(source: Uint8Array, begin: number, to: number): number {
    this.reservePoints(to - begin);
    let { points, pointFrom, pointTo } = this;
    let count = 0;
    let unit = 0;
    for (let at = begin; at < to; ) {
      const lead = source[at];
      const width = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      let codePoint = width === 1 ? lead : lead & (0x7f >> width);
      for (let i = 1; i < width; i++) codePoint = (codePoint << 6) | (source[at + i] & 0x3f);
      at += width;
      const end = unit + (width === 4 ? 2 : 1);
      let folded = width === 1 ? ASCII_LOWER[lead] : foldedPoint(codePoint);
      let from = unit;
      if (width === 3 && count > 0 && isPair(points[count - 1], folded)) {
        // Where folding removes what is between two halves of a surrogate pair.
        codePoint = 0x10000 + ((points[--count] - 0xd800) << 10) + (folded - 0xdc00);
        from = pointFrom[count];
        folded = foldedPoint(codePoint);
      }
      if (folded >= 0) {
        points[count] = folded;
        pointFrom[count] = from;
        pointTo[count++] = end;
      } else if (folded === MARK) {
        if (count > 0 && pointTo[count - 1] === unit) pointTo[count - 1] = end;
      } else if (folded === SEVERAL) {
        const expansion = expansionOf(codePoint);
        if (count + expansion.length + to - at > points.length) {
          this.reservePoints(count + expansion.length + to - at);
          ({ points, pointFrom, pointTo } = this);
        }
        for (const point of expansion) {
          points[count] = point;
          pointFrom[count] = from;
          pointTo[count++] = end;
        }
      }
      unit = end;
    }
    return count;
  }

  /** Room for some bytes, and for the tokens of some characters. */
  private reserve(bytes: number, characters: number): void {
    if (this.bytes.length < bytes) this.bytes = new Uint8Array(bytes * 2);
    if (this.starts.length < characters / 2 + 2) {
      this.starts = new Int32Array(characters + 2);
      this.ends = new Int32Array(characters + 2);
    }
  }

  /** Room for the place of each token. */
  private reservePlaces(): void {
    if (this.froms.length >= this.starts.length) return;
    this.froms = new Int32Array(this.starts.length);
    this.tos = new Int32Array(this.starts.length);
  }

  /** Room for some code points; keeps those that are there. */
  private reservePoints(count: number): void {
    if (this.points.length >= count) return;
    this.points = grown(this.points, count);
    this.pointFrom = grown(this.pointFrom, count);
    this.pointTo = grown(this.pointTo, count);
  }
}

function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length * 2);
  longer.set(array);
  return longer;
}

function isPair(lead: number, trail: number): boolean {
  return (lead & 0xfffffc00) === 0xd800 && (trail & 0xfffffc00) === 0xdc00;
}

/** Writes a code point that is not ASCII. Returns the end. */
function encodePoint(point: number, bytes: Uint8Array, at: number): number {
  if (point < 0x800) bytes[at++] = 0xc0 | (point >> 6);
  else {
    if (point < 0x10000) bytes[at++] = 0xe0 | (point >> 12);
    else {
      bytes[at++] = 0xf0 | (point >> 18);
      bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
    }
    bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
  }
  bytes[at++] = 0x80 | (point & 0x3f);
  return at;
}
