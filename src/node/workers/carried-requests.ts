import { types } from 'node:util';
import { isPlainObject } from '../../model/plain.js';

/**
 * A request in a form that a message can hold. Nearly every request is plain and is sent unchanged. What messages cannot hold
 * (functions, symbols, instances of classes) is replaced by stand-ins that validation reports like the original.
 */
export interface CarriedRequest {
  readonly value: unknown;
  /** Whether there are stand-ins in `value`. */
  readonly hasStandIns: boolean;
}

/** Replaces a value that a message cannot hold. No request has an instance of it, since it is made of Maps. */
type StandIn = Map<'function' | 'symbol' | 'instance', string>;

/** A copy of an object that is not finished. */
interface Copying {
  readonly from: object;
  readonly to: Record<string, unknown> | unknown[];
  /** Objects and lists around it. */
  readonly depth: number;
}

/** Messages cannot nest as deeply as objects can, and no request nests as deeply as this: what is inside is left out. */
const DEEPEST = 500;

/** Longer lists are visited by their own keys: a list of a billion holes is a small object. */
const LONG_LIST = 100_000;

/** @throws what a getter of the request throws */
export function packRequest(value: unknown): CarriedRequest {
  return isPlain(value) ? { value, hasStandIns: false } : { value: copyWith(standInFor, value), hasStandIns: true };
}

export function unpackRequest({ value, hasStandIns }: CarriedRequest): unknown {
  return hasStandIns ? copyWith(revive, value) : value;
}

/** Whether a message holds a value exactly. */
function isPlain(root: unknown): boolean {
  if (!isObject(root)) return isCarried(root);
  const depths = new Map<object, number>([[root, 0]]);
  for (const [object, depth] of depths) {
    if (depth > DEEPEST || !isPlainContainer(object)) return false;
    for (const key of keysOf(object)) {
      const value = (object as Record<string | number, unknown>)[key];
      if (!isObject(value)) {
        if (!isCarried(value)) return false;
      } else if (!depths.has(value)) depths.set(value, depth + 1);
    }
  }
  return true;
}

function isPlainContainer(object: object): boolean {
  // Messages refuse the arguments of a function and the exports of a module, though they look plain.
  if (types.isProxy(object) || types.isArgumentsObject(object) || types.isModuleNamespaceObject(object)) return false;
  if (Array.isArray(object)) return true;
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

function isCarried(value: unknown): boolean {
  return typeof value !== 'function' && typeof value !== 'symbol';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function* keysOf(object: object): Iterable<string | number> {
  if (!Array.isArray(object) || object.length > LONG_LIST) yield* Object.keys(object);
  else for (let i = 0; i < object.length; i++) yield i;
}

/** A copy in which `replace` has replaced the values that it recognises, down to the deepest level; circles stay circles. */
function copyWith(replace: (value: unknown) => { readonly by: unknown } | undefined, root: unknown): unknown {
  const copies = new Map<object, unknown>();
  const open: Copying[] = [];
  const copy = (value: unknown, depth: number): unknown => {
    const replaced = replace(value);
    if (replaced) return replaced.by;
    if (!isObject(value)) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    if (depth > DEEPEST) return Array.isArray(value) ? [] : {};
    const to = Array.isArray(value) ? new Array<unknown>(value.length) : {};
    copies.set(value, to);
    open.push({ from: value, to: to as Copying['to'], depth });
    return to;
  };
  const result = copy(root, 0);
  for (let next = open.pop(); next; next = open.pop()) {
    for (const key of keysOf(next.from)) {
      const value = copy((next.from as Record<string | number, unknown>)[key], next.depth + 1);
      Object.defineProperty(next.to, key, { value, writable: true, enumerable: true, configurable: true });
    }
  }
  return result;
}

function standInFor(value: unknown): { readonly by: StandIn } | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return { by: new Map([[typeof value as 'function', '']]) };
  // An instance of a simple class counts as its members where an object is expected.
  if (!isObject(value) || Array.isArray(value) || isPlainObject(value)) return undefined;
  const name: unknown = value.constructor?.name;
  return { by: new Map([['instance', typeof name === 'string' ? name : '']]) };
}

function revive(value: unknown): { readonly by: unknown } | undefined {
  if (!(value instanceof Map)) return undefined;
  const [[kind, name]] = value as StandIn;
  if (kind === 'function') return { by: () => {} };
  return { by: kind === 'symbol' ? Symbol() : instanceOf(name) };
}

/** An object that is more than its members, such as a Date: messages keep its class. */
function instanceOf(name: string): object {
  const prototype = { constructor: { name }, toJSON: () => undefined };
  return Object.create(prototype) as object;
}
