/**
 * Whether a value has its contents in its own members: an object literal, what `JSON.parse` gives, an instance of a
 * simple class. Not a list, and not a Date, a Map or whatever else JSON would write as something other than its members.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return (
    Object.prototype.toString.call(value) === '[object Object]' && typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}
