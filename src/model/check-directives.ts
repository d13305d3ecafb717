import { MemberReader, nameMap } from './check-arguments.js';
import type { Issues } from './issues.js';
import type { Directives } from './requests.js';

export const DIRECTIVES = ['include', 'show', 'hide', 'slice'] as const;

/** Directives whose form was checked. A name is undefined only if it has an issue: nothing is answered or echoed then. */
export interface CheckedDirectives extends Pick<Directives, 'slice'> {
  include?: (string | undefined)[];
  show?: (string | undefined)[];
  hide?: (string | undefined)[];
}

/**
 * Checks the form of directives: lists of names, and a map of names to slices. Whether the names exist and what the
 * slices say is checked when they are compiled for a collection.
 * @returns new lists and maps; what was not given, or is empty, is left out
 */
export function checkDirectives(value: unknown, issues: Issues): CheckedDirectives {
  if (value === undefined || value === null) return {};
  return readDirectives(MemberReader.of(value, [], DIRECTIVES, issues), issues);
}

/** The directives among the members of a request; other members are left alone. */
export function readDirectives(members: MemberReader, issues: Issues): CheckedDirectives {
  const directives: CheckedDirectives = {};
  for (const name of ['include', 'show', 'hide'] as const) {
    const names = members.strings(name);
    if (names.length > 0) directives[name] = names;
  }
  if (members.value('slice') === undefined) return directives;
  const slices = nameMap<string>();
  for (const [name, slice] of members.entries('slice')) {
    if (typeof slice === 'string') slices[name] = slice;
    else issues.addWrongType([...members.at('slice'), name], 'a slice such as "[0:5]"', slice);
  }
  if (Object.keys(slices).length > 0) directives.slice = slices;
  return directives;
}
