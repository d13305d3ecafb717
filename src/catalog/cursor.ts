import { type Digest, Digester, digestOf } from '../analysis/digest.js';
import { decodeUtf8, utf8Bytes } from '../analysis/utf8.js';
import { decodeBase64url, encodeBase64url } from '../encoding/base64url.js';
import { crc32 } from '../encoding/crc32.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { NormalisedSearchRequest } from '../model/check-requests.js';
import { describeValue } from '../model/describe.js';
import type { CollectionName } from '../model/fields.js';
import type { Issues } from '../model/issues.js';
import type { SortKey } from '../model/requests.js';
import { isUid } from '../model/uid.js';
import type { Filter } from '../parser/ast.js';
import { lostPlace } from '../query/behind.js';
import type { BoundSearch } from '../query/bind-search.js';
import type { Hit } from '../query/merge.js';
import { bindPlace, type GivenPlace, OPEN, type Place, type PlaceValue, placeOf } from '../query/place.js';
import type { ResolvedSortKey } from '../resolve/resolved-search.js';
import type { Work } from '../work/work.js';
import type { Found } from './searcher.js';

/*
 * A cursor is text that holds the place of a result in the order of its request (docs/semantics.md, "Order and pages"):
 *
 *   u8 kind, u32 CRC-32 of what follows, u64 digest of the request, then by kind
 *   VALUES  the values of the sort keys: u8 type, and if there is a text its length and UTF-8; then the uid
 *   RECORD  u64 digest of the values, which are too long to be there; then the uid
 *   ROW     u64 digest of the catalog; number of the segment; rank of the uid in it
 *   SCORED  u64 digest of the catalog; the uid: of a catalog whose rows move when its segments are merged
 *
 * Numbers without a size are variable-length, seven bits to a byte. A sort by score is of the kind ROW or SCORED: scores depend on all
 * records, so the place means nothing in another catalog.
 */

const VALUES = 1;
const ROW = 2;
const RECORD = 3;
const SCORED = 4;
const HEADER_BYTES = 13;
/** 1,024 characters of six bits. */
const MOST_BYTES = 768;

const NO_VALUE = 0;
const TEXT = 1;
const NUMBER = 2;
const OPEN_END = 3;

const EXPECTED = 'the `next` of an earlier answer';

/** What the cursors of a request are made for. */
export interface CursorContext {
  readonly collection: CollectionName;
  readonly request: Pick<NormalisedSearchRequest, 'q' | 'filterFields' | 'filterQueries' | 'rank'> & {
    readonly sortKeys: readonly ResolvedSortKey[];
    /** Further filters of an interface. */
    readonly conditions?: readonly Filter[] | undefined;
  };
  /** Digest of the catalog's content. */
  readonly catalog: () => Digest;
  /** Whether the rows of the same content may be others later. */
  readonly rowsMove: boolean;
}

/** Where a search goes on: behind the hit with a rank in a segment, or behind a place. */
export type CursorPlace = Extract<GivenPlace, { kind: 'row' | 'uid' }> | ({ readonly kind: 'values' } & Place);

/**
 * Whether a request orders by score or by computed numbers, so that its cursors belong to one catalog. Keys after the uid order
 * nothing.
 */
export function isOfOneCatalog(sortKeys: readonly ResolvedSortKey[]): boolean {
  return effectiveKeys(sortKeys).includes('score') || sortKeys.some(({ numbers }) => numbers !== undefined);
}

/** The cursor of a place. */
export function writeCursor(place: CursorPlace, context: CursorContext): string {
  const bytes = new ByteWriter();
  const { kind } = place;
  const request = requestDigest(context);
  if (kind === 'row') bytes.begin(ROW, request).digest(context.catalog()).number(place.segment).number(place.rank);
  else if (kind === 'uid') bytes.begin(SCORED, request).digest(context.catalog()).text(place.uid);
  else {
    bytes.begin(VALUES, request);
    for (const value of place.values) bytes.value(value);
    bytes.text(place.uid);
    if (bytes.isOver) bytes.begin(RECORD, request).digest(digestOfValues(place)).text(place.uid);
  }
  return encodeBase64url(bytes.finish());
}

/** The place of a cursor; undefined, with an issue, if it is not one of this request. */
export function readCursor(text: string, context: CursorContext, issues: Issues): GivenPlace | undefined {
  const bytes = text.length > Math.ceil((MOST_BYTES * 4) / 3) ? undefined : decodeBase64url(text);
  const reader = bytes && ByteReader.of(bytes);
  const refuse = (why: string) => issues.add('bad_cursor', ['after'], why, { found: text, expected: [EXPECTED] });
  const refuseText = () => refuse(` must be ${EXPECTED}, not ${describeValue(text)}`);
  if (!reader) {
    refuseText();
    return undefined;
  }
  const fail = (why: string) => refuse(`: ${why}`);
  if (!isSame(reader.digest(), requestDigest(context))) {
    fail(
      'the cursor belongs to another request; q, filter, sortby, rank and the collection must be those of the answer that it is from',
    );
    return undefined;
  }
  if ((reader.kind === ROW || reader.kind === SCORED) && !isSame(reader.digest(), context.catalog())) {
    fail(
      'the cursor belongs to another catalog, and scores differ between catalogs; only sorts by fields alone go on in another one',
    );
    return undefined;
  }
  const place = readPlace(reader, context.request.sortKeys);
  if (!place) refuseText();
  return place;
}

function readPlace(reader: ByteReader, sortKeys: readonly SortKey[]): GivenPlace | undefined {
  if (reader.kind === ROW) {
    const place: GivenPlace = { kind: 'row', segment: reader.number(), rank: reader.number() };
    return reader.isAtEnd ? place : undefined;
  }
  if (reader.kind === SCORED) {
    const uid = reader.text();
    return isUid(uid) ? { kind: 'uid', uid } : undefined;
  }
  if (reader.kind === RECORD) {
    const digest = reader.digest();
    const uid = reader.text();
    return isUid(uid) ? { kind: 'record', uid, isSame: (place) => isSame(digestOfValues(place), digest) } : undefined;
  }
  if (reader.kind !== VALUES) return undefined;
  const values: PlaceValue[] = [];
  for (const name of effectiveKeys(sortKeys)) {
    if (name === 'uid') continue;
    const value = reader.value();
    if (value === undefined) return undefined;
    values.push(value);
  }
  const uid = reader.text();
  return isUid(uid) ? { kind: 'values', values, uid } : undefined;
}

/** The fields of the keys that order anything: those up to the uid. */
function effectiveKeys(sortKeys: readonly SortKey[]): string[] {
  const names = sortKeys.map(({ field }) => field);
  const uid = names.indexOf('uid');
  return uid < 0 ? names : names.slice(0, uid + 1);
}

/** Of all that decides which hits there are, and in which order. */
function requestDigest({ collection, request }: CursorContext): Digest {
  const { q, filterFields, filterQueries, sortKeys, conditions, rank } = request;
  const digest = new Digester().text(collection).text(q).number(filterFields.length);
  const fields =
    filterFields.length > 1 ? [...filterFields].sort((a, b) => (a.field.name < b.field.name ? -1 : 1)) : filterFields;
  for (const { field, values } of fields) {
    digest.text(field.name).number(values.length);
    for (const value of values) digest.text(value ?? '');
  }
  digest.number(filterQueries.length);
  for (const query of filterQueries) digest.text(query ?? '');
  digest.number(sortKeys.length);
  for (const { field, order } of sortKeys) digest.text(field).text(order);
  // Most requests have neither.
  if (conditions || rank) digest.units(JSON.stringify([conditions, rank]));
  return digest.finish();
}

function digestOfValues({ values }: Place): Digest {
  return digestOf(JSON.stringify(values));
}

function isSame([high, low]: Digest, other: Digest): boolean {
  return high === other[0] && low === other[1];
}

/** The bytes of the cursor that is being written: nothing waits in between. */
const WRITTEN = new Uint8Array(MOST_BYTES);

class ByteWriter {
  private readonly bytes = WRITTEN;
  private length = 0;
  /** Whether it has more bytes than a cursor may have. */
  isOver = false;

  begin(kind: number, request: Digest): this {
    this.isOver = false;
    this.bytes[0] = kind;
    // The checksum is written at the end.
    this.length = 5;
    return this.digest(request);
  }

  digest([high, low]: Digest): this {
    for (const half of [high, low]) for (let shift = 24; shift >= 0; shift -= 8) this.byte((half >>> shift) & 0xff);
    return this;
  }

  number(value: number): this {
    let left = value;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.byte((left & 0x7f) | 0x80);
    return this.byte(left);
  }

  value(value: PlaceValue): this {
    if (value === null || typeof value === 'number') return this.byte(NO_VALUE);
    if (value === OPEN) return this.byte(OPEN_END);
    this.byte(value.isNumber ? NUMBER : TEXT);
    // Each UTF-16 unit takes a byte at least.
    if (value.text.length > MOST_BYTES) this.isOver = true;
    if (this.isOver) return this;
    const text = utf8Bytes(value.text);
    return this.number(text.length).all(text);
  }

  text(text: string): this {
    return this.all(utf8Bytes(text));
  }

  private all(bytes: Uint8Array): this {
    for (let i = 0; i < bytes.length; i++) this.byte(bytes[i]);
    return this;
  }

  private byte(value: number): this {
    if (this.length < MOST_BYTES) this.bytes[this.length++] = value;
    else this.isOver = true;
    return this;
  }

  /** The bytes, until the next cursor is written. */
  finish(): Uint8Array {
    const bytes = this.bytes.subarray(0, this.length);
    const crc = checksum(bytes);
    for (let i = 0; i < 4; i++) bytes[1 + i] = (crc >>> (24 - i * 8)) & 0xff;
    return bytes;
  }
}

function checksum(bytes: Uint8Array): number {
  return crc32(bytes, crc32(bytes, 0, 0, 1), 5);
}

/** Reads what `ByteWriter` has written. Beyond the end there are zeros. */
class ByteReader {
  private at = 5;

  private constructor(private readonly bytes: Uint8Array) {}

  /** Undefined unless the checksum is right. */
  static of(bytes: Uint8Array): ByteReader | undefined {
    if (bytes.length < HEADER_BYTES) return undefined;
    const crc = ((bytes[1] << 24) | (bytes[2] << 16) | (bytes[3] << 8) | bytes[4]) >>> 0;
    return crc === checksum(bytes) ? new ByteReader(bytes) : undefined;
  }

  get kind(): number {
    return this.bytes[0];
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  digest(): Digest {
    return [this.word(), this.word()];
  }

  private word(): number {
    let word = 0;
    for (let i = 0; i < 4; i++) word = (word << 8) | this.byte();
    return word >>> 0;
  }

  number(): number {
    let value = 0;
    for (let unit = 1; unit < 2 ** 49; unit *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) break;
    }
    return value;
  }

  /** Undefined if there is none. */
  value(): PlaceValue | undefined {
    const type = this.byte();
    if (type === NO_VALUE) return null;
    if (type === OPEN_END) return OPEN;
    const length = this.number();
    if ((type !== TEXT && type !== NUMBER) || this.at + length > this.bytes.length) return undefined;
    const text = decodeUtf8(this.bytes, this.at, this.at + length);
    this.at += length;
    return { text, isNumber: type === NUMBER };
  }

  /** The rest. */
  text(): string {
    return decodeUtf8(this.bytes, Math.min(this.at, this.bytes.length), this.bytes.length);
  }

  private byte(): number {
    return this.bytes[this.at++] ?? 0;
  }
}

/** A place in the order of each segment. @throws ValidationError if it is not in the catalog */
export function placesOf(after: GivenPlace, bound: readonly BoundSearch[], work: Work) {
  const places = bindPlace(after, bound, work);
  if (!places) throw lostPlace();
  return places;
}

/** The hits of a page, and whether others follow them. */
export interface Page {
  readonly found: Found;
  readonly hits: readonly Hit[];
  readonly isLast: boolean;
}

/** Where the page of a search begins, and how many hits it has at most. */
interface PagedSearch {
  readonly normalised: { readonly start: number; readonly limit: number };
  readonly after: GivenPlace | undefined;
}

/** How many hits must be in order for a page: behind a cursor one more, since hits may follow it. */
export function lastWanted({ normalised: { start, limit }, after }: PagedSearch): number {
  return after ? limit + 1 : start + limit;
}

export function pageOf({ normalised: { start, limit }, after }: PagedSearch, found: Found): Page {
  if (after) return { found, hits: found.top.slice(0, limit), isLast: found.top.length <= limit };
  const hits = found.top.slice(start, start + limit);
  return { found, hits, isLast: start + hits.length >= found.hits };
}

/** The cursor of the last hit of a page; null if none follow. */
export function nextCursor(
  cursors: CursorContext,
  bound: readonly BoundSearch[],
  { hits, isLast }: Page,
  work: Work,
): string | null {
  const last = hits.at(-1);
  if (!last || isLast) return null;
  const segment = bound.findIndex((search) => search.segment === last.segment);
  const ofSegment = bound[segment];
  if (isOfOneCatalog(cursors.request.sortKeys)) {
    const rank = ofSegment.uidOrder.ranks[last.row];
    if (!cursors.rowsMove) return writeCursor({ kind: 'row', segment, rank }, cursors);
    const uids = last.segment.field('uid')?.dictionary.value as Dictionary;
    return writeCursor({ kind: 'uid', uid: uids.value(rank) }, cursors);
  }
  return writeCursor({ kind: 'values', ...placeOf(ofSegment, last.row, work) }, cursors);
}
