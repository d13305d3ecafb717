import type { RatioReading } from './lexical.js';
import type { WordRun } from './word-run.js';

const NUMBER = /^[1-9]\d{0,2}$/;
const IN_ONE = /^([1-9]\d{0,2})-to-([1-9]\d{0,2})$/;
const JOINERS = new Set(['to', 'auf', 'zu']);

/** Whether a value has two numbers with a mark between them: `3/8`, `8:1`, but not `38`. */
export function hasRatio(value: string, first: string, second: string): boolean {
  const at = value.indexOf(first);
  const rest = at < 0 ? '' : value.slice(at + first.length);
  const mark = rest.search(/\d/);
  return mark > 0 && rest.startsWith(second, mark);
}

/** The ratio that begins at a place: the lines of a decoder or a multiplexer, `3 to 8`, `8-to-1`. */
export function ratiosAt(run: WordRun, i: number): RatioReading[] {
  const joined = IN_ONE.exec(run.word(i));
  if (joined) return [{ kind: 'ratio', from: i, to: i + 1, first: joined[1], second: joined[2] }];
  const [first, joiner, second] = [run.word(i), run.word(i + 1), run.word(i + 2)];
  if (!run.isRun(i, i + 3) || !NUMBER.test(first) || !JOINERS.has(joiner) || !NUMBER.test(second)) return [];
  return [{ kind: 'ratio', from: i, to: i + 3, first, second }];
}
