/** Updates of a catalog, applied to plain documents (docs/semantics.md, "Catalogs that change"). */
import { isObject, member, type OracleSource } from './documents.js';
import { OracleError } from './errors.js';
import { createOracle, type Oracle, type OracleOptions } from './oracle.js';

type Records = 'brands' | 'manufacturers' | 'sellers' | 'categories' | 'spec_metadata';

export interface OracleChanges {
  readonly put?: readonly unknown[];
  readonly patch?: readonly unknown[];
  readonly remove?: readonly string[];
  readonly brands?: readonly unknown[];
  readonly manufacturers?: readonly unknown[];
  readonly sellers?: readonly unknown[];
  readonly categories?: readonly unknown[];
  readonly spec_metadata?: readonly unknown[];
  readonly removeRecords?: Readonly<Partial<Record<Records, readonly string[]>>>;
}

export interface OracleReport {
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  readonly missing: readonly string[];
}

const RECORDS: readonly Records[] = ['brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'];

/** RFC 7396, with maps for objects: any name may be a member. */
function patched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, patched(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

const idOf = (name: Records, record: unknown): string => String(member(record, name === 'spec_metadata' ? 'key' : 'uid'));

/** The documents of a catalog, of which updates make others. */
export class LivingCatalog {
  private constructor(
    private readonly parts: ReadonlyMap<string, unknown>,
    private readonly records: Readonly<Record<Records, ReadonlyMap<string, unknown>>>,
    private readonly options: OracleOptions,
    readonly specTypes: ReadonlyMap<string, 'string' | 'number'>,
  ) {}

  static of(source: OracleSource, options: OracleOptions): LivingCatalog {
    const parts = new Map(source.parts.map((part) => [String(member(part, 'uid')), part]));
    const lists = RECORDS.map((name) => [name, new Map((source[name] ?? []).map((record) => [idOf(name, record), record]))]);
    const { catalog } = createOracle(source, options);
    return new LivingCatalog(parts, Object.fromEntries(lists), options, catalog.specTypes);
  }

  get source(): OracleSource {
    const lists = RECORDS.map((name) => [name, [...this.records[name].values()]]);
    return { parts: [...this.parts.values()], ...Object.fromEntries(lists) };
  }

  get uids(): readonly string[] {
    return [...this.parts.keys()];
  }

  oracle(): Oracle {
    return createOracle(this.source, { ...this.options, specTypes: this.specTypes });
  }

  /** The catalog after an update. @throws OracleError for one that does not leave a catalog */
  apply(changes: OracleChanges): { readonly after: LivingCatalog; readonly report: OracleReport } {
    const records = Object.fromEntries(
      RECORDS.map((name) => [name, this.changedRecords(name, changes)]),
    ) as unknown as LivingCatalog['records'];
    const report = { added: 0, replaced: 0, removed: 0, missing: [] as string[] };
    const parts = this.changedParts(changes, report);
    const draft = new LivingCatalog(parts, records, this.options, new Map());
    const { catalog } = draft.oracle();
    const types = new Map([...catalog.specTypes, ...this.specTypes]);
    return { after: new LivingCatalog(parts, records, this.options, types), report };
  }

  private changedRecords(name: Records, changes: OracleChanges): Map<string, unknown> {
    const records = new Map(this.records[name]);
    const given = new Set<string>();
    for (const record of changes[name] ?? []) {
      const id = idOf(name, record);
      if (given.has(id)) throw new OracleError('InvalidDocumentError', `${name}: ${id} is given twice`);
      given.add(id);
      records.set(id, record);
    }
    for (const id of changes.removeRecords?.[name] ?? []) {
      if (given.has(id)) throw new OracleError('InvalidDocumentError', `${name}: ${id} is given and removed`);
      records.delete(id);
      const isParent = name === 'categories' && [...records.values()].some((record) => member(record, 'parent_uid') === id);
      if (isParent && this.records[name].has(id)) throw new OracleError('InvalidDocumentError', `${name}: ${id} has children`);
    }
    return records;
  }

  private changedParts(changes: OracleChanges, report: { added: number; replaced: number; removed: number; missing: string[] }) {
    const parts = new Map(this.parts);
    const seen = new Set<string>();
    const once = (uid: string) => {
      if (seen.has(uid)) throw new OracleError('InvalidDocumentError', `${uid} occurs twice`);
      seen.add(uid);
    };
    for (const part of changes.put ?? []) {
      const uid = String(member(part, 'uid'));
      once(uid);
      if (parts.has(uid)) report.replaced++;
      else report.added++;
      parts.set(uid, part);
    }
    for (const patch of changes.patch ?? []) {
      const uid = String(member(patch, 'uid'));
      once(uid);
      if (!parts.has(uid)) report.missing.push(uid);
      else {
        report.replaced++;
        parts.set(uid, patched(parts.get(uid), patch));
      }
    }
    for (const uid of changes.remove ?? []) {
      once(uid);
      if (parts.delete(uid)) report.removed++;
      else report.missing.push(uid);
    }
    return parts;
  }
}
