import { fingerprint } from '../encoding/fingerprint.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { jsonSteps } from './json-steps.js';

/** Characters that are read in one step. */
const PIECE = 1 << 16;

/**
 * A weak entity tag: answers with the same tag have the same meaning, and differ in `msec` at most.
 * @param parts everything that the answer depends on
 */
export function entityTag(parts: readonly unknown[]): string {
  return `W/"${fingerprint(JSON.stringify(parts))}"`;
}

/**
 * The tag of an answer by what it says, in the steps that a large one needs.
 * @param parts what else it depends on
 */
export function* entityTagOf(answer: object, parts: readonly unknown[], work: Work): Steps<string> {
  const text = yield* jsonSteps(answer, work);
  const prints: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    prints.push(fingerprint(piece));
    if (work.spend(piece.length)) yield;
  }
  // The answer itself is written for its reader alone.
  work.release(text.length);
  return entityTag([prints, ...parts]);
}

/** What a request has in `if-none-match`: whether it lists a tag, or accepts any. */
export function listsTag(ifNoneMatch: string | undefined, tag: string): 'tag' | 'any' | false {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return 'any';
  // Weak comparison: the mark `W/` does not count. No tag of ours has a comma.
  const opaque = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === opaque) ? 'tag' : false;
}
