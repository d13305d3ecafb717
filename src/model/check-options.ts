import { MemberReader } from './check-arguments.js';
import { Issues, wrongArgument } from './issues.js';
import { isPlainObject } from './plain.js';

/**
 * Options whose names were checked; undefined and null are none.
 * @throws ValidationError for one that is not allowed, with the nearest of them
 */
export function checkOptions<T extends object>(options: T | null | undefined, allowed: readonly string[]): T {
  if (options === undefined || options === null) return {} as T;
  if (!isPlainObject(options)) throw wrongArgument('options', 'an object', options);
  checkMembers(options, [], allowed);
  return options;
}

/** Checks what is to be called. @throws ValidationError */
export function checkListener(listener: unknown): void {
  if (typeof listener !== 'function') throw wrongArgument('listener', 'a function', listener);
}

/** Checks an argument that is an object with members of known names. @throws ValidationError with all faults */
export function checkMembers(value: unknown, path: readonly string[], allowed: readonly string[]): void {
  const issues = new Issues(value);
  MemberReader.of(value, path, allowed, issues);
  issues.throwIfAny();
}
