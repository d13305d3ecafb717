import type { KnownCounts } from '../catalog/snapshot/counted-specs.js';
import { PartFactsReader } from '../catalog/snapshot/part-facts.js';
import type { SnapshotSegment, SnapshotState } from '../catalog/snapshot/state.js';
import { DeadRows } from '../index/alive/dead-rows.js';
import type { Segment } from '../index/segment.js';
import type { CatalogChanges, UpdateReport } from '../model/changes.js';
import type { InvalidDocumentError } from '../model/errors.js';
import { factsAfter } from './affected.js';
import { ChangedParts, LivingUids, type PutPart, type ReadTexts } from './changed-parts.js';
import { type ChangedRecords, changedRecords } from './changed-records.js';
import { checkChanges } from './check-changes.js';
import { type DeltaPart, type DeltaTarget, type WriteDelta, writeTo } from './delta.js';
import type { KeptPatches } from './kept-patches.js';
import type { CreateBlocks } from './part-texts.js';

/** The catalog that an update changes. */
export interface Updatable {
  readonly state: SnapshotState;
  /** The segments of parts as they live, in the order of the state. */
  readonly parts: readonly Segment[];
  readonly counts: KnownCounts;
}

/** How an update is made. */
export interface UpdateSettings {
  /** Where the parts that it puts are written. */
  readonly target: DeltaTarget;
  /** How they are written. Default: in this thread. */
  readonly write?: WriteDelta | undefined;
  /** Reads stored parts elsewhere. Default: in this thread. */
  readonly readTexts?: ReadTexts | undefined;
  readonly onInvalid?: ((error: InvalidDocumentError) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Notes what is done to parts. */
  readonly kept?: KeptPatches | undefined;
  /** Where the texts of a large update are kept until it is made. Default: in memory. */
  readonly createBlocks?: CreateBlocks | undefined;
}

/** What an update leads to. */
export interface Update {
  /** Undefined where it leaves everything as it was. */
  readonly state: SnapshotState | undefined;
  /** The counts of spec keys that it does not change. */
  readonly counts: KnownCounts;
  readonly report: UpdateReport;
}

/** Texts that are read together. */
const BATCH = 64;

/**
 * The state of a catalog after an update, which is judged by what it leaves.
 * @throws ValidationError; InvalidDocumentError for the first document that cannot be part of it, unless `onInvalid` is given
 */
export async function applyUpdate(before: Updatable, changes: CatalogChanges, settings: UpdateSettings): Promise<Update> {
  const began = performance.now();
  checkChanges(changes);
  let invalid = 0;
  const refuse = (error: InvalidDocumentError) => {
    if (!settings.onInvalid) throw error;
    invalid++;
    settings.onInvalid(error);
  };
  const { state, parts } = before;
  const records = await changedRecords(state, changes, refuse, settings.signal);
  const reading = { ...settings, codec: settings.target.codec };
  const changed = new ChangedParts(state, parts, new LivingUids(parts), refuse, reading);
  const notices = [...records.notices];
  let made: Omit<Update, 'report'>;
  try {
    await changed.read(changes);
    made = await new UpdateMaker(before, settings, changed, records, (notice) => notices.push(notice)).make();
  } finally {
    await changed.texts.close();
  }
  const replaced = changed.put.filter(({ replaces }) => replaces).length;
  return {
    ...made,
    report: Object.freeze({
      added: changed.put.length - replaced,
      replaced,
      removed: changed.removed.length,
      missing: Object.freeze(changed.missing),
      invalid,
      notices: Object.freeze(notices),
      milliseconds: Math.round((performance.now() - began) * 1000) / 1000,
    }),
  };
}

/** Makes the state after an update that was read. */
class UpdateMaker {
  constructor(
    private readonly before: Updatable,
    private readonly settings: UpdateSettings,
    private readonly changed: ChangedParts,
    private readonly records: ChangedRecords,
    private readonly onNotice: (notice: string) => void,
  ) {}

  async make(): Promise<Omit<Update, 'report'>> {
    const { before, changed, records } = this;
    const { affected } = changed;
    const { state } = before;
    const { put, removed } = changed;
    if (put.length === 0 && removed.length === 0 && !records.isChanged) return { state: undefined, counts: before.counts };
    this.noteRecords();
    const segments = await this.withDead();
    const added = put.length === 0 ? undefined : await this.write();
    if (added) segments.push(added);
    const facts = await factsAfter(state.facts, segments, records.records, affected, state.nextPlace, {
      reader: new PartFactsReader(),
      signal: this.settings.signal,
    });
    const decided = (added?.file.manifest.specs ?? []).filter(({ key }) => !state.types.has(key));
    const types =
      decided.length === 0 ? state.types : new Map([...state.types, ...decided.map(({ key, type }) => [key, type] as const)]);
    const after = {
      ...state,
      segments,
      records: records.records,
      facts,
      types,
      nextPlace: state.nextPlace + put.filter(({ replaces }) => !replaces).length,
      content: undefined,
      commit: state.commit + 1,
    };
    const changedKeys = new Set([...affected.keys, ...this.keysOfOtherUnits(after)]);
    const isCounted = [...changedKeys].some((key) => before.counts.has(key));
    const counts = isCounted ? new Map([...before.counts].filter(([key]) => !changedKeys.has(key))) : before.counts;
    return { state: after, counts };
  }

  /** The segments with what the update replaces and removes dead; one without a living row is left out. */
  private async withDead(): Promise<SnapshotSegment[]> {
    const { put, removed } = this.changed;
    const { state, parts } = this.before;
    const gone = state.segments.map((): number[] => []);
    const documentOf = await Promise.all(parts.map(({ documentNumbers }) => documentNumbers.load()));
    for (const { segment, row } of [...removed, ...put.flatMap(({ replaces }) => replaces ?? [])]) {
      gone[segment].push(documentOf[segment][row]);
    }
    const all = state.segments.map((segment, i): SnapshotSegment => {
      const { rowCount } = segment.file.segments.parts;
      return gone[i].length === 0 ? segment : { ...segment, dead: DeadRows.with(segment.dead, gone[i], rowCount) };
    });
    // A file without parts may still be all that there is.
    const living = all.filter(({ dead, file }) => (dead?.count ?? 0) < file.segments.parts.rowCount);
    return living.length > 0 || put.length > 0 ? living : all.slice(0, 1);
  }

  /** Companies whose record is gone may be named by parts again. */
  private noteRecords(): void {
    const { records, isChanged } = this.records;
    if (!isChanged) return;
    for (const collection of ['brands', 'manufacturers', 'sellers'] as const) {
      for (const uid of this.before.state.records[collection].keys()) {
        if (!records[collection].has(uid)) this.changed.affected.noteCompany(collection, uid, 0);
      }
    }
  }

  /** Keys whose values are read otherwise: a record gives or takes their unit. */
  private keysOfOtherUnits(after: SnapshotState): string[] {
    const { spec_metadata: before } = this.before.state.records;
    const { spec_metadata: now } = after.records;
    return [...new Set([...before.keys(), ...now.keys()])].filter((key) => before.get(key) !== now.get(key));
  }

  /** Writes the parts that are put as a segment of their own. */
  private async write(): Promise<SnapshotSegment> {
    const { put } = this.changed;
    const { state } = this.before;
    const { target, write = writeTo(target), signal } = this.settings;
    const { referred } = this.changed;
    const places = Float64Array.from(put, ({ place }) => place);
    const delta = {
      state: {
        priceCurrency: state.priceCurrency,
        ownFields: state.ownFields,
        authorized: state.authorized,
        types: referred.typesOf(state.types),
        known: referred.knownIn(state),
      },
      records: referred.of(this.records.records),
      count: put.length,
      places,
      parts: this.texts(put),
    };
    const file = await write(delta, this.onNotice, signal);
    return { file, dead: undefined, places, first: 0 };
  }

  private async *texts(put: readonly PutPart[]): AsyncIterable<DeltaPart[]> {
    const { texts: all } = this.changed;
    for (let from = 0; from < put.length; from += BATCH) {
      const some = put.slice(from, from + BATCH);
      const texts = await all.read(numbersOf(some));
      yield some.map(({ source, line, number }) => ({ source, line, text: texts.get(number) as Uint8Array }));
    }
  }
}

/** The numbers of the texts of parts, ascending. */
function numbersOf(parts: readonly PutPart[]): number[] {
  return parts.map(({ number }) => number).sort((a, b) => a - b);
}
