import { describeValue } from './describe.js';
import { type CollectionName, type Field, findField, type KnownNames, nearestFields } from './fields.js';
import type { Path } from './issue.js';
import type { Issues } from './issues.js';
import { nearestNames, shorten } from './nearest.js';
import { isPlainObject } from './plain.js';
import { MOST_ELEMENTS } from './request-size.js';

/*
 * Checks of the members of a request. Each adds an issue for what is wrong and returns a value to go on with, so that one check
 * finds every fault. Undefined and null mean that a member was not given.
 */

type Members = Readonly<Record<string, unknown>>;

/** Unknown names that are compared with the spec keys of the catalog. */
const MOST_GUESSES = 10;
const NO_MEMBERS: Members = Object.freeze({});

/** Reads the members of an object whose names are all known in advance. */
export class MemberReader {
  private constructor(
    private readonly members: Members,
    private readonly path: Path,
    private readonly issues: Issues,
    private readonly names: readonly string[] = [],
  ) {}

  /** Adds an issue for a value that is not an object, and for each member that is not allowed. */
  static of(value: unknown, path: Path, allowed: readonly string[], issues: Issues): MemberReader {
    const members = checkMap(value, path, issues) ?? NO_MEMBERS;
    const names = Object.keys(members);
    if (isTooLong(names, path, issues)) return new MemberReader(NO_MEMBERS, path, issues);
    for (const name of names) {
      if (allowed.includes(name)) continue;
      if (issues.countUnlisted()) continue;
      const nearest = nearestNames(name, allowed);
      const argument = [...path, shorten(name)];
      issues.add('unknown_argument', [...path, name], ` is not an argument; did you mean ${orList(nearest)}?`, {
        found: name,
        expected: allowed,
        nearest,
        argument,
      });
    }
    return new MemberReader(members, path, issues, names);
  }

  /** Whether the caller passed one member and no other. */
  hasOnly(name: string): boolean {
    return this.names.length === 1 && this.names[0] === name;
  }

  /** A member as the caller passed it. */
  value(name: string): unknown {
    return this.members[name];
  }

  /** The path of a member. */
  at(name: string): Path {
    return [...this.path, name];
  }

  text(name: string, byDefault: string): string {
    const value = this.members[name];
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) this.issues.addWrongType(this.at(name), 'a string', value);
    return byDefault;
  }

  flag(name: string): boolean {
    const value = this.members[name];
    if (typeof value === 'boolean') return value;
    if (value !== undefined && value !== null) this.issues.addWrongType(this.at(name), 'true or false', value);
    return false;
  }

  /** An integer from `minimum` to `maximum`, which may be Infinity. */
  count(name: string, byDefault: number, maximum: number, minimum = 0): number {
    const value = this.members[name];
    if (value === undefined || value === null) return byDefault;
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    const range = maximum === Infinity ? `at least ${minimum}` : `between ${minimum} and ${maximum}`;
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      this.issues.addWrongType(this.at(name), `an integer ${range}`, value);
      return byDefault;
    }
    this.issues.add('out_of_range', this.at(name), ` must be ${range}`, { found: value, expected: [range] });
    return byDefault;
  }

  /**
   * A list of strings, as a new list; a single string becomes a list of one. An element of another type becomes undefined.
   * @param most elements
   */
  strings(name: string, most = MOST_ELEMENTS): (string | undefined)[] {
    const value = this.members[name];
    return value === undefined || value === null ? [] : checkStrings(value, this.at(name), this.issues, most);
  }

  /** The members of an object whose names the caller chooses. */
  entries(name: string): [string, unknown][] {
    const value = this.members[name];
    if (value === undefined || value === null) return [];
    const entries = Object.entries(checkMap(value, this.at(name), this.issues) ?? NO_MEMBERS);
    return isTooLong(entries, this.at(name), this.issues) ? [] : entries;
  }

  /** An object whose names are all known in advance; undefined if it was not passed. */
  object(name: string, allowed: readonly string[]): MemberReader | undefined {
    const value = this.members[name];
    if (value === undefined || value === null) return undefined;
    return MemberReader.of(value, this.at(name), allowed, this.issues);
  }
}

/** An object whose names the caller chooses. */
function checkMap(value: unknown, path: Path, issues: Issues): Members | undefined {
  if (isPlainObject(value)) return value;
  issues.addWrongType(path, 'an object', value);
  return undefined;
}

/** Whether a list is longer than any request needs, which is an issue: its elements are not looked at. */
export function isTooLong(list: readonly unknown[], path: Path, issues: Issues, most = MOST_ELEMENTS): boolean {
  if (list.length <= most) return false;
  addTooMany(path, `at most ${most} elements`, list.length, issues);
  return true;
}

/** A list that is too long. */
export function addTooMany(path: Path, expected: string, count: number, issues: Issues): void {
  issues.add('too_many', path, ` must be ${expected}, not ${count}`, { found: count, expected: [expected] });
}

/**
 * A list of strings, as a new list; a single string becomes a list of one. An element of another type becomes undefined.
 * @param most elements
 */
export function checkStrings(value: unknown, path: Path, issues: Issues, most = MOST_ELEMENTS): (string | undefined)[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) {
    issues.addWrongType(path, 'a list of strings', value);
    return [];
  }
  if (isTooLong(value, path, issues, most)) return [];
  const strings: (string | undefined)[] = [];
  // By index: an array may have holes.
  for (let i = 0; i < value.length; i++) {
    const element: unknown = value[i];
    if (typeof element === 'string') strings.push(element);
    else strings.push(faultyString(element, [...path, i], issues));
  }
  return strings;
}

function faultyString(element: unknown, path: Path, issues: Issues): undefined {
  issues.add('wrong_type', path, ` must be a string, not ${describeValue(element)}`, { found: element, expected: ['a string'] });
}

/** The elements of a list that was checked. */
export function withoutFaulty(list: readonly (string | undefined)[]): string[] {
  return list.filter((element) => element !== undefined);
}

/** Where a fieldname stands. */
export interface FieldPlace {
  readonly path: Path;
  readonly argument?: Path;
  readonly offset?: number;
  readonly length?: number;
}

/** The field of a fieldname; undefined, with an issue, if there is no such field. */
export function checkField(
  collection: CollectionName,
  name: string,
  place: FieldPlace,
  issues: Issues,
  known: KnownNames,
): Field | undefined {
  const field = known.isRefused?.(name) ? undefined : findField(collection, name, known.own);
  if (field) return field;
  addUnknownField(collection, name, place, issues, known);
  return undefined;
}

/** Adds the issue of a fieldname that there is not. */
export function addUnknownField(
  collection: CollectionName,
  name: string,
  place: FieldPlace,
  issues: Issues,
  known: KnownNames,
): void {
  if (issues.countUnlisted()) return;
  const { path, ...details } = place;
  // Comparing many names with many keys would take long.
  const specKeys = issues.count < MOST_GUESSES ? known.specKeys : undefined;
  const nearest = nearestFields(collection, name, { ...known, specKeys });
  const expected = [`a fieldname of ${collection}`];
  const hint = nearest.length > 0 ? `; did you mean ${orList(nearest)}?` : '';
  const text = `: "${shorten(name)}" is not ${expected[0]}${hint}`;
  issues.add('unknown_field', path, text, { ...details, found: name, expected, nearest });
}

/** Names as a message lists them: `"a" or "b"`. */
export function orList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' or ');
}

/** A map without prototype, safe for names of any text. */
export function nameMap<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
