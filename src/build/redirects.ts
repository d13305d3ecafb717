import { GrowableU32 } from '../encoding/growable.js';
import { InvalidDocumentError } from '../model/errors.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import type { Elsewhere, PartPlaces } from './build-settings.js';
import { rawDictionary } from './dictionary/dictionary-writer.js';
import type { FieldBuilder } from './field-builder.js';
import { Interner } from './interner.js';
import type { PartEntries } from './part-entries.js';
import type { SourceDocument } from './source-documents.js';

interface Listing {
  readonly uid: string;
  readonly document: number;
  readonly source: string;
  readonly line: number;
}

const REDIRECTED = 'redirected_uids';
const NOTHING: Elsewhere = { taken: new Map(), listed: new Map(), living: new Map() };

/** Uids of parts: each may be used once, and may be listed as merged into one other part. */
export class Redirects {
  private readonly listings = new Map<string, Listing>();
  /** Line of each document, and the first document of each source. */
  private readonly lines = new GrowableU32();
  private readonly sources: { first: number; source: string }[] = [];

  constructor(
    private readonly uids: FieldBuilder,
    private readonly elsewhere: Elsewhere = NOTHING,
  ) {}

  /** @throws InvalidDocumentError if the uid is taken, or a redirected one listed before */
  check(part: PartEntries, document: SourceDocument): void {
    const own = part.uid;
    const { taken, listed } = this.elsewhere;
    const place = taken.size > 0 ? taken.get(part.text(own)) : undefined;
    if (place !== undefined) throw takenBy(document, part.text(own), place);
    const known = this.uids.values.findBytes(part.source(own), part.from(own), part.to(own));
    if (known >= 0) throw takenBy(document, part.text(own), this.place(known));
    const seen = new Set<string>();
    for (const uid of part.redirectedUids()) {
      const known = this.listings.get(uid);
      const other = known ? `${known.source}:${known.line}` : listed.get(uid);
      if (other !== undefined || seen.has(uid) || uid === part.text(own)) {
        const where = other === undefined ? ' in this part' : `, first in ${other}`;
        throw fault(document, REDIRECTED, `"${uid}" is listed twice or is the part's own${where}; it may lead to one part only`);
      }
      seen.add(uid);
    }
  }

  /** Adds a part that was checked. */
  add(part: PartEntries, { source, line }: SourceDocument, document: number): void {
    if (this.sources.at(-1)?.source !== source) this.sources.push({ first: document, source });
    this.lines.push(line);
    for (const uid of part.redirectedUids()) this.listings.set(uid, { uid, document, source, line });
  }

  /** Refuses the merged uids that parts still use, once all parts are known. */
  finish(refuse: (error: InvalidDocumentError) => void): void {
    for (const listing of [...this.listings.values()]) {
      const own = this.uids.values.find(listing.uid);
      const alive = own < 0 ? this.elsewhere.living.get(listing.uid) : this.place(own);
      if (alive === undefined) continue;
      this.listings.delete(listing.uid);
      refuse(fault(listing, REDIRECTED, `"${listing.uid}" is that of ${alive}; a merged uid may not live on`));
    }
  }

  /** Writes `<name>/redirects`: a dictionary of the merged uids and the row of each. */
  async write(writer: CatalogWriter, name: string, documentOf: Uint32Array): Promise<void> {
    const rowOf = new Uint32Array(documentOf.length);
    for (let row = 0; row < documentOf.length; row++) rowOf[documentOf[row]] = row;
    const uids = new Interner();
    const documents: number[] = [];
    for (const { uid, document } of this.listings.values()) {
      uids.intern(uid);
      documents.push(document);
    }
    const { arrays, ordinals } = rawDictionary(uids);
    const rows = new Uint32Array(uids.size);
    documents.forEach((document, i) => {
      rows[ordinals[i]] = rowOf[document];
    });
    await writer.addBundle(`${name}/redirects`, [...arrays, rows]);
  }

  /** The place of a document: `mine.ndjson:5`. */
  place(document: number): string {
    return placeOfPart({ lines: this.lines.array, sources: this.sources }, document);
  }

  /** The places of all documents. */
  places(): PartPlaces {
    return { lines: this.lines.view().slice(), sources: this.sources };
  }
}

/** The place of a part: `mine.ndjson:5`. */
export function placeOfPart({ lines, sources }: PartPlaces, document: number): string {
  const { source } = sources.findLast(({ first }) => first <= document) as { source: string };
  return `${source}:${lines[document]}`;
}

/**
 * For builds from documents that catalogs have: a merged uid that lives on was left out when the catalog was built, and is again.
 * @throws the error of anything else
 */
export function leaveOutRedirect(error: InvalidDocumentError): void {
  if (error.path !== REDIRECTED) throw error;
}

function takenBy(document: SourceDocument, uid: string, place: string): InvalidDocumentError {
  return fault(document, 'uid', `"${uid}" is taken by ${place}; a uid must be unique`);
}

function fault({ source, line }: { source: string; line: number }, path: string, what: string): InvalidDocumentError {
  return new InvalidDocumentError(`${source}:${line}: ${path}: ${what}`, { source, line, path });
}
