import { MemoryBlocks, PartSpool } from '../build/part-spool.js';
import { ObjectDocument, objectDocuments, type SourceDocument } from '../build/source-documents.js';
import { load } from '../catalog/load.js';
import { type PartFacts, PartFactsReader } from '../catalog/snapshot/part-facts.js';
import { placeOf, type SnapshotState } from '../catalog/snapshot/state.js';
import type { Codec } from '../encoding/codec.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { CatalogChanges } from '../model/changes.js';
import { InvalidDocumentError } from '../model/errors.js';
import { mergePatch } from '../model/merge-patch.js';
import { shorten } from '../model/nearest.js';
import { isPlainObject } from '../model/plain.js';
import { isUid } from '../model/uid.js';
import { abortable, Pauses } from '../work/pauses.js';
import { fault, type Refuse } from './changed-records.js';

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

/** The parts that an update puts, patches and removes, read and checked. */
export class ChangedParts {
  readonly spool: PartSpool;
  put: PutPart[] = [];
  readonly removed: LivingRow[] = [];
  readonly missing: string[] = [];
  private readonly seen = new Map<string, string>();
  private readonly reader: PartFactsReader;
  private readonly pauses: Pauses;
  private readonly signal: AbortSignal | undefined;

  /** @param parts the segments of parts as they live before the update, in the order of the state */
  constructor(
    private readonly state: SnapshotState,
    private readonly parts: readonly Segment[],
    private readonly uids: LivingUids,
    private readonly refuse: Refuse,
    { signal, codec }: { readonly signal: AbortSignal | undefined; readonly codec: Codec },
  ) {
    this.signal = signal;
    this.spool = new PartSpool(new MemoryBlocks(), codec);
    this.reader = new PartFactsReader();
    this.pauses = new Pauses(signal);
  }

  async read({ put = [], patch = [], remove = [] }: CatalogChanges): Promise<void> {
    await this.uids.load();
    await this.each('put', put, async (document) => this.add(document, this.reader.read(document)));
    await this.each('patch', patch, (document) => this.patch(document));
    await this.each('remove', remove, async (document) => this.remove(document));
    await this.spool.finish();
    this.settleRedirects();
    let next = this.state.nextPlace;
    for (const one of this.put) if (!one.replaces) one.place = next++;
    this.put.sort((a, b) => a.place - b.place);
  }

  private async each(
    source: string,
    documents: Iterable<unknown> | AsyncIterable<unknown>,
    take: (document: SourceDocument) => Promise<void>,
  ): Promise<void> {
    for await (const batch of abortable(objectDocuments(source, documents), this.signal)) {
      for (const document of batch) {
        try {
          await take(document);
        } catch (error) {
          if (!(error instanceof InvalidDocumentError)) throw error;
          this.refuse(error);
        }
        await this.pauses.pause();
      }
    }
  }

  /** @throws InvalidDocumentError where a uid stands twice */
  private note(uid: string, { source, line }: SourceDocument): void {
    const known = this.seen.get(uid);
    if (known !== undefined) {
      throw fault({ source, line, path: 'uid' }, `"${shorten(uid)}" stands in ${known} too; in one update a uid stands once`);
    }
    this.seen.set(uid, `${source}:${line}`);
  }

  private async add(document: SourceDocument, facts: PartFacts, known = this.uids.find(facts.uid)): Promise<void> {
    const { source, line } = document;
    const { uid, redirected } = facts;
    this.note(uid, document);
    const twice = redirected.find((one, i) => one === uid || redirected.indexOf(one) < i);
    if (twice !== undefined) {
      throw fault({ source, line, path: 'redirected_uids' }, `"${shorten(twice)}" is listed twice or is the part's own`);
    }
    const place = known ? await this.placeAt(known) : -1;
    this.put.push({ uid, source, line, number: this.spool.count, place, redirected, replaces: known });
    await this.spool.add(facts.stored);
  }

  private async placeAt({ segment, row }: LivingRow): Promise<number> {
    const numbers = await this.parts[segment].documentNumbers.load();
    return placeOf(this.state.segments[segment], numbers[row]);
  }

  private async patch(document: SourceDocument): Promise<void> {
    const { source, line } = document;
    const given = document.value();
    const uid = isPlainObject(given) ? given.uid : undefined;
    if (!isUid(uid)) throw fault({ source, line, path: 'uid' }, 'expected the uid of a part');
    const known = this.uids.find(uid);
    if (!known) {
      this.note(uid, document);
      this.missing.push(uid);
      return;
    }
    const { uid: _, ...changes } = given as { uid: string };
    const merged = new ObjectDocument(source, line, mergePatch((await this.documentAt(known)) as object, changes));
    await this.add(merged, this.reader.read(merged), known);
  }

  private async documentAt({ segment, row }: LivingRow): Promise<unknown> {
    const { documents, documentNumbers } = this.parts[segment];
    const numbers = await documentNumbers.load();
    return (await this.pauses.run(documents.read([numbers[row]])))[0];
  }

  private remove(document: SourceDocument): void {
    const { source, line } = document;
    const uid = document.value();
    if (!isUid(uid)) throw fault({ source, line, path: '' }, 'expected the uid of a part');
    this.note(uid, document);
    const known = this.uids.find(uid);
    if (known) this.removed.push(known);
    else this.missing.push(uid);
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

const keyOf = ({ segment, row }: LivingRow): string => `${segment} ${row}`;
