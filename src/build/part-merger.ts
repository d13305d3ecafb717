import { digestOf } from '../analysis/digest.js';
import { DigestTable } from '../analysis/digest-table.js';
import { GrowableU32 } from '../encoding/growable.js';
import { partitionPoint } from '../encoding/partition-point.js';
import type { MergeConflict } from '../merge/conflict.js';
import { type JoinSettings, joinParts } from '../merge/join-parts.js';
import { keyOfPart, MERGES, type MergeBy } from '../merge/part-key.js';
import { checkPart } from '../model/check-documents.js';
import type { CheckedPart } from '../model/checked-documents.js';
import type { Part } from '../model/documents.js';
import { wrongArgument } from '../model/issues.js';
import { checkNesting } from './nesting.js';
import type { PartSpool } from './part-spool.js';
import { ObjectDocument, type SourceDocument, StoredDocument } from './source-documents.js';

/** Parts that are read from the spool together, and the most documents of them. */
const WINDOW = 2048;
/** Documents of a batch. */
const BATCH = 256;
/** No number of a document. */
const NONE = 0xffffffff;

/** The option `merge`, checked. @throws ValidationError */
export function readMerge(given: unknown): MergeBy | undefined {
  if (given === undefined || given === null) return undefined;
  if ((MERGES as readonly unknown[]).includes(given)) return given as MergeBy;
  throw wrongArgument('merge', MERGES.map((name) => `"${name}"`).join(' or '), given);
}

/** Settings of a merge. */
export interface MergeSettings extends JoinSettings {
  readonly by: MergeBy;
  readonly spool: PartSpool;
  readonly onConflict: (conflict: MergeConflict & { readonly line: number }) => void;
}

/**
 * Makes one part of all documents that are the same part (decision 0023): `add` checks and keeps the text of each, then `documents`
 * joins them, in the order of the first of each. Memory holds about 50 bytes for each document besides the spool.
 */
export class PartMerger {
  /** Documents that went into an earlier one. */
  merged = 0;
  private table: DigestTable | undefined = new DigestTable();
  /** The last document of each part so far, then the next one of each document. */
  private readonly last = new GrowableU32();
  private readonly next = new GrowableU32();
  /** A bit for each document that is not the first of its part. */
  private readonly isLater = new GrowableU32();
  private readonly lines = new GrowableU32();
  private readonly sources: { readonly first: number; readonly source: string }[] = [];

  constructor(private readonly settings: MergeSettings) {}

  /** Adds a document; the caller must await a returned promise before the next call. @throws InvalidDocumentError */
  add(document: SourceDocument): Promise<void> | undefined {
    const part = checkPart(document.value(), document);
    const text = document.stored();
    checkNesting(text, document);
    // An object may be written as something else than it is, by a toJSON() of its own.
    const kept = document.text ? part : this.checked(new StoredDocument(document.source, document.line, text));
    const { spool } = this.settings;
    const number = spool.count;
    if (this.sources.at(-1)?.source !== document.source) this.sources.push({ first: number, source: document.source });
    this.lines.push(document.line);
    this.link(number, this.keyOf(kept));
    return spool.add(text);
  }

  private checked(document: SourceDocument): CheckedPart {
    return checkPart(document.value(), document);
  }

  private keyOf(part: CheckedPart): string {
    return keyOfPart(part, this.settings.by, this.settings.companies);
  }

  private link(number: number, key: string): void {
    const table = this.table as DigestTable;
    const { size } = table;
    const part = table.add(digestOf(key));
    this.next.push(NONE);
    if ((number & 31) === 0) this.isLater.push(0);
    if (part === size) this.last.push(number);
    else {
      this.next.array[this.last.array[part]] = number;
      this.last.array[part] = number;
      this.isLater.array[number >>> 5] |= 1 << (number & 31);
    }
  }

  /** The parts, once all documents have been added. */
  async *documents(): AsyncGenerator<SourceDocument[], void, undefined> {
    const { spool } = this.settings;
    await spool.finish();
    this.table = undefined;
    let batch: SourceDocument[] = [];
    for (let number = 0; number < spool.count; ) {
      const firsts: number[] = [];
      const wanted: number[] = [];
      for (; number < spool.count && wanted.length < WINDOW; number++) {
        if ((this.isLater.array[number >>> 5] >>> (number & 31)) & 1) continue;
        firsts.push(number);
        for (let at = number; at !== NONE; at = this.next.array[at]) wanted.push(at);
      }
      const texts = await spool.read(wanted.sort((a, b) => a - b));
      for (const first of firsts) {
        batch.push(...this.partsOf(first, texts));
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** The part of a document and those that are linked to it; several parts where different keys have the same digest. */
  private partsOf(first: number, texts: ReadonlyMap<number, Uint8Array>): SourceDocument[] {
    const documents: StoredDocument[] = [];
    for (let number = first; number !== NONE; number = this.next.array[number]) {
      const { source } = this.sources[partitionPoint(0, this.sources.length, (at) => this.sources[at].first <= number) - 1];
      documents.push(new StoredDocument(source, this.lines.array[number], texts.get(number) as Uint8Array));
    }
    if (documents.length === 1) return documents;
    const parts = new Map<string, { document: SourceDocument; readonly part: CheckedPart }>();
    for (const document of documents) {
      const part = this.checked(document);
      const key = this.keyOf(part);
      const known = parts.get(key);
      if (known) {
        this.join(known.part, part, document);
        known.document = new ObjectDocument(known.document.source, known.document.line, known.part);
      } else parts.set(key, { document, part });
    }
    return [...parts.values()].map(({ document }) => document);
  }

  private join(part: CheckedPart, later: CheckedPart, { source, line }: SourceDocument): void {
    const { uid } = part;
    const report = this.settings.onConflict;
    joinParts(part as Part, later as Part, (conflict) => report({ uid, ...conflict, source, line }), this.settings);
    this.merged++;
  }
}
