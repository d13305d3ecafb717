import { fingerprint } from '../encoding/fingerprint.js';

/**
 * A weak entity tag: answers with the same tag have the same meaning, and differ in `msec` at most.
 * @param parts everything that the answer depends on
 */
export function entityTag(parts: readonly unknown[]): string {
  return `W/"${fingerprint(JSON.stringify(parts))}"`;
}

/** What a request has in `if-none-match`: whether it lists a tag, or accepts any. */
export function listsTag(ifNoneMatch: string | undefined, tag: string): 'tag' | 'any' | false {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return 'any';
  // Weak comparison: the mark `W/` does not count. No tag of ours has a comma.
  const opaque = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === opaque) ? 'tag' : false;
}
