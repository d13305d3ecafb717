import { compareCodePoints } from '../analysis/text.js';
import type { Call } from '../model/call.js';
import { checkPart } from '../model/check-documents.js';
import type { Part } from '../model/documents.js';
import { isObject } from '../model/plain.js';
import { CLASS_MEMBER, PART, type ValueType } from '../model/schema.js';
import { StepBounds } from '../work/within-call.js';
import type { Catalog } from './catalog.js';
import { internalsOf } from './internals.js';
import type { StoredPart } from './parts-by-uid.js';

/** A part that is not the same in two catalogs. */
export interface PartDifference {
  /** Its uid. */
  readonly uid: string;
  /** Whether only the later catalog has it, only the earlier one, or both. */
  readonly change: 'added' | 'removed' | 'changed';
  /** Of a changed part, the names of the top-level members that differ, in code-point order. */
  readonly members?: readonly string[];
  /** The earlier document as stored, without Empty values; absent for an added part. */
  readonly before?: Part;
  /** The later document likewise; absent for a removed part. */
  readonly after?: Part;
}

/**
 * The parts that differ between two catalogs, by uid in code-point order. Both are read once, a page at a time. Documents are compared
 * as the catalog reads them (docs/semantics.md, "Documents"): a documented member that is null is absent, one value is a list of one,
 * a numeric `mpn` is its text; the order of members does not matter, that of lists does. Records are not compared.
 * @throws ValidationError for what is not a catalog of this copy of partdex; the reason of the call's signal, and BudgetExceededError after its
 * timeout; what reading a catalog throws
 */
export async function* diffCatalogs(before: Catalog, after: Catalog, call?: Call): AsyncIterable<PartDifference> {
  const bounds = new StepBounds(call, 'comparing two catalogs');
  const earlier = new Cursor(internalsOf(before).partsByUid());
  const later = new Cursor(internalsOf(after).partsByUid());
  try {
    let [a, b] = await Promise.all([earlier.next(), later.next()]);
    while (a || b) {
      bounds.check();
      const order = !a ? 1 : !b ? -1 : compareCodePoints(a.uid, b.uid);
      const difference = order < 0 ? removed(a) : order > 0 ? added(b) : changed(a as StoredPart, b as StoredPart);
      if (difference) yield difference;
      if (order <= 0) a = await earlier.next();
      if (order >= 0) b = await later.next();
    }
  } finally {
    await Promise.all([earlier.end(), later.end()]);
  }
}

/** Parts one at a time, of pages. */
class Cursor {
  private readonly pages: AsyncIterator<readonly StoredPart[]>;
  private page: readonly StoredPart[] = [];
  private at = 0;

  constructor(pages: AsyncIterable<readonly StoredPart[]>) {
    this.pages = pages[Symbol.asyncIterator]();
  }

  async next(): Promise<StoredPart | undefined> {
    while (this.at === this.page.length) {
      const { done, value } = await this.pages.next();
      if (done) return undefined;
      this.page = value;
      this.at = 0;
    }
    return this.page[this.at++];
  }

  async end(): Promise<void> {
    await this.pages.return?.();
  }
}

const removed = (part: StoredPart | undefined): PartDifference | undefined =>
  part && { uid: part.uid, change: 'removed', before: JSON.parse(part.text) };

const added = (part: StoredPart | undefined): PartDifference | undefined =>
  part && { uid: part.uid, change: 'added', after: JSON.parse(part.text) };

function changed(a: StoredPart, b: StoredPart): PartDifference | undefined {
  if (a.text === b.text) return undefined;
  const [before, after] = [JSON.parse(a.text) as Part, JSON.parse(b.text) as Part];
  const members = differingMembers(before, after);
  return members.length === 0 ? undefined : { uid: a.uid, change: 'changed', members, before, after };
}

/** The names of the top-level members in which two parts differ. */
function differingMembers(before: object, after: object): string[] {
  const [a, b] = [membersOf(checkPart(before, BEFORE), PART_TYPE), membersOf(checkPart(after, AFTER), PART_TYPE)];
  const names = new Set([...a.keys(), ...b.keys()]);
  const differ = (name: string) =>
    !a.has(name) || !b.has(name) || !isEqual(a.get(name), b.get(name), memberType(PART_TYPE, name));
  return [...names].filter(differ).sort(compareCodePoints);
}

const BEFORE = { source: 'before', line: 1 };
const AFTER = { source: 'after', line: 1 };
const PART_TYPE: ValueType = { kind: 'object', schema: PART };

/** The type of a member of a value of some type; undefined for an undocumented one. */
function memberType(type: ValueType | undefined, name: string): ValueType | undefined {
  if (type?.kind === 'object') return type.schema.byName.get(name)?.type;
  return type?.kind === 'map' ? type.of : undefined;
}

/** The members that count: a documented one that is null is absent. */
function membersOf(object: object, type: ValueType | undefined): Map<string, unknown> {
  const counts = ([name, value]: [string, unknown]): boolean => {
    if (name === CLASS_MEMBER || value === undefined) return false;
    return value !== null || memberType(type, name) === undefined || memberType(type, name)?.kind === 'anything';
  };
  return new Map(Object.entries(object).filter(counts));
}

/** Documents nest at most 1,000 deep. */
function isEqual(a: unknown, b: unknown, type: ValueType | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    const element = type?.kind === 'list' ? type.of : undefined;
    return a.length === b.length && a.every((one, i) => isEqual(one, b[i], element));
  }
  if (!isObject(a) || !isObject(b)) return a === b;
  const [x, y] = [membersOf(a, type), membersOf(b, type)];
  return x.size === y.size && [...x].every(([name, value]) => y.has(name) && isEqual(value, y.get(name), memberType(type, name)));
}
