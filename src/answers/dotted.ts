import { isObject } from '../model/plain.js';
import { NAME_DEPTH } from '../model/schema.js';
import { setMember } from './shape.js';

/**
 * Dotted names in documents. A key may contain dots, so a name can be read in several ways; in a document the longest existing
 * key wins, at every level. Names lead through lists.
 */

type Members = Record<string, unknown>;

/** Every way to split a name into a key and the rest after it (undefined: no rest), the longest key first. */
export function splitAtKeys(name: string): [key: string, rest: string | undefined][] {
  const splits: [string, string | undefined][] = [[name, undefined]];
  for (let dot = name.lastIndexOf('.'); dot >= 0; dot = dot === 0 ? -1 : name.lastIndexOf('.', dot - 1)) {
    splits.push([name.slice(0, dot), name.slice(dot + 1)]);
  }
  return splits;
}

/**
 * The named members of a value in its order, as a new object or list; undefined for a scalar, which has none.
 * @param depth objects and lists that lead to the value; a member of a document has 1
 */
export function pick(value: unknown, names: readonly string[], depth: number): unknown {
  if (depth > NAME_DEPTH) return undefined;
  if (Array.isArray(value))
    return value.map((element) => pick(element, names, depth + 1)).filter((picked) => picked !== undefined);
  if (!isObject(value)) return undefined;
  const picked: Members = Object.create(Object.getPrototypeOf(value) as object | null);
  const groups = groupByKey(names, (key) => Object.hasOwn(value, key));
  if (groups.size === 0) return picked;
  for (const key of Object.keys(value)) {
    const rests = groups.get(key);
    if (rests === undefined) continue;
    const member = rests === 'whole' ? value[key] : pick(value[key], rests, depth + 1);
    if (member !== undefined) setMember(picked, key, member);
  }
  return picked;
}

/**
 * The keys that names begin with, each with the rest of the names: `whole` if one of the names is the key itself. Names that
 * begin with no existing key are left out.
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

type Act = (holder: Members, key: string) => void;

/**
 * Calls back with every object of a document that has the named member, and the member's key in it. The callback may change the
 * object.
 */
export function atName(document: object, name: string, act: Act): void {
  atNameIn(document, name, act, 0);
}

function atNameIn(value: unknown, name: string, act: Act, depth: number): void {
  if (depth > NAME_DEPTH) return;
  if (Array.isArray(value)) {
    for (const element of value) atNameIn(element, name, act, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const split = splitAtKeys(name).find(([key]) => Object.hasOwn(value, key));
  if (!split) return;
  const [key, rest] = split;
  if (rest === undefined) act(value, key);
  else atNameIn(value[key], rest, act, depth + 1);
}
