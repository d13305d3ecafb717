import { digestOf } from '../analysis/digest.js';

/** A hash of 64 bits that is the same on every machine and in every version. It identifies data and protects nothing. */
export function stableHash(text: string): bigint {
  const [low, high] = digestOf(text);
  return (BigInt(high) << 32n) | BigInt(low);
}

/** A text that is the same for the same object, and another one for an object of another kind or with other content. */
export function cacheId(kind: string, content: unknown): string {
  return `${kind}-${stableHash(`${kind} ${JSON.stringify(content)}`)
    .toString(16)
    .padStart(16, '0')}`;
}
