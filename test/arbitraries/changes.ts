import fc from 'fast-check';
import type { OracleChanges } from '../oracle/changes.js';
import type { JsonSource } from './catalogs.js';
import { catalogs } from './catalogs.js';

/** An update that is not yet about a catalog: numbers stand for its parts. */
export interface DrawnChanges {
  readonly pool: JsonSource;
  readonly put: readonly { readonly part: number; readonly as: number; readonly isNew: boolean }[];
  readonly patch: readonly { readonly uid: number; readonly patch: object }[];
  readonly remove: readonly number[];
  readonly records: readonly { readonly name: number; readonly record: number }[];
  readonly removedRecords: readonly { readonly name: number; readonly record: number }[];
}

const RECORDS = ['brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'] as const;

const patches = (): fc.Arbitrary<object> =>
  fc.oneof(
    fc.constantFrom<object>(
      { offers: [] },
      { offers: [{ sku: 'N-1', in_stock_quantity: 5, prices: { USD: [[1, '0.25']] } }] },
      { descriptions: null },
      { brand: null, specs: null },
      { specs: { resistance: null } },
      { custom: { deep: { d: 1 } }, category_uids: ['cat1'] },
      { brand: { uid: 'co0' }, manufacturer: { name: 'N' } },
      { mpn: 'RC-1 K', redirected_uids: null },
      {},
    ),
    fc.record({ mpn: fc.constantFrom<unknown>('X 7', 'ab-1', 12) }),
    fc.constant({ mpn: null }),
  );

/** Updates of any catalog: their documents are those of another random catalog. */
export function drawnChanges(): fc.Arbitrary<DrawnChanges> {
  const few = <T>(values: fc.Arbitrary<T>, most: number) => fc.array(values, { maxLength: most, size: 'max' });
  const record = fc.record({ name: fc.nat(4), record: fc.nat(9) });
  return fc.record({
    pool: catalogs({ maxParts: 12 }),
    put: few(fc.record({ part: fc.nat(60), as: fc.nat(200), isNew: fc.boolean() }), 6),
    patch: few(fc.record({ uid: fc.nat(200), patch: patches() }), 3),
    remove: few(fc.nat(200), 5),
    records: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(record, 3) }),
    removedRecords: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(record, 2) }),
  });
}

/** An update of a catalog with some parts. Mostly it leaves one; parts of the pool that redirect are put as they are. */
export function changesOf(drawn: DrawnChanges, uids: readonly string[], source: JsonSource): OracleChanges {
  const uidAt = (number: number) => (uids.length > 0 && number % 7 > 0 ? uids[number % uids.length] : `unknown ${number % 3}`);
  const seen = new Set<string>();
  const once = (uid: string) => !seen.has(uid) && seen.add(uid);
  const put = drawn.put.flatMap(({ part, as, isNew }) => {
    const from = drawn.pool.parts[part % Math.max(1, drawn.pool.parts.length)] as { uid: string } | undefined;
    if (!from) return [];
    const { redirected_uids, ...rest } = from as { uid: string; redirected_uids?: unknown };
    const chosen = isNew ? { ...rest, uid: `${rest.uid}${as % 4 === 0 ? '' : as}` } : { ...rest, uid: uidAt(as) };
    const whole = as % 5 === 0 ? { ...chosen, redirected_uids } : chosen;
    return once(whole.uid) ? [whole] : [];
  });
  const patch = drawn.patch.flatMap(({ uid, patch: members }) => (once(uidAt(uid)) ? [{ ...members, uid: uidAt(uid) }] : []));
  const remove = drawn.remove.map(uidAt).filter(once);
  const changes: Record<string, unknown> = { put, patch, remove };
  for (const { name, record } of drawn.records) {
    const key = RECORDS[name];
    const all = drawn.pool[key];
    if (all.length > 0 && !(key in changes)) changes[key] = [all[record % all.length]];
  }
  const removed: Record<string, string[]> = {};
  for (const { name, record } of drawn.removedRecords) {
    const key = RECORDS[name];
    const all = source[key] as { uid: string; key: string }[];
    if (all.length > 0) removed[key] = [key === 'spec_metadata' ? all[record % all.length].key : all[record % all.length].uid];
  }
  return { ...changes, removeRecords: removed };
}
