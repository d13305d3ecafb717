import { type AuthorizedSellers, readAuthorized } from '../model/authorized.js';
import { type Call, checkCall } from '../model/call.js';
import type { CatalogChanges, UpdateReport } from '../model/changes.js';
import { checkPart } from '../model/check-documents.js';
import type { CheckedPart } from '../model/checked-documents.js';
import { BudgetExceededError, ClusterError, PartdexError } from '../model/errors.js';
import { withinCall } from '../work/within-call.js';
import { BulkWriter, deleteAction, indexAction } from './bulk.js';
import { type ClusterConnection, pause, type RequestBounds } from './client.js';
import { documentContext } from './document-context.js';
import { DocumentMaker } from './documents.js';
import type { Records, StoredRecord } from './facts.js';
import { pathOf } from './index-names.js';
import { companiesOf, Mentions } from './mentions.js';
import { type ChangedPart, checkRedirects, patched, planParts } from './part-changes.js';
import { PartReader, type VersionedPart } from './part-reader.js';
import { type PartChange, type ReadChanges, readChanges } from './read-changes.js';
import { type AffectedParts, affectedParts, changeRecords, recordNotices } from './record-plan.js';
import { loadRecords, type RecordChange, writeRecords } from './records-store.js';
import { type ResolvedIndex, resolveIndex } from './resolve-index.js';

/** A part that was changed by another writer in the meantime is read and written again, so often at most. */
const MOST_ROUNDS = 100;
const FIRST_WAIT = 10;
const LONGEST_WAIT = 1000;
const CONFLICT = 409;
/** How long an update that failed waits until what it left is looked for, which goes on, and how long that may take, in milliseconds. */
const [LONGEST_CLEANING, LONGEST_LOOK] = [400, 5_000];
/** Records may change while an update runs; then its parts are written once more, so often at most. */
const MOST_REPEATS = 10;

/** What an update needs. */
export interface UpdateRequest {
  readonly connection: ClusterConnection;
  /** The alias. */
  readonly index: string;
  readonly changes: CatalogChanges;
  readonly call?: Call | undefined;
}

/**
 * Applies an update to the index behind an alias. Each part is changed whole; the update as a whole is not atomic (docs/opensearch.md,
 * "Updates"): everything that can be checked is checked before anything is written, and an error in between says what was done.
 * @returns once all of it is visible to every reader
 * @throws InvalidDocumentError, ValidationError; ClusterError and BudgetExceededError with `applied`; the reason of the signal
 */
export async function applyUpdate({ connection, index, changes, call }: UpdateRequest): Promise<UpdateReport> {
  const { signal, timeout } = checkCall(call);
  const started = performance.now();
  const deadline = timeout === undefined ? undefined : started + timeout;
  const update = new Update(connection, index, { signal, deadline, started, budget: timeout });
  const read = await withinCall(call, 'reading the changes', (stop) => readChanges(changes, stop)).catch((error) => {
    throw withApplied(error, update);
  });
  try {
    await update.run(read);
  } catch (error) {
    await Promise.race([update.removeStrays(), pause(LONGEST_CLEANING, {}, 'update')]);
    throw withApplied(error, update);
  }
  return update.report();
}

/** The error with what was done before it. */
function withApplied(error: unknown, update: Update): unknown {
  const isTold = error instanceof ClusterError || error instanceof BudgetExceededError;
  // What is refused has changed nothing, unless another writer changed a part or a record in between.
  if (!isTold && !(error instanceof PartdexError && update.isWriting)) return error;
  return Object.defineProperty(error, 'applied', { value: update.report(), enumerable: true, configurable: true });
}

class Update {
  /** Whether something may have been written. */
  isWriting = false;
  private added = 0;
  private replaced = 0;
  private removed = 0;
  private readonly missing = new Set<string>();
  private order: readonly string[] = [];
  private notices: string[] = [];
  private target!: ResolvedIndex;
  private reader!: PartReader;
  private terms: AuthorizedSellers | undefined;

  constructor(
    private readonly connection: ClusterConnection,
    private readonly alias: string,
    private readonly bounds: RequestBounds,
  ) {}

  report(): UpdateReport {
    const milliseconds = performance.now() - (this.bounds.started ?? 0);
    const { added, replaced, removed, notices } = this;
    const missing = this.order.filter((uid) => this.missing.has(uid));
    return { added, replaced, removed, missing, invalid: 0, notices, milliseconds: Math.round(milliseconds) };
  }

  async run(read: ReadChanges): Promise<void> {
    const { connection, bounds } = this;
    this.order = [...read.parts.keys()];
    this.target = await resolveIndex(connection, this.alias, bounds);
    const { authorized } = this.target.facts;
    this.terms = authorized && readAuthorized(authorized);
    if (read.parts.size === 0 && read.records.length === 0 && read.removedRecords.length === 0) return;
    this.reader = new PartReader(connection, this.target.index, bounds);
    const before = await loadRecords(connection, this.target.facts.records, bounds);
    const after = before.copy();
    const changes = changeRecords(after, read);
    const { changed, missing } = await planParts(read.parts, this.reader, this.terms);
    for (const uid of missing) this.missing.add(uid);
    await checkRedirects(changed, read.parts, this.reader);
    this.checkDocuments(changed, after);
    this.notices.push(...recordNotices(before, after, read));
    this.isWriting = true;
    await this.gatherAgain(changes, after);
    await this.writeRecords(changes);
    let records = await this.addMentions(changed, after);
    await this.writeParts(changed, read.parts, records);
    await this.refresh();
    await this.rewrite(affectedParts(this.target.facts, before, records), records);
    records = await this.followRecords(records, changed);
    await this.refresh();
    await this.checkAlias();
  }

  /** @throws InvalidDocumentError for what the cluster cannot hold */
  private checkDocuments(changed: readonly ChangedPart[], records: Records): void {
    const known = records.copy();
    const mentions = new Mentions(known);
    for (const { part } of changed) mentions.add(part);
    for (const record of mentions.list()) known.add(record);
    const maker = this.makerOf(known);
    for (const { part, text, change } of changed) maker.documentOf(part, text, change.place);
  }

  private makerOf(records: Records): DocumentMaker {
    return new DocumentMaker(documentContext(this.target.facts, records));
  }

  private async writeRecords(changes: readonly RecordChange[]): Promise<number> {
    if (changes.length === 0) return 0;
    return writeRecords(this.connection, this.target.facts.records, changes, true, this.bounds);
  }

  /** A removed company that parts still name is gathered from them again. */
  private async gatherAgain(changes: RecordChange[], records: Records): Promise<void> {
    const fields = { brands: 'brand_uid', manufacturers: 'manufacturer_uid', sellers: 'offers_seller_uid' };
    for (const change of [...changes]) {
      if (change.kind !== 'remove' || !(change.collection in fields)) continue;
      const { collection, key } = change as { collection: keyof typeof fields; key: string };
      const fieldNames = collection === 'sellers' ? [fields.sellers, 'brokers'] : [fields[collection]];
      const record = await this.mentionOf(collection, key, fieldNames);
      if (!record) continue;
      records.add(record);
      changes.push({ kind: 'put', record, order: 0 });
    }
  }

  private async mentionOf(
    collection: 'brands' | 'manufacturers' | 'sellers',
    uid: string,
    fields: string[],
  ): Promise<StoredRecord | undefined> {
    for (const field of fields) {
      for await (const page of this.reader.withTerms(field, [uid], true)) {
        for (const { text } of page) {
          const named = [...companiesOf(checkPart(JSON.parse(text), PLACE))].find(
            (one) => one.collection === collection && one.company.uid === uid && typeof one.company.name === 'string',
          );
          if (named) return { collection, key: uid, given: false, record: named.company as { uid: string; name: string } };
        }
      }
    }
    return undefined;
  }

  /** Adds the companies and spec keys that parts bring; where another writer was faster, what it added counts. */
  private async addMentions(changed: readonly { part: CheckedPart }[], records: Records): Promise<Records> {
    const mentions = new Mentions(records);
    for (const { part } of changed) mentions.add(part);
    const list = mentions.list();
    if (list.length === 0) return records;
    const first = records.brands.size + records.specs.size + records.sellers.size;
    const changes = list.map((record, i): RecordChange => ({ kind: 'add', record, order: first + i }));
    const added = await this.writeRecords(changes);
    if (added < list.length) return loadRecords(this.connection, this.target.facts.records, this.bounds);
    const all = records.copy();
    for (const record of list) all.add(record);
    return all;
  }

  private async writeParts(
    changed: readonly ChangedPart[],
    changes: ReadonlyMap<string, PartChange>,
    records: Records,
  ): Promise<void> {
    const maker = this.makerOf(records);
    const conflicts: string[] = [];
    const writer = new BulkWriter(
      this.connection,
      this.target.index,
      ({ action: { uid }, status, result }) => this.count(uid, status, result, conflicts),
      this.bounds,
      [CONFLICT],
    );
    for (const { part, text, change, version } of changed) {
      await writer.add(indexAction(part.uid, maker.documentOf(part, text, change.place), version));
    }
    for (const change of changes.values()) if (change.kind === 'remove') await writer.add(deleteAction(change.uid));
    await writer.end();
    const patches = new Map(conflicts.map((uid) => [uid, changes.get(uid) as PartChange & { kind: 'patch' }]));
    await this.again(
      conflicts,
      records,
      (stored) => patched(patches.get(stored.uid) as PartChange & { kind: 'patch' }, stored, this.terms),
      true,
    );
  }

  private count(uid: string, status: number, result: string | undefined, conflicts: string[]): void {
    if (status === CONFLICT) conflicts.push(uid);
    else if (result === 'created') this.added++;
    else if (result === 'updated') this.replaced++;
    else if (result === 'deleted') this.removed++;
    else this.missing.add(uid);
  }

  /**
   * Reads parts, changes them and writes them with the version that was read, until no other writer was in between.
   * @param isCounted whether they belong to the report
   */
  private async again(
    uids: readonly string[],
    given: Records,
    change: (stored: VersionedPart) => ChangedPart,
    isCounted: boolean,
  ): Promise<void> {
    let open = uids;
    let records = given;
    for (let round = 0; open.length > 0; round++) {
      if (round > MOST_ROUNDS)
        throw new ClusterError(`other writers change the same ${open.length} parts all the time`, { step: 'write parts' });
      // Two writers that met once should not meet again.
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(round, 10));
      if (round > 0) await pause(wait * (0.5 + Math.random() / 2), this.bounds, 'write parts');
      const conflicts: string[] = [];
      const left = new Set(open);
      for await (const page of this.reader.read(open)) {
        const parts = page.map(change);
        for (const { part } of parts) left.delete(part.uid);
        records = await this.addMentions(parts, records);
        await this.writeVersions(parts, records, conflicts, isCounted);
      }
      if (isCounted) for (const uid of left) this.missing.add(uid);
      open = conflicts;
    }
  }

  private async writeVersions(
    parts: readonly ChangedPart[],
    records: Records,
    conflicts: string[],
    isCounted: boolean,
  ): Promise<void> {
    const maker = this.makerOf(records);
    const writer = new BulkWriter(
      this.connection,
      this.target.index,
      ({ action: { uid }, status }) => {
        if (status === CONFLICT) conflicts.push(uid);
        else if (isCounted) this.replaced++;
      },
      this.bounds,
      [CONFLICT],
    );
    for (const { part, text, change, version } of parts) {
      await writer.add(indexAction(part.uid, maker.documentOf(part, text, change.place), version));
    }
    await writer.end();
  }

  /** Writes the parts anew whose terms depend on changed records. */
  private async rewrite(affected: readonly AffectedParts[], records: Records): Promise<void> {
    for (const { field, terms } of affected) {
      for await (const page of this.reader.withTerms(field, terms, false)) {
        await this.again(
          page.map(({ uid }) => uid),
          records,
          unchanged,
          false,
        );
      }
    }
  }

  /**
   * Another writer may have changed records while this update wrote its parts: then those are written anew. What it changes later it
   * finds in the parts by itself.
   */
  private async followRecords(records: Records, changed: readonly ChangedPart[]): Promise<Records> {
    let known = records;
    const uids = changed.map(({ part }) => part.uid);
    for (let repeats = 0; repeats < MOST_REPEATS && uids.length > 0; repeats++) {
      const now = await loadRecords(this.connection, this.target.facts.records, this.bounds);
      if (affectedParts(this.target.facts, known, now).length === 0) return now;
      await this.again(uids, now, unchanged, false);
      known = now;
    }
    return known;
  }

  /**
   * A cluster makes an index anew where a part is written to one that was removed meanwhile: that one is nobody's. Those of partdex take no
   * field that is not theirs, by which they are told from it.
   */
  async removeStrays(): Promise<void> {
    if (!this.isWriting) return;
    const { connection, target } = this;
    const bounds = { deadline: performance.now() + LONGEST_LOOK, budget: LONGEST_LOOK };
    for (const index of [target.index, target.facts.records]) {
      const look = { method: 'GET', path: pathOf(index, '_mapping'), expected: [404], step: 'update' } as const;
      const found = await connection.send(look, bounds).catch(() => undefined);
      const isStray = found?.status === 200 && found.body[index]?.mappings.dynamic !== 'strict';
      if (isStray) connection.sendAside({ method: 'DELETE', path: pathOf(index), expected: [404], step: 'update' });
    }
  }

  /** Makes all of it visible to every reader. */
  private async refresh(): Promise<void> {
    const path = `/${encodeURIComponent(this.target.index)}/_refresh`;
    const { body } = await this.connection.send({ method: 'POST', path, step: 'refresh' }, this.bounds);
    if (body._shards.failed > 0) throw new ClusterError(`${body._shards.failed} shards were not refreshed`, { step: 'refresh' });
  }

  /** @throws ClusterError if the alias stands for another index now, which does not have the update */
  private async checkAlias(): Promise<void> {
    const { index } = await resolveIndex(this.connection, this.alias, this.bounds);
    if (index === this.target.index) return;
    const reason = `the alias "${this.alias}" moved from ${this.target.index} to ${index} while the update ran; send it again`;
    throw new ClusterError(reason, { step: 'update' });
  }
}

const PLACE = { source: 'index', line: 1 };

/** A stored part with the terms that it has by now. */
function unchanged({ uid, text, version }: VersionedPart): ChangedPart {
  const part = checkPart(JSON.parse(text), PLACE);
  return { change: { kind: 'patch', uid, place: PLACE, patch: {} }, part, text, version };
}
