import type { Digest } from '../../analysis/digest.js';
import type { SaidMetadata, SpecType } from '../../encoding/spec-facts.js';
import type { DeadRows } from '../../index/alive/dead-rows.js';
import type { Authorized } from '../../model/authorized.js';
import type { SpecMetadata } from '../../model/documents.js';
import type { CatalogField } from '../../model/own-fields.js';
import type { CompanyCollection } from '../../model/schema.js';
import type { Synonyms } from '../../model/synonyms.js';
import type { CatalogFile } from '../catalog-file.js';

/** The parts of one file of a catalog that changes, and which of them live. */
export interface SnapshotSegment {
  readonly file: CatalogFile;
  /** Parts that were replaced or removed, by the numbers of their documents: rows may be ordered anew when records change. */
  readonly dead: DeadRows | undefined;
  /** The place of each document in the order of all parts, ascending; undefined where they follow one another from `first` on. */
  readonly places: Float64Array | undefined;
  readonly first: number;
}

/** The place of a document in the order of all parts. */
export function placeOf({ places, first }: SnapshotSegment, document: number): number {
  return places ? places[document] : first + document;
}

export type RecordCollection = CompanyCollection | 'categories';

/** The records that were given, by uid and in their order, as they were given; metadata by spec key. */
export interface SnapshotRecords extends Readonly<Record<RecordCollection, ReadonlyMap<string, object>>> {
  readonly spec_metadata: ReadonlyMap<string, SpecMetadata>;
}

/** What living parts say of a spec key. */
export interface SaidSpec {
  readonly key: string;
  readonly said: SaidMetadata;
  /** The place of the first part that carries it; undefined where it was never asked for. */
  readonly first: number | undefined;
}

/** A company that a part names, and where it does so first. */
export interface NamedCompany {
  readonly uid: string;
  /** As the part has it. */
  readonly record: object;
  /** The place of the part; undefined where it was never asked for. */
  readonly place: number | undefined;
  /** Which of the part's companies it is, in the order in which a build gathers them; undefined likewise. */
  readonly nth?: number | undefined;
}

/** What is gathered from living parts. */
export interface SnapshotFacts {
  /** In the order in which the parts carry them first. */
  readonly specs: readonly SaidSpec[];
  readonly named: Readonly<Record<CompanyCollection, ReadonlyMap<string, NamedCompany>>>;
}

/** Parts with a value of a spec key, and distinct values. */
export interface SpecCount {
  readonly parts: number;
  readonly values: number;
}

/** All that a catalog of segments consists of. It never changes: an update makes another one. */
export interface SnapshotState {
  readonly segments: readonly SnapshotSegment[];
  readonly records: SnapshotRecords;
  readonly facts: SnapshotFacts;
  /** The type of every spec key that some part ever carried. */
  readonly types: ReadonlyMap<string, SpecType>;
  /** The place of the next new part. */
  readonly nextPlace: number;
  readonly priceCurrency: string;
  readonly ownFields: readonly CatalogField[];
  /** Those that the files were built with. */
  readonly synonyms: Synonyms;
  /** The terms that decide `is_authorized` of the offers of parts that are put. */
  readonly authorized: Authorized | undefined;
  /** Identifies what it holds, where its segments were merged since the last update. Undefined: the segments and records do. */
  readonly content?: Digest | undefined;
  /** Number of updates that led to it. */
  readonly commit: number;
}
