import type { Task } from '../work/pauses.js';
import type { Evidence } from './evidence.js';
import type { Piece } from './pieces.js';
import { PIECE_UNREAD } from './unread.js';

/**
 * The work of one question, in counts of parts: a count takes a fraction of a millisecond in a catalog of half a million parts.
 * Counts are told by what the pieces may mean, so that a question is read alike whatever is loaded or kept.
 */
const MOST_READ = 200;
/** What correcting and suggesting may take besides. */
const MOST_TRIED = 240;

/** Counts of a piece of words, of one that may be a part number, and of one that has names or values. */
const [WORDS, NUMBER, NAMES] = [3, 6, 6];
/** Counts of a quantity, and most specs that are counted for it. */
const [QUANTITY, MOST_SPECS] = [4, 12];
/** A wish for a stock, a price or a seller: a column of all parts is read. */
const PURCHASE = 6;
/** Rows whose texts are read for a phrase, for one count. */
const ROWS_READ = 2000;
/** Looking for the words near to one. */
const SCAN = 12;

/** What interpreting one question may still take. */
export class Effort {
  private left = MOST_TRIED;

  /** Whether another question may be tried in place of one that takes so many counts. */
  allowsTry(counts: number): boolean {
    return this.take(counts);
  }

  /** Whether corrections of a word may be looked for. */
  allowsScan(word: string): boolean {
    return this.take(SCAN + word.length);
  }

  private take(counts: number): boolean {
    // What is refused once stays refused: else cheaper words behind it would be corrected instead.
    this.left = counts <= this.left ? this.left - counts : -1;
    return this.left >= 0;
  }
}

/** A cut of a question that takes no more than a question may, and what it takes. */
export interface Bounded {
  readonly cut: readonly Piece[];
  readonly counts: number;
}

/**
 * Ignores the pieces of a cut behind the one with which it takes too much. Phrases in quotes and exclusions count first: what is certain
 * is read before what is not.
 */
export function* bounded(cut: readonly Piece[], evidence: Pick<Evidence, 'rowsRead'>): Task<Bounded> {
  let counts = 0;
  const unread = new Set<Piece>();
  for (const isFirm of [true, false]) {
    let isOver = false;
    for (const piece of cut) {
      const own = Boolean(piece.isFirm) === isFirm ? countsOf(piece) : 0;
      if (own === 0) continue;
      const read: number = isOver ? 0 : yield* evidence.rowsRead(piece.texts ?? []);
      const all: number = own + Math.floor((isTwice(piece) ? 2 * read : read) / ROWS_READ);
      isOver ||= counts + all > MOST_READ;
      if (isOver) unread.add(piece);
      else counts += all;
    }
  }
  return { cut: cut.map((piece) => (unread.has(piece) && !piece.isConnecting ? notRead(piece) : piece)), counts };
}

/** Names of several words may be taken apart: their words are looked for again. */
function isTwice({ from, to, certain, measured, isFirm }: Piece): boolean {
  return to - from > 1 && !certain && !measured && !isFirm;
}

function notRead({ from, to, score }: Piece): Piece {
  return { from, to, score, isIgnored: true, relaxed: PIECE_UNREAD };
}

function countsOf({
  certain,
  isFirm,
  isIgnored,
  isConnecting,
  sortby,
  measured,
  asQuantity,
  number,
  categories,
  companies,
  values,
  negated,
  use,
}: Piece): number {
  if (isIgnored || isConnecting || sortby) return 0;
  if (negated) return WORDS + countsOf(negated);
  if (certain) return isFirm ? WORDS : PURCHASE;
  const specs = (measured?.entries.length ?? 0) + (values?.length ?? 0);
  const names = categories?.length || companies?.length || values?.length || use ? NAMES : 0;
  const quantity = specs === 0 ? 0 : QUANTITY + Math.min(specs, MOST_SPECS);
  // Mega and milli, pico and pins: the quantity is looked for a second time in the other case.
  const other = measured?.other || asQuantity ? QUANTITY + MOST_SPECS : 0;
  // A bound: specs are counted by its number, and by numbers near to it.
  const bounding = measured?.bounding ? 2 * MOST_SPECS : 0;
  return WORDS + names + (number === undefined ? 0 : NUMBER) + quantity + other + bounding;
}
