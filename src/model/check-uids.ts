import { addTooMany, checkStrings, withoutFaulty } from './check-arguments.js';
import type { Issues } from './issues.js';
import type { Limits } from './limits.js';
import { MOST_ELEMENTS } from './request-size.js';

/** The uids of a `getMulti`, as a new list. */
export function checkUids(uids: unknown, limits: Limits, issues: Issues): string[] {
  const path = ['uids'];
  if (uids === undefined || uids === null) issues.addWrongType(path, 'a list of strings', undefined);
  const count = Array.isArray(uids) ? uids.length : typeof uids === 'string' ? 1 : 0;
  const isOver = count > limits.getMulti;
  const list = isOver && count > MOST_ELEMENTS ? [] : withoutFaulty(checkStrings(uids, path, issues, count));
  if (isOver) addTooMany(path, `at most ${limits.getMulti}`, count, issues);
  return list;
}
