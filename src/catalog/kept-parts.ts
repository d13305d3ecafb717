import { BITS, LIST, RowSet } from '../index/row-set/row-set.js';
import type { Filter } from '../parser/ast.js';
import { KeptColumns } from './kept-columns.js';
import { KeptCounts } from './kept-counts.js';

/** What is kept at most for all questions to a catalog. */
export interface KeptBounds {
  readonly bytes: number;
  readonly entries: number;
}

/** Chosen by `npm run bench:questions`: a third of the time of a question is the search for the parts of words that came before. */
const BOUNDS: KeptBounds = { bytes: 32 << 20, entries: 4096 };
/** Typed conditions that are remembered, to keep the parts of those that come again. */
const MOST_SEEN = 1024;
/** Conditions with longer keys are not kept. That of `0603`, with all packages of that name, has 7,000 characters. */
const LONGEST_KEY = 20_000;
/** Bytes of an entry besides its key and its rows, and of a set besides its arrays. */
const ENTRY_BYTES = 256;
const SET_BYTES = 128;

/** The rows of a condition, by segment. */
type Sets = readonly RowSet[];

interface Entry {
  readonly sets: Sets;
  /** No other entry ever has the same. */
  readonly number: number;
  readonly bytes: number;
  /** Whether it was used since it last could have gone. */
  isUsed: boolean;
}

/**
 * The parts of conditions that belong to no question (those that have a spec, or are in the categories of a word), and of typed ones
 * that come again. The views that hide members share it, each with entries of its own.
 */
export class KeptParts {
  /** In the order in which they are to go. One that is used is not moved, which would take as long as some counts: it gets a second turn. */
  private readonly known = new Map<string, Entry>();
  /** Hashes of the keys of typed conditions, the latest last: one of two with the same hash is kept too early, which harms nothing. */
  private readonly seen = new Set<number>();
  private bytesKept = 0;
  private views = 0;
  private entries = 0;
  /** The columns of the catalog, whoever asks. */
  readonly columns = new KeptColumns();

  constructor(private readonly bounds: KeptBounds = BOUNDS) {}

  get size(): number {
    return this.known.size;
  }

  get bytes(): number {
    return this.bytesKept;
  }

  /** The entries of one more view. */
  view(): KeptView {
    return new KeptView(this, `${this.views++}\n`);
  }

  find(key: string): Sets | undefined {
    const found = this.known.get(key);
    if (!found) return undefined;
    found.isUsed = true;
    return found.sets;
  }

  /** The number of an entry; undefined if there is none. */
  numberOf(key: string): number | undefined {
    return this.known.get(key)?.number;
  }

  /** Keeps copies of sets; those that were not used lately go for them. What was found once stays as it is, whatever is kept later. */
  keep(key: string, sets: Sets): void {
    this.drop(key);
    const own = sets.map(ownSet);
    const bytes = ENTRY_BYTES + 2 * key.length + own.reduce((sum, set) => sum + bytesOf(set), 0);
    this.known.set(key, { sets: own, number: this.entries++, bytes, isUsed: false });
    this.bytesKept += bytes;
    for (const [oldest, entry] of this.known) {
      if (this.bytesKept <= this.bounds.bytes && this.known.size <= this.bounds.entries) break;
      if (entry.isUsed) this.giveAnotherTurn(oldest, entry);
      else this.drop(oldest);
    }
  }

  /**
   * Keeps the parts of a typed condition if it was typed before. Most questions are asked once: what is seen for the first time would
   * only displace others. Source: `UsageTrackingQueryCachingPolicy` of Lucene.
   */
  keepAgain(key: string, sets: Sets): void {
    if (key.length > LONGEST_KEY) return;
    const print = hash(key);
    if (this.seen.delete(print)) this.keep(key, sets);
    this.seen.add(print);
    if (this.seen.size <= MOST_SEEN) return;
    for (const oldest of this.seen) {
      this.seen.delete(oldest);
      break;
    }
  }

  /** To the end of the map, where the walk that drops entries meets it again. Source: the clock of page replacement. */
  private giveAnotherTurn(key: string, entry: Entry): void {
    entry.isUsed = false;
    this.known.delete(key);
    this.known.set(key, entry);
  }

  private drop(key: string): void {
    const old = this.known.get(key);
    if (!old) return;
    this.known.delete(key);
    this.bytesKept -= old.bytes;
  }
}

/** Source: FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return state;
}

/** What is kept of one view of a catalog. */
export class KeptView {
  /** What was counted among the parts of some conditions. */
  readonly counts = new KeptCounts();
  /** The keys of conditions: those of many values take long to make. */
  private readonly keys = new WeakMap<Filter, string>();

  constructor(
    private readonly all: KeptParts,
    private readonly prefix: string,
  ) {}

  get columns(): KeptColumns {
    return this.all.columns;
  }

  find(condition: Filter): Sets | undefined {
    return this.all.find(this.keyOf(condition));
  }

  keep(condition: Filter, sets: Sets): void {
    this.all.keep(this.keyOf(condition), sets);
  }

  /** The name of the context of a condition that is kept, the same as long as it is. */
  nameOf(condition: Filter): string | undefined {
    const number = this.all.numberOf(this.keyOf(condition));
    return number === undefined ? undefined : `t${number} `;
  }

  /** Keeps those of a typed condition that comes again. */
  keepAgain(condition: Filter, sets: Sets): void {
    this.all.keepAgain(this.keyOf(condition), sets);
  }

  private keyOf(condition: Filter): string {
    let key = this.keys.get(condition);
    if (key === undefined) this.keys.set(condition, (key = this.prefix + JSON.stringify(condition)));
    return key;
  }
}

/** What a set takes. */
export function bytesOf({ rows, words }: RowSet): number {
  return SET_BYTES + rows.byteLength + words.byteLength;
}

/** A set with arrays of its own, which no scratch takes back. */
export function ownSet(set: RowSet): RowSet {
  if (set.kind === LIST) return RowSet.list(set.rows.slice(0, set.count), set.count);
  return set.kind === BITS ? RowSet.bits(set.words.slice(), set.firstWord, set.endWord) : set;
}
