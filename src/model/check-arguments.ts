import { describeValue } from './describe.js';
import { ValidationError } from './errors.js';
import { nearestNames, shorten } from './nearest.js';
import { isPlainObject } from './plain.js';

/** Checks of one argument each. `argument` is its dotted path; undefined and null mean that it was not given. */

type Members = Record<string, unknown>;

/** The error for an argument of the wrong kind. */
export function wrongArgument(argument: string, expected: string, found: unknown): ValidationError {
  const subject = argument === '' ? 'the request' : argument;
  return new ValidationError(argument, `${subject} must be ${expected}, not ${describeValue(found)}`);
}

/** The path of a member of an argument. */
export function memberOf(argument: string, name: string): string {
  return argument === '' ? name : `${argument}.${name}`;
}

/** An object of which all names are known in advance. @throws ValidationError naming the nearest of `allowed` */
export function checkObject(value: unknown, argument: string, allowed: readonly string[]): Members {
  const members = checkMap(value, argument);
  for (const name of Object.keys(members)) {
    if (allowed.includes(name)) continue;
    const near = nearestNames(name, allowed);
    throw new ValidationError(
      memberOf(argument, shorten(name)),
      `"${memberOf(argument, shorten(name))}" is no argument; did you mean ${near.map((known) => `"${memberOf(argument, known)}"`).join(' or ')}?`,
    );
  }
  return members;
}

/** An object whose names are the caller's. */
export function checkMap(value: unknown, argument: string): Members {
  if (!isPlainObject(value)) throw wrongArgument(argument, 'an object', value);
  return value;
}

export function checkString(value: unknown, argument: string, byDefault: string): string {
  if (value === undefined || value === null) return byDefault;
  if (typeof value !== 'string') throw wrongArgument(argument, 'a string', value);
  return value;
}

export function checkBoolean(value: unknown, argument: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw wrongArgument(argument, 'true or false', value);
  return value;
}

/** An integer from 0 to `maximum`, which may be Infinity. */
export function checkCount(value: unknown, argument: string, byDefault: number, maximum: number): number {
  if (value === undefined || value === null) return byDefault;
  const range = maximum === Infinity ? 'at least 0' : `between 0 and ${maximum}`;
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongArgument(argument, `an integer ${range}`, value);
  if (value < 0 || value > maximum) throw new ValidationError(argument, `${argument} must be ${range}`);
  return value;
}

/** A list of strings, as a new list; one string is a list of one. */
export function checkStrings(value: unknown, argument: string): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) throw wrongArgument(argument, 'a list of strings', value);
  const strings: string[] = [];
  for (let i = 0; i < value.length; i++) {
    const element: unknown = value[i];
    if (typeof element !== 'string') throw wrongArgument(`${argument}[${i}]`, 'a string', element);
    strings.push(element);
  }
  return strings;
}

/** A map without prototype, safe for names of any text. */
export function nameMap<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
