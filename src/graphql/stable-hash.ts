/**
 * A hash of 64 bits that is the same on every machine and in every version: two multiplicative hashes of 32 bits, mixed at the
 * end. It identifies data and protects nothing.
 */
export function stableHash(text: string): bigint {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (BigInt(b >>> 0) << 32n) | BigInt(a >>> 0);
}

/** A text that is the same for the same object, and another one for an object of another kind or with other content. */
export function cacheId(kind: string, content: unknown): string {
  return `${kind}-${stableHash(`${kind} ${JSON.stringify(content)}`)
    .toString(16)
    .padStart(16, '0')}`;
}
