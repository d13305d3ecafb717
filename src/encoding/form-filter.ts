/**
 * The hash of a string of bytes is a polynomial of the bytes, modulo 2^32. So the hash of a concatenation can be computed from the hashes of
 * its pieces: that of the first times this for each byte of the second, and that of the second.
 */
export const FACTOR = 0x01000193;

/** The hash of a string with one more byte. @param hash that of the string */
export function hashWith(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte) | 0;
}

/** The hash of `bytes[0, length)`. */
export function hashOf(bytes: Uint8Array, length: number): number {
  let hash = 0;
  for (let i = 0; i < length; i++) hash = hashWith(hash, bytes[i]);
  return hash;
}

/**
 * A Bloom filter that rejects most absent forms. The bits of one form are in one word, so that a look-up reads memory once (Putze, Sanders
 * and Singler, Cache-, Hash- and Space-Efficient Bloom Filters, 2007). With two forms to a word on average, about one absent form in 80 passes.
 */
export class FormFilter {
  /** @param words at least one */
  constructor(readonly words: Uint32Array) {}

  /** An empty filter for some forms. */
  static sized(forms: number): FormFilter {
    return new FormFilter(new Uint32Array(FormFilter.wordsFor(forms)));
  }

  static wordsFor(forms: number): number {
    return Math.max(1, Math.ceil(forms / 2));
  }

  add(hash: number): void {
    const mixed = mix(hash);
    this.words[this.wordOf(mixed)] |= bitsOf(mixed);
  }

  /** Whether a form with this hash may be there; false: it is not. */
  mayHave(hash: number): boolean {
    const mixed = mix(hash);
    return (bitsOf(mixed) & ~this.words[this.wordOf(mixed)]) === 0;
  }

  /** By the upper bits; the lower ones choose the bits of the word. */
  private wordOf(mixed: number): number {
    return Math.floor(((mixed >>> 0) / 0x1_0000_0000) * this.words.length);
  }
}

/** Three bits of a word, which may coincide: the shifts count modulo 32. */
function bitsOf(mixed: number): number {
  const more = Math.imul(mixed, 0x9e3779b1);
  return (1 << mixed) | (1 << (more >>> 22)) | (1 << (more >>> 27));
}

/** Every bit of the result depends on every bit of the hash (the finaliser of MurmurHash3). */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
