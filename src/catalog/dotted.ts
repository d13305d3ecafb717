import { setMember } from './shape.js';

/**
 * Dotted names in documents. A key may hold dots itself, so a name can be read in several ways; in a document the
 * longest key that exists wins, at every level. Names lead through lists.
 */

type Members = Record<string, unknown>;

/** Lists inside lists are followed so deep and no deeper. */
const MAX_LIST_NESTING = 32;

/** Every way to read a name as a key and the rest behind it (undefined: nothing), the longest key first. */
export function splitAtKeys(name: string): [key: string, rest: string | undefined][] {
  const splits: [string, string | undefined][] = [[name, undefined]];
  for (let dot = name.lastIndexOf('.'); dot >= 0; dot = dot === 0 ? -1 : name.lastIndexOf('.', dot - 1)) {
    splits.push([name.slice(0, dot), name.slice(dot + 1)]);
  }
  return splits;
}

/** The members of a value that the names lead to, as a new object or list; undefined for a scalar, which has none. */
export function pick(value: unknown, names: readonly string[], nesting = 0): unknown {
  if (Array.isArray(value)) return pickFromElements(value, names, nesting + 1);
  if (!isObject(value)) return undefined;
  const picked: Members = Object.create(Object.getPrototypeOf(value) as object | null);
  for (const [key, rests] of groupByKey(names, (key) => Object.hasOwn(value, key))) {
    const member = rests === 'whole' ? value[key] : pick(value[key], rests);
    if (member !== undefined) setMember(picked, key, member);
  }
  return picked;
}

function pickFromElements(list: readonly unknown[], names: readonly string[], nesting: number): unknown[] {
  if (nesting > MAX_LIST_NESTING) return [];
  return list.map((element) => pick(element, names, nesting)).filter((picked) => picked !== undefined);
}

/**
 * The keys that names begin with, each with what follows it: `whole` where one of the names is the key itself.
 * Names that begin with no existing key are left out.
 */
export function groupByKey(names: readonly string[], exists: (key: string) => boolean): Map<string, 'whole' | string[]> {
  const groups = new Map<string, 'whole' | string[]>();
  for (const name of names) {
    const split = splitAtKeys(name).find(([key]) => exists(key));
    if (!split) continue;
    const [key, rest] = split;
    const rests = groups.get(key);
    if (rest === undefined) groups.set(key, 'whole');
    else if (rests === undefined) groups.set(key, [rest]);
    else if (rests !== 'whole') rests.push(rest);
  }
  return groups;
}

/** Calls back with every object that holds the named member, and the member's key in it. The object may be changed. */
export function atName(holder: object, name: string, act: (holder: Members, key: string) => void): void {
  const split = splitAtKeys(name).find(([key]) => Object.hasOwn(holder, key));
  if (!split) return;
  const [key, rest] = split;
  if (rest === undefined) {
    act(holder as Members, key);
    return;
  }
  const member = (holder as Members)[key];
  for (const inner of [member].flat(MAX_LIST_NESTING)) {
    if (isObject(inner)) atName(inner, rest, act);
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
