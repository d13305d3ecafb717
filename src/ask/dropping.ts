import type { ReadingKind } from '../model/ask.js';
import { printFilter } from '../parser/print.js';
import type { Task } from '../work/pauses.js';
import type { Droppable, Evidence } from './evidence.js';
import { phraseKey } from './forms.js';
import { areOfOneOffer, isWish } from './offer-wishes.js';
import type { Piece } from './pieces.js';
import { type Answer, together } from './repair.js';
import type { Resolution, Resolved } from './resolution.js';
import { MOUNTINGS } from './trade-values.js';

/** Of more different wishes for one offer, all further ones are dropped together. */
const MOST_WISHES = 5;

/** What is dropped first; questions and tables, C12. */
const RANKS: Readonly<Record<ReadingKind, number>> = {
  words: 0,
  ignored: 0,
  purchase: 1,
  seller: 1,
  quantity: 3,
  spec: 3,
  category: 4,
  brand: 4,
  'part number': 4,
};
/** A name that a word was corrected to says less than what was typed so. */
const MISTYPED_NAME = 2;

/** Mountings are dropped as words are: the package beside them says the same, `smd` of `smd led 0603`. */
const MOUNTING_KEYS = new Set(MOUNTINGS.flatMap((line) => line.split(', ').map(phraseKey)));

/** Qualities are dropped as words are, too: a value says more. */
function rankOf({ piece, meant, isMistyped }: Resolved): number {
  if (isMistyped && (meant?.as === 'brand' || meant?.as === 'category')) return MISTYPED_NAME;
  const isMounting = meant?.as === 'spec' && MOUNTING_KEYS.has(phraseKey(piece.texts?.[0] ?? ''));
  return isMounting || piece.isQuality ? RANKS.words : RANKS[meant?.as ?? 'ignored'];
}

/** Drops the fewest pieces so that something is found. */
export function* relaxed(given: Answer, resolution: Resolution, evidence: Evidence): Task<Answer> {
  const { resolved } = given;
  const first = yield* unmet(resolved, evidence);
  if (!first) return given;
  // What numbers mean depends on the pieces that are left.
  const left = resolved.filter((one) => !first.has(one.piece));
  const byPiece = new Map((yield* resolution.resolve(left.map(({ piece }) => piece))).map((one) => [one.piece, one]));
  const again = resolved.map((one) => ({ ...(byPiece.get(one.piece) ?? one), isMistyped: one.isMistyped ?? false }));
  // With these meanings there may be less to drop.
  const second = yield* unmet(again, evidence);
  const best = second ? yield* without(again, second, evidence) : undefined;
  const { found, dropped, resolved: chosen } = best?.found.parts ? best : yield* without(resolved, first, evidence);
  return { ...given, resolved: chosen, found, dropped };
}

/** Conditions that may be dropped together. */
export interface Choice {
  /** Their positions. */
  readonly dropped: readonly number[];
  /** Their ranks, the highest first. */
  readonly ranks: readonly number[];
  /** The parts that are left. */
  readonly parts: number;
}

/** Whether one choice is better than another: fewer conditions, those of lower ranks, more parts, those that come later. */
export function isBetter(a: Choice, b: Choice): boolean {
  if (a.dropped.length !== b.dropped.length) return a.dropped.length < b.dropped.length;
  for (let i = 0; i < a.ranks.length; i++) if (a.ranks[i] !== b.ranks[i]) return a.ranks[i] < b.ranks[i];
  if (a.parts !== b.parts) return a.parts > b.parts;
  for (let i = 0; i < a.dropped.length; i++) if (a.dropped[i] !== b.dropped[i]) return a.dropped[i] > b.dropped[i];
  return false;
}

/** The fewest pieces without which something is found, if there are some. */
function* unmet(resolved: readonly Resolved[], evidence: Evidence): Task<ReadonlySet<Piece> | undefined> {
  const firm = resolved.filter(({ piece }) => piece.isFirm);
  const candidates = resolved.filter(({ piece, meant }) => meant && !piece.isFirm);
  const wishes = candidates.filter(isWish);
  const fewest = areOfOneOffer(wishes)
    ? yield* fewestWithWishes(resolved, firm, wishes, evidence)
    : yield* fewestOf(candidates, firm, evidence);
  return fewest && new Set(fewest.map(({ piece }) => piece));
}

/** Which wishes are dropped decides what one offer has to meet: for each choice of them, the fewest of the other pieces. */
function* fewestWithWishes(
  resolved: readonly Resolved[],
  firm: readonly Resolved[],
  wishes: readonly Resolved[],
  evidence: Evidence,
): Task<readonly Resolved[] | undefined> {
  const others = resolved.filter((one) => one.meant && !one.piece.isFirm && !isWish(one));
  let best: (Choice & { readonly pieces: ReadonlySet<Resolved> }) | undefined;
  for (const left of choicesOf(wishes)) {
    if (best && left.size > best.dropped.length) break;
    const kept = [...firm, ...wishes.filter((one) => !left.has(one))];
    const fewest = yield* fewestOf(others, kept, evidence);
    if (!fewest) continue;
    const pieces = new Set([...left, ...fewest]);
    const { parts } = yield* together(
      resolved.filter((one) => !pieces.has(one)),
      evidence,
    );
    const dropped = [...resolved.keys()].filter((at) => pieces.has(resolved[at]));
    const choice = { pieces, dropped, ranks: dropped.map((at) => rankOf(resolved[at])).sort((a, b) => b - a), parts };
    if (!best || isBetter(choice, best)) best = choice;
  }
  return best && [...best.pieces];
}

/** The sets of wishes that may be dropped, the smallest first. Wishes of the same condition are dropped together. */
function choicesOf(wishes: readonly Resolved[]): ReadonlySet<Resolved>[] {
  const units = new Map<string, Resolved[]>();
  let last: Resolved[] = [];
  for (const one of wishes) {
    const key = one.meant ? printFilter(one.meant.condition) : '';
    const unit = units.get(key);
    if (unit) unit.push(one);
    else if (units.size < MOST_WISHES) units.set(key, (last = [one]));
    else last.push(one);
  }
  let sets: Resolved[][] = [[]];
  for (const unit of units.values()) sets = sets.flatMap((set) => [set, [...set, ...unit]]);
  return sets.sort((a, b) => a.length - b.length).map((set) => new Set(set));
}

/** The fewest of some pieces without which something is found, beside others that are kept. */
function* fewestOf(
  candidates: readonly Resolved[],
  kept: readonly Resolved[],
  evidence: Evidence,
): Task<readonly Resolved[] | undefined> {
  const found = yield* together(kept, evidence);
  if (found.parts === 0) return undefined;
  const droppable = candidates.map((one): Droppable => ({ found: one.found, rank: rankOf(one) }));
  const positions = yield* evidence.fewestDropped(found, droppable);
  if (positions) return positions.map((at) => candidates[at]);
  // Without anything left, all parts would be found.
  return kept.length > 0 ? candidates : undefined;
}

function* without(
  resolved: readonly Resolved[],
  pieces: ReadonlySet<Piece>,
  evidence: Evidence,
): Task<Pick<Answer, 'resolved' | 'found' | 'dropped'>> {
  const isDropped = ({ piece }: Resolved) => pieces.has(piece);
  const left = resolved.filter((one) => !isDropped(one));
  return { resolved, found: yield* together(left, evidence), dropped: resolved.filter(isDropped) };
}
