import { shorten } from './nearest.js';

/** A value for an error message, at most one line: `"RC06…"`, `-3`, `null`, `a list of 3`, `an object with "a", "b"`. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(shorten(value, 60));
    case 'bigint':
      return `the BigInt ${shorten(String(value), 40)}`;
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return String(value);
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const name: unknown = value.constructor?.name;
    if (typeof name === 'string' && name !== '' && name !== 'Object') return `an instance of ${shorten(name, 40)}`;
  }
  const names = Object.keys(value);
  if (names.length === 0) return 'an empty object';
  const first = names.slice(0, 3).map((name) => JSON.stringify(shorten(name, 20)));
  return `an object with ${first.join(', ')}${names.length > 3 ? ', …' : ''}`;
}

/**
 * Steps into a document as a path: `offers[2].prices.USD[0][1]`. A key that is not a plain word is quoted
 * (`specs["my.key"].value`), so that the path is unambiguous.
 */
export function formatPath(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (!isPlainWord(step)) path += `[${JSON.stringify(shorten(step))}]`;
    else path += path === '' ? step : `.${step}`;
  }
  return path;
}

function isPlainWord(key: string): boolean {
  return /^[\w-]{1,80}$/.test(key);
}
