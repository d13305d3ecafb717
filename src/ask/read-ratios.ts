import type { RatioReading } from './lexical.js';
import type { WordRun } from './word-run.js';

const NUMBER = /^[1-9]\d{0,2}$/;
const IN_ONE = /^([1-9]\d{0,2})-to-([1-9]\d{0,2})$/;
const DIGIT = /\d/;
/** More of a number, before and behind some of its digits. */
const BEFORE = /\d\.?$/;
const BEHIND = /^\.?\d/;
const JOINERS = new Set(['to', 'auf', 'zu']);

/** Whether a value has two numbers with a mark between them: `3/8`, `1 x 8:1`, but not `38`, `13/8` or `3/8.5`. */
export function hasRatio(value: string, first: string, second: string): boolean {
  for (let at = value.indexOf(first); at >= 0; at = value.indexOf(first, at + 1)) {
    const end = at + first.length;
    const mark = value.slice(end).search(DIGIT);
    if (mark < 1 || BEFORE.test(value.slice(0, at))) continue;
    const behind = value.slice(end + mark);
    if (behind.startsWith(second) && !BEHIND.test(behind.slice(second.length))) return true;
  }
  return false;
}

/** The ratio that begins at a place: the lines of a decoder or a multiplexer, `3 to 8`, `8-to-1`. */
export function ratiosAt(run: WordRun, i: number): RatioReading[] {
  const joined = IN_ONE.exec(run.word(i));
  if (joined) return [{ kind: 'ratio', from: i, to: i + 1, first: joined[1], second: joined[2] }];
  const [first, joiner, second] = [run.word(i), run.word(i + 1), run.word(i + 2)];
  if (!run.isRun(i, i + 3) || !NUMBER.test(first) || !JOINERS.has(joiner) || !NUMBER.test(second)) return [];
  return [{ kind: 'ratio', from: i, to: i + 3, first, second }];
}
