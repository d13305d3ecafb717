import { compareCodePoints } from '../analysis/text.js';
import { decodeUtf8 } from '../analysis/utf8.js';
import type { Segment } from '../index/segment.js';
import type { Task } from '../work/pauses.js';
import { waitFor } from '../work/pauses.js';

/** A part as it is stored. */
export interface StoredPart {
  readonly uid: string;
  /** Its JSON text, as it was given. */
  readonly text: string;
}

/** Documents that are read at a time. */
const BATCH = 2048;

/** The living uids of a segment in code-point order, with the numbers of their documents. */
interface OrderedUids {
  readonly segment: Segment;
  readonly size: number;
  uid(place: number): string;
  document(place: number): number;
}

/** The living parts of some segments as they are stored, by uid in code-point order. */
export class PartsByUid {
  private readonly places: number[];

  private constructor(private readonly segments: readonly OrderedUids[]) {
    this.places = segments.map(() => 0);
  }

  static *of(segments: readonly Segment[]): Task<PartsByUid> {
    return yield* waitFor(Promise.all(segments.map(orderedUids)).then((ordered) => new PartsByUid(ordered)));
  }

  /** The next parts; none at the end. */
  *next(): Task<StoredPart[]> {
    const uids: string[] = [];
    const numbers: number[][] = this.segments.map(() => []);
    const places: { segment: number; place: number }[] = [];
    for (let found = this.least(); found >= 0 && uids.length < BATCH; found = this.least()) {
      const ordered = this.segments[found];
      const place = this.places[found]++;
      uids.push(ordered.uid(place));
      places.push({ segment: found, place: numbers[found].length });
      numbers[found].push(ordered.document(place));
    }
    const texts: Uint8Array[][] = [];
    for (let i = 0; i < numbers.length; i++) {
      texts.push(numbers[i].length > 0 ? yield* this.segments[i].segment.documents.readTexts(numbers[i]) : []);
    }
    return uids.map((uid, i) => {
      const bytes = texts[places[i].segment][places[i].place];
      return { uid, text: decodeUtf8(bytes, 0, bytes.length) };
    });
  }

  /** The segment whose next uid is the least; −1 if all are at their end. */
  private least(): number {
    let least = -1;
    let lowest = '';
    for (let i = 0; i < this.segments.length; i++) {
      const place = this.places[i];
      if (place >= this.segments[i].size) continue;
      const uid = this.segments[i].uid(place);
      if (least >= 0 && compareCodePoints(uid, lowest) >= 0) continue;
      least = i;
      lowest = uid;
    }
    return least;
  }
}

async function orderedUids(segment: Segment): Promise<OrderedUids> {
  const field = segment.field('uid');
  if (!field) return { segment, size: 0, uid: () => '', document: () => 0 };
  const [dictionary, codes, documents] = await Promise.all([
    field.dictionary.load(),
    field.codes.load(),
    segment.documentNumbers.load(),
  ]);
  const { dead } = segment;
  const rows = new Uint32Array(dictionary.size);
  const isLiving = new Uint8Array(dictionary.size);
  for (let row = 0; row < segment.rowCount; row++) {
    const ordinal = codes.ordinalOf(codes.code(row), false);
    rows[ordinal] = row;
    isLiving[ordinal] = dead?.has(row) ? 0 : 1;
  }
  const ordinals = new Uint32Array(segment.liveCount);
  let size = 0;
  for (let ordinal = 0; ordinal < isLiving.length; ordinal++) if (isLiving[ordinal] === 1) ordinals[size++] = ordinal;
  return {
    segment,
    size,
    uid: (place) => dictionary.value(ordinals[place]),
    document: (place) => documents[rows[ordinals[place]]],
  };
}
