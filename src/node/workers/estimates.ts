import type { Task } from './messages.js';
import { LONG_MS, TINY_MS } from './scheduler.js';

/** How long a call is expected to take (scheduler.ts). */
export type Expected = 'tiny' | 'short' | 'long';

/** Most shapes and clients whose times are stored; the least recently used are dropped. */
const MOST_KNOWN = 2000;
/**
 * Weight of the latest time in an estimate. Orders of magnitude are averaged: the first call of a shape may have had to load
 * sections.
 */
const WEIGHT = 0.5;
const LEAST_MS = 0.1;
/** Characters of a text that make up its shape, and characters of a shape. */
const TEXT_CHARACTERS = 100;
const SHAPE_CHARACTERS = 1000;
/** Members of a request that are read: enough for any ordinary request. */
const MOST_MEMBERS = 64;

/**
 * Estimates how long calls will take, from the times of calls of the same shape: the same members and operators with other words.
 * It takes microseconds, in the caller's thread. A new shape gets the estimate of its client's earlier calls; without those it
 * counts as short.
 */
export class Estimates {
  private readonly shapes = new Times<string>();
  private readonly clients = new Times<string | undefined>();

  /** How long a call of this shape is expected to take. What is not known to be tiny is not. */
  expect(shape: string, client: string | undefined): Expected {
    const known = this.shapes.find(shape);
    if ((known ?? this.clients.find(client) ?? 0) >= LONG_MS) return 'long';
    return known !== undefined && known <= TINY_MS ? 'tiny' : 'short';
  }

  /**
   * Records a time.
   * @param isWhole whether the call ran to its end; otherwise it would have taken at least this long
   */
  learn(shape: string, client: string | undefined, milliseconds: number, isWhole: boolean): void {
    this.shapes.note(shape, milliseconds, isWhole);
    this.clients.note(client, milliseconds, isWhole);
  }
}

interface Time {
  milliseconds: number;
}

/**
 * Times in two halves: when the newer one is full, the older one is dropped, with all that were not used meanwhile. A time in use is
 * only found, not moved: docs/decisions/0099-what-calls-leave-behind.md.
 */
class Times<Key> {
  private newer = new Map<Key, Time>();
  private older = new Map<Key, Time>();

  find(key: Key): number | undefined {
    return this.get(key)?.milliseconds;
  }

  note(key: Key, milliseconds: number, isWhole: boolean): void {
    const known = this.get(key);
    const least = isWhole ? milliseconds : Math.max(milliseconds, known?.milliseconds ?? 0);
    const counted = Math.max(least, LEAST_MS);
    if (known) known.milliseconds *= (counted / known.milliseconds) ** WEIGHT;
    else this.keep(key, { milliseconds: counted });
  }

  private get(key: Key): Time | undefined {
    const known = this.newer.get(key);
    if (known) return known;
    const old = this.older.get(key);
    if (old) this.keep(key, old);
    return old;
  }

  private keep(key: Key, time: Time): void {
    if (this.newer.size >= MOST_KNOWN / 2) {
      this.older = this.newer;
      this.newer = new Map();
    }
    this.newer.set(key, time);
  }
}

/** What requests that take about as long have in common. */
export function shapeOf(task: Task): string {
  switch (task.kind) {
    case 'method':
      return `${task.collection}.${task.method} ${membersShape(task.args.value)}`;
    case 'scan':
      return `${task.collection}.scan ${membersShape(task.request.value)}`;
    case 'rest':
      return `rest ${typeof task.sent.value === 'string' ? urlShape(task.sent.value) : ''}`;
    case 'graphql':
      return `graphql ${bodyShape(task.sent.value)}`;
    default:
      return task.kind;
  }
}

/** The names of a request's members, and the shapes of its texts and sizes of its numbers. */
function membersShape(root: unknown): string {
  let shape = '';
  let left = MOST_MEMBERS;
  const add = (value: unknown): void => {
    if (left-- <= 0 || shape.length > SHAPE_CHARACTERS) return;
    if (typeof value === 'string') shape += textShape(value);
    else if (typeof value === 'number') shape += sizeOf(value);
    else if (Array.isArray(value)) addList(value);
    else if (typeof value === 'object' && value !== null) addMembers(value as Record<string, unknown>);
    else shape += String(typeof value === 'boolean' && value);
  };
  const addList = (values: readonly unknown[]) => {
    shape += `[${sizeOf(values.length)} `;
    for (let i = 0; i < values.length && left > 0; i++) add(values[i]);
    shape += ']';
  };
  const addMembers = (members: Record<string, unknown>) => {
    shape += '{';
    for (const name in members) {
      if (left <= 0) break;
      shape += `${name.slice(0, TEXT_CHARACTERS)}:`;
      add(members[name]);
    }
    shape += '}';
  };
  add(root);
  return shape.slice(0, SHAPE_CHARACTERS);
}

/** A text without its words, except those that name fields; a long one by its beginning and its size. */
function textShape(text: string): string {
  const beginning = text.slice(0, TEXT_CHARACTERS).replace(/[\p{L}\p{N}._-]+:?/gu, (word) => (word.endsWith(':') ? word : 'w'));
  return text.length > TEXT_CHARACTERS ? `${beginning}…${sizeOf(text.length)}` : beginning;
}

/** Programs send the same query text with other variables. */
function bodyShape(body: unknown): string {
  const { query, variables } = Object(body) as Record<string, unknown>;
  const text = typeof query === 'string' ? `${query.slice(0, SHAPE_CHARACTERS)} ${sizeOf(query.length)}` : '';
  return `${text} ${membersShape(variables)}`;
}

/** The path and the arguments, whose values have the shapes of texts. */
function urlShape(url: string): string {
  const [path, query = ''] = url.slice(0, 8 * SHAPE_CHARACTERS).split('?', 2);
  const steps = path.split('/');
  const place = /^(?:search|match|get_multi)$/.test(steps[2] ?? '') ? steps.slice(0, 3).join('/') : `${steps[1]}/{uid}`;
  const shapes = query.split('&', MOST_MEMBERS).map((argument) => {
    const at = argument.indexOf('=') + 1;
    const value = argument.slice(at);
    return argument.slice(0, at) + (/^\d{1,9}$/.test(value) ? sizeOf(Number(value)) : textShape(value));
  });
  return `${place}?${shapes.join('&')}`.slice(0, SHAPE_CHARACTERS) + sizeOf(url.length);
}

/** A number by its order of magnitude. */
function sizeOf(value: number): string {
  return value > 0 ? String(Math.ceil(Math.log2(value))) : '0';
}
