import { checkMap, checkObject, checkStrings, memberOf, nameMap, wrongArgument } from './check-arguments.js';
import type { Directives } from './requests.js';

export const DIRECTIVES = ['include', 'show', 'hide', 'slice'] as const;

/**
 * Checks the form of directives: lists of names, and a map of names to slices. Whether the names exist and what the
 * slices say is checked when they are compiled for a collection.
 * @param argument the dotted path of the directives, `""` where they are the request's own members
 * @returns new lists and maps; what was not given, or is empty, is left out
 * @throws ValidationError
 */
export function checkDirectives(value: unknown, argument: string): Directives {
  if (value === undefined || value === null) return {};
  return readDirectives(checkObject(value, argument, DIRECTIVES), argument);
}

/** The directives among the members of a request; other members are left alone. @throws ValidationError */
export function readDirectives(members: Record<string, unknown>, argument: string): Directives {
  const directives: Directives = {};
  const include = checkStrings(members.include, memberOf(argument, 'include'));
  if (include.length > 0) directives.include = include;
  const show = checkStrings(members.show, memberOf(argument, 'show'));
  if (show.length > 0) directives.show = show;
  const hide = checkStrings(members.hide, memberOf(argument, 'hide'));
  if (hide.length > 0) directives.hide = hide;
  const slice = readSlices(members.slice, memberOf(argument, 'slice'));
  if (slice) directives.slice = slice;
  return directives;
}

function readSlices(value: unknown, argument: string): Record<string, string> | undefined {
  if (value === undefined || value === null) return undefined;
  const given = checkMap(value, argument);
  const names = Object.keys(given);
  if (names.length === 0) return undefined;
  const slices = nameMap<string>();
  for (const name of names) {
    const slice = given[name];
    if (typeof slice !== 'string') throw wrongArgument(memberOf(argument, name), 'a slice such as "[0:5]"', slice);
    slices[name] = slice;
  }
  return slices;
}
