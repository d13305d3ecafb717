/** The queries of a match request, read and checked (docs/semantics.md, "Part matching"). */
import type { EchoedMatchQuery } from '../../src/model/match-requests.js';
import { isObject } from './documents.js';
import { plainText, readWord } from './text.js';

const UNSET: EchoedMatchQuery = {
  q: '',
  mpn: null,
  brand: null,
  sku: null,
  seller: null,
  mpn_or_sku: null,
  start: 0,
  limit: 3,
  reference: null,
};
type MemberName = keyof EchoedMatchQuery;

/** The members that hold part numbers. */
export const NUMBERS = ['mpn', 'sku', 'mpn_or_sku'] as const;
const CONDITIONS: readonly MemberName[] = ['q', 'brand', 'seller', ...NUMBERS];
const LARGEST: Partial<Record<MemberName, number>> = { start: 1000, limit: 100 };

export interface ReadQuery {
  /** As it is echoed. */
  readonly query: EchoedMatchQuery;
  /** The members of which the query's error may be about any; '' for the query as a whole. Empty: there is no error. */
  readonly faults: readonly string[];
}

export function readQuery(given: unknown): ReadQuery {
  if (!isObject(given)) return { query: UNSET, faults: [''] };
  const members = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, isText(name) && Number.isFinite(value) ? String(value) : value] as const);
  const unknown = members.map(([name]) => name).filter((name) => !Object.hasOwn(UNSET, name));
  const known = members.filter(([name]) => Object.hasOwn(UNSET, name)) as [MemberName, unknown][];
  const set = known.filter(([, value]) => value !== null);
  const wrong = set.filter(([name, value]) => !isRight(name, value)).map(([name]) => name);
  const isWanted = set.some(([name, value]) => CONDITIONS.includes(name) && !isBlank(value));
  const faults = [...unknown, ...wrong, ...(isWanted ? [] : [''])];
  const shown = faults.length > 0 ? known.filter(([, value]) => isScalar(value)) : set;
  return { query: { ...UNSET, ...Object.fromEntries(shown) }, faults };
}

/** A JSON number in a text's place is its text. */
function isText(name: string): boolean {
  return Object.hasOwn(UNSET, name) && !Object.hasOwn(LARGEST, name);
}

function isRight(name: MemberName, value: unknown): boolean {
  const largest = LARGEST[name];
  if (largest !== undefined) return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= largest;
  if (typeof value !== 'string' || new TextEncoder().encode(value).length > 65_536) return false;
  return !(NUMBERS as readonly string[]).includes(name) || isBlank(value) || hasEnough(value);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** A part number with a wildcard needs three other characters. */
function hasEnough(written: string): boolean {
  const pattern = readWord(written);
  const characters = pattern.flatMap((piece) => (typeof piece === 'string' ? [...piece] : []));
  return plainText(pattern) !== undefined || characters.length >= 3;
}

/** A blank text is not a condition. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && /^\p{White_Space}*$/u.test(value);
}
