import { JsonCursor } from '../build/json-cursor.js';
import { ObjectDocument, objectDocuments, type SourceDocument, StoredDocument } from '../build/source-documents.js';
import { load } from '../catalog/load.js';
import { type PartFacts, PartFactsReader } from '../catalog/snapshot/part-facts.js';
import { placeOf, type SnapshotSegment, type SnapshotState } from '../catalog/snapshot/state.js';
import type { Codec } from '../encoding/codec.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { CatalogChanges } from '../model/changes.js';
import { InvalidDocumentError } from '../model/errors.js';
import { mergePatch } from '../model/merge-patch.js';
import { shorten } from '../model/nearest.js';
import { isPlainObject } from '../model/plain.js';
import { isUid } from '../model/uid.js';
import { Pauses } from '../work/pauses.js';
import { Affected } from './affected.js';
import { fault, type Refuse } from './changed-records.js';
import { ReferredRecords } from './delta.js';
import type { KeptPatches } from './kept-patches.js';
import { oneAhead } from './one-ahead.js';
import { type CreateBlocks, PartTexts } from './part-texts.js';
import { splicedPatch } from './spliced-patch.js';

/** A living row: the number of its segment, and its own. */
export interface LivingRow {
  readonly segment: number;
  readonly row: number;
}

/** A part that an update puts or patches. */
export interface PutPart {
  readonly uid: string;
  readonly source: string;
  readonly line: number;
  /** Number of its text in the spool. */
  readonly number: number;
  /** Its place in the order of all parts. */
  place: number;
  readonly redirected: readonly string[];
  /** What it replaces; undefined for a new part. */
  readonly replaces: LivingRow | undefined;
}

/** The rows of living uids, and those of which living parts say that they were merged. */
export class LivingUids {
  constructor(private readonly segments: readonly Segment[]) {}

  async load(): Promise<void> {
    const needs = new Needs();
    for (const segment of this.segments) segment.needToFind(needs);
    if (!needs.isEmpty) await new Pauses().run(load(needs));
  }

  find(uid: string): LivingRow | undefined {
    return this.at((segment) => segment.rowOf(uid));
  }

  /** The part that a uid was merged into. */
  findMerged(uid: string): LivingRow | undefined {
    return this.at((segment) => segment.rowOfMerged(uid));
  }

  private at(find: (segment: Segment) => number): LivingRow | undefined {
    for (const [segment, one] of this.segments.entries()) {
      const row = find(one);
      if (row >= 0) return { segment, row };
    }
    return undefined;
  }
}

/** A document of an update with the living part that has its uid. */
interface Candidate {
  readonly document: SourceDocument;
  readonly uid: string;
  readonly known: LivingRow | undefined;
  /** Of a part that is put. */
  readonly facts?: PartFacts;
  /** Of a patch: what it changes. */
  readonly patch?: object;
}

/** Documents of a batch, or how they are invalid, with the living parts that they change. */
interface LookedUp {
  readonly candidates: readonly (Candidate | InvalidDocumentError)[];
  readonly before: ReadonlyMap<Candidate, StoredPart>;
}

/** A living part as it is stored. */
interface StoredPart {
  readonly place: number;
  readonly document: StoredDocument;
}

/** How the parts of an update are read. */
export interface ReadSettings {
  readonly signal?: AbortSignal | undefined;
  /** Notes what is done to parts. */
  readonly kept?: KeptPatches | undefined;
  readonly codec: Codec;
  /** Where the texts of a large update are kept. Default: in memory. */
  readonly createBlocks?: CreateBlocks | undefined;
  /** Reads stored parts elsewhere. Default: in this thread. */
  readonly readTexts?: ReadTexts | undefined;
}

/** The texts of documents of a segment, by their numbers; undefined where this thread should read them. */
export type ReadTexts = (segment: SnapshotSegment, numbers: readonly number[]) => Promise<readonly Uint8Array[] | undefined>;

/** Blocks of stored parts that are read together: each takes a thread 0.1 ms, and a stall is noticed at 20. */
const READ_TOGETHER = 32;

/** The parts that an update puts, patches and removes, read and checked. */
export class ChangedParts {
  readonly texts: PartTexts;
  put: PutPart[] = [];
  readonly removed: LivingRow[] = [];
  readonly missing: string[] = [];
  /** At least what the update changes: of a part that is left out in the end too. */
  readonly affected = new Affected();
  readonly referred = new ReferredRecords();
  private readonly seen = new Map<string, string>();
  private readonly reader: PartFactsReader;
  private readonly cursor = new JsonCursor();
  private readonly pauses: Pauses;
  private readonly signal: AbortSignal | undefined;
  private readonly readTexts: ReadTexts | undefined;
  private readonly kept: KeptPatches | undefined;

  /** @param parts the segments of parts as they live before the update, in the order of the state */
  constructor(
    private readonly state: SnapshotState,
    private readonly parts: readonly Segment[],
    private readonly uids: LivingUids,
    private readonly refuse: Refuse,
    { signal, codec, createBlocks, readTexts, kept }: ReadSettings,
  ) {
    this.kept = kept;
    this.signal = signal;
    this.readTexts = readTexts;
    this.texts = new PartTexts(codec, createBlocks);
    this.reader = new PartFactsReader();
    this.pauses = new Pauses(signal);
  }

  async read({ put = [], patch = [], remove = [] }: CatalogChanges): Promise<void> {
    await this.uids.load();
    const given = (document: SourceDocument) => this.given(document);
    await this.each('put', put, given, (one, before) => this.replace(one, before));
    await this.each('patch', patch, patchOf(this.uids), (one, before) => this.patch(one, before));
    await this.each('remove', remove, removalOf(this.uids), async (one, before) => this.remove(one, before));
    await this.texts.finish();
    this.settleRedirects();
    let next = this.state.nextPlace;
    for (const one of this.put) if (!one.replaces) one.place = next++;
    this.put.sort((a, b) => a.place - b.place);
  }

  /** Reads the documents in batches: the parts that they change are looked up together, while the batch before is worked on. */
  private async each(
    source: string,
    documents: Iterable<unknown> | AsyncIterable<unknown>,
    read: (document: SourceDocument) => Candidate,
    take: (one: Candidate, before: StoredPart | undefined) => Promise<void>,
  ): Promise<void> {
    const batches = objectDocuments(source, documents, this.signal);
    for await (const { candidates, before } of oneAhead(batches, (batch) => this.lookUp(batch, read))) {
      for (const one of candidates) {
        try {
          if (one instanceof InvalidDocumentError) throw one;
          await take(one, before.get(one));
        } catch (error) {
          if (!(error instanceof InvalidDocumentError)) throw error;
          this.refuse(error);
        }
        await this.pauses.pause();
      }
    }
  }

  private async lookUp(batch: readonly SourceDocument[], read: (document: SourceDocument) => Candidate): Promise<LookedUp> {
    const candidates: (Candidate | InvalidDocumentError)[] = [];
    for (const document of batch) {
      candidates.push(attempt(() => read(document)));
      await this.pauses.pause();
    }
    return { candidates, before: await this.storedParts(candidates.filter(isCandidate)) };
  }

  private async storedParts(candidates: readonly Candidate[]): Promise<Map<Candidate, StoredPart>> {
    const found = new Map<Candidate, StoredPart>();
    for (const [number, { documentNumbers }] of this.parts.entries()) {
      const here = candidates.filter(({ known }) => known?.segment === number);
      if (here.length === 0) continue;
      const segment = this.state.segments[number];
      const documentOf = await documentNumbers.load();
      const numbers = here.map(({ known }) => documentOf[(known as LivingRow).row]);
      const texts = (await this.readTexts?.(segment, numbers)) ?? (await this.textsOf(number, numbers));
      here.forEach((one, i) => {
        const document = new StoredDocument(segment.file.name, numbers[i] + 1, texts[i]);
        found.set(one, { place: placeOf(segment, numbers[i]), document });
      });
    }
    return found;
  }

  private async textsOf(segment: number, numbers: readonly number[]): Promise<Uint8Array[]> {
    const texts: Uint8Array[] = [];
    for (let from = 0; from < numbers.length; from += READ_TOGETHER) {
      const some = numbers.slice(from, from + READ_TOGETHER);
      texts.push(...(await this.pauses.run(this.parts[segment].documents.readTexts(some))));
    }
    return texts;
  }

  /** @throws InvalidDocumentError where a uid stands twice */
  private note(uid: string, { source, line }: SourceDocument): void {
    const known = this.seen.get(uid);
    if (known !== undefined) {
      throw fault({ source, line, path: 'uid' }, `"${shorten(uid)}" stands in ${known} too; in one update a uid stands once`);
    }
    this.seen.set(uid, `${source}:${line}`);
  }

  private given(document: SourceDocument): Candidate {
    const facts = this.reader.read(document);
    return { document, uid: facts.uid, known: this.uids.find(facts.uid), facts };
  }

  private async add(
    { source, line }: SourceDocument,
    facts: PartFacts,
    known: LivingRow | undefined,
    before: StoredPart | undefined,
  ): Promise<void> {
    const { uid, redirected } = facts;
    this.note(uid, { source, line } as SourceDocument);
    const twice = redirected.find((one, i) => one === uid || redirected.indexOf(one) < i);
    if (twice !== undefined) {
      throw fault({ source, line, path: 'redirected_uids' }, `"${shorten(twice)}" is listed twice or is the part's own`);
    }
    this.affected.note(before && this.reader.read(before.document), facts, before?.place ?? Number.POSITIVE_INFINITY);
    this.referred.add(facts);
    this.put.push({ uid, source, line, number: this.texts.count, place: before?.place ?? -1, redirected, replaces: known });
    await this.texts.add(facts.stored);
  }

  private async replace({ document, uid, known, facts }: Candidate, before: StoredPart | undefined): Promise<void> {
    await this.add(document, facts as PartFacts, known, before);
    this.kept?.replace(uid);
  }

  private async patch({ document, uid, known, patch }: Candidate, before: StoredPart | undefined): Promise<void> {
    if (!before) {
      this.note(uid, document);
      this.missing.push(uid);
      return;
    }
    const { source, line } = document;
    const text = splicedPatch(before.document.text, patch as object, this.cursor);
    const merged = text
      ? new StoredDocument(source, line, text)
      : new ObjectDocument(source, line, mergePatch(before.document.value() as object, patch as object));
    await this.add(merged, this.reader.read(merged), known, before);
    this.kept?.patch(uid, patch as object);
  }

  private remove({ document, uid, known }: Candidate, before: StoredPart | undefined): void {
    this.note(uid, document);
    if (!known || !before) {
      this.missing.push(uid);
      return;
    }
    this.affected.note(this.reader.read(before.document), undefined, before.place);
    this.removed.push(known);
    this.kept?.replace(uid);
  }

  /** Leaves out parts whose merged uids, or whose own, clash with what lives after the update. */
  private settleRedirects(): void {
    for (;;) {
      const wrong = this.firstClash();
      if (!wrong) return;
      this.refuse(fault(wrong.part, wrong.what));
      this.put = this.put.filter((one) => one !== wrong.part.of);
    }
  }

  private firstClash(): { part: { source: string; line: number; path: string; of: PutPart }; what: string } | undefined {
    const gone = new Set([...this.removed, ...this.put.flatMap(({ replaces }) => replaces ?? [])].map(keyOf));
    const lives = (found: LivingRow | undefined) => found !== undefined && !gone.has(keyOf(found));
    const put = new Set(this.put.map(({ uid }) => uid));
    const listed = new Set<string>();
    for (const of of this.put) {
      const { source, line, uid, redirected } = of;
      for (const one of redirected) {
        const part = { source, line, path: 'redirected_uids', of };
        if (put.has(one) || lives(this.uids.find(one))) return { part, what: `"${shorten(one)}" lives on as a part of its own` };
        if (listed.has(one) || lives(this.uids.findMerged(one)))
          return { part, what: `"${shorten(one)}" is listed by another part; it may lead to one only` };
        listed.add(one);
      }
      if (lives(this.uids.findMerged(uid)))
        return { part: { source, line, path: 'uid', of }, what: `"${shorten(uid)}" was merged into another part` };
    }
    return undefined;
  }
}

const isCandidate = (one: Candidate | InvalidDocumentError): one is Candidate => !(one instanceof InvalidDocumentError);

/** What a computation returns, or how a document is invalid. */
function attempt<T>(compute: () => T): T | InvalidDocumentError {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    return error;
  }
}

const patchOf =
  (uids: LivingUids) =>
  (document: SourceDocument): Candidate => {
    const { source, line } = document;
    const given = document.value();
    const uid = isPlainObject(given) ? given.uid : undefined;
    if (!isUid(uid)) throw fault({ source, line, path: 'uid' }, 'expected the uid of a part');
    const { uid: _, ...patch } = given as { uid: string };
    return { document, uid, known: uids.find(uid), patch };
  };

const removalOf =
  (uids: LivingUids) =>
  (document: SourceDocument): Candidate => {
    const { source, line } = document;
    const uid = document.value();
    if (!isUid(uid)) throw fault({ source, line, path: '' }, 'expected the uid of a part');
    return { document, uid, known: uids.find(uid) };
  };

const keyOf = ({ segment, row }: LivingRow): string => `${segment} ${row}`;
