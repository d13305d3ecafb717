/** Texts one after the other, as a message between threads. */
export interface PackedTexts {
  readonly bytes: Uint8Array;
  /** Where each text ends. */
  readonly ends: Uint32Array;
}

/** Copies texts. */
export function packTexts(texts: readonly Uint8Array[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let length = 0;
  for (let i = 0; i < texts.length; i++) ends[i] = length += texts[i].length;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < texts.length; i++) bytes.set(texts[i], i === 0 ? 0 : ends[i - 1]);
  return { bytes, ends };
}

/** The texts, not copied. */
export function unpackTexts({ bytes, ends }: PackedTexts): Uint8Array[] {
  return Array.from(ends, (end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
}
