/** Whether a value is an object and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a value's content is in its own members: an object literal, a result of `JSON.parse`, an instance of a simple class.
 * False for a list, a Date, a Map, and anything else that JSON does not write as its members.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return (
    Object.prototype.toString.call(value) === '[object Object]' && typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}

/** Whether a value is an iterable or async iterable object. A text is an iterable of letters, which nobody means. */
export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

/**
 * An empty map without prototype, for names of any text, of which it has a few. It begins with a prototype and loses it: V8 makes a hash
 * table of one that begins without, which takes twice as long to fill, and more memory (bench/README.md, "Kernels", `bareMap`).
 */
export function bareMap<T>(): Record<string, T> {
  return Object.setPrototypeOf({}, null) as Record<string, T>;
}
