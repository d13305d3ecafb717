import type { ReadingKind } from '../model/ask.js';
import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';
import { all, any, beginsWith, is } from './conditions.js';
import type { Evidence } from './evidence.js';
import { isNumberLike } from './forms.js';
import { type JoinedNumber, withoutBlanks } from './joined-numbers.js';
import type { Span } from './lexical.js';
import type { Option, Piece } from './pieces.js';
import { together } from './repair.js';
import type { Resolution, Resolved } from './resolution.js';
import { bestCut } from './segmentation.js';

/** Most part numbers of a question whose words belong to other pieces as well: for each the pieces around it are read anew. */
const MOST_STRADDLING = 3;

/** What letters mean that name something. */
const NAMES: ReadonlySet<ReadingKind | undefined> = new Set(['category', 'brand', 'seller', 'spec', 'quantity']);

/** Unites the pieces of part numbers that are written as several words. Source: questions and tables, C1. */
export class NumberJoiner {
  constructor(
    private readonly resolution: Resolution,
    private readonly evidence: Evidence,
  ) {}

  /**
   * @param resolved the pieces of a question, in its order
   * @param numbers that do not overlap
   * @param pieces all that the question may be cut into
   */
  *joinAll(resolved: readonly Resolved[], numbers: readonly JoinedNumber[], pieces: readonly Piece[]): Task<Resolved[]> {
    let joined = [...resolved];
    let straddling = 0;
    for (const number of numbers) {
      const touched = joined.filter(({ piece }) => number.from < piece.to && piece.from < number.to);
      const { from, to } = { from: touched[0].piece.from, to: touched[touched.length - 1].piece.to };
      const isWhole = from === number.from && to === number.to;
      let united: readonly Resolved[];
      if (touched.some(({ piece }) => piece.isFirm)) {
        united = yield* this.negated(number, touched, pieces);
      } else {
        if (isBegun(number)) {
          const others = joined.filter((one) => !touched.includes(one));
          if (!isWhole || !(yield* this.begins(number, touched, others))) continue;
        }
        if (!isWhole && ++straddling > MOST_STRADDLING) continue;
        united = isWhole ? [yield* this.joined(number, touched)] : yield* this.straddled(number, { from, to }, touched, pieces);
      }
      joined = joined.flatMap((one) => (one === touched[0] ? united : touched.includes(one) ? [] : [one]));
    }
    return joined;
  }

  /**
   * Whether letters and digits begin part numbers rather than mean something one by one: more parts are of such numbers, and some of
   * them meet the rest of the question, unless the letters name nothing. `max 232` alone is no quantity of any spec.
   */
  private *begins(
    { within, isOfSeries }: JoinedNumber,
    touched: readonly Resolved[],
    others: readonly Resolved[],
  ): Task<boolean> {
    const { evidence } = this;
    if (touched.some(({ piece }) => piece.certain)) return false;
    // `attiny` means nothing else.
    const isNumber = touched.length === 2 && touched[0].meant?.as === 'part number' && touched[0].piece.number === undefined;
    const beginning = yield* evidence.find(within);
    if (isOfSeries || isNumber) return beginning.parts > 0;
    const isBound = touched.length === 1 && touched[0].piece.measured?.isRange === true;
    const { parts } = yield* together(touched, evidence);
    // A thing and its size: `esd 0402` is no `ESD0402`.
    if (parts > 0 && touched.length > 1 && touched[0].meant?.as === 'category' && touched[1].meant?.as === 'spec') return false;
    if (!isBound && beginning.parts <= parts) return false;
    if (touched.length > 1 && !NAMES.has(touched[0].meant?.as)) return true;
    return (yield* evidence.countBoth(yield* together(others, evidence), beginning)) > 0;
  }

  /** The negation of a part number in several words; what is touched if something else is negated. */
  private *negated(number: JoinedNumber, touched: readonly Resolved[], pieces: readonly Piece[]): Task<readonly Resolved[]> {
    const [{ piece }] = touched;
    const { to } = touched[touched.length - 1].piece;
    const isWhole = piece.negated?.from === number.from && to === number.to;
    if (!isWhole || touched.slice(1).some((one) => one.piece.isFirm)) return touched;
    const inside = yield* this.cut(number, pieces);
    if (isBegun(number) && !(yield* this.begins(number, inside, []))) return touched;
    const negated = yield* this.joined(number, inside);
    return [yield* this.resolution.negation({ ...piece, to, negated: negated.piece }, negated)];
  }

  /** A part number, and the parts that its words mean one by one. */
  private *joined(number: JoinedNumber, inside: readonly Resolved[]): Task<Resolved> {
    const { evidence } = this;
    const { from, to, within } = number;
    const exact = exactly(number);
    const apart = inside.flatMap(({ meant }) => meant ?? []);
    const told = apart.length === inside.length && !isBegun(number) ? (yield* together(inside, evidence)).parts : 0;
    // What is one piece stays what it is: `5 V` is a voltage also where a part has that number.
    const isOne = told > 0 && apart.length === 1 && apart[0].as !== 'words';
    const isTyped = !isOne && isNumberLike(number.number) && (yield* evidence.find(within)).parts > told;
    const alone = isTyped ? any([...exact, within]) : any(exact);
    const condition = told > 0 ? any([alone, all(apart.map((one) => one.condition))]) : alone;
    const meant: Option = { ...(isOne ? apart[0] : numberOption(number)), condition };
    const piece: Piece = { from, to, score: 0, texts: [number.number] };
    const begun = isTyped ? [beginsWith('mpn', withoutBlanks(number.number))] : [];
    const first = [...(exact.length > 0 ? [any(exact)] : []), ...begun, ...inside.flatMap((one) => one.first)];
    return { piece, meant, found: yield* evidence.find(meant.condition), others: apart, first };
  }

  /**
   * A part number whose first or last words belong to other pieces: `RX 10 pin`. Its parts that meet what stands beside it, and those
   * that the pieces mean.
   */
  private *straddled(
    number: JoinedNumber,
    wide: Span,
    touched: readonly Resolved[],
    pieces: readonly Piece[],
  ): Task<readonly Resolved[]> {
    if (touched.some(({ piece }) => piece.certain)) return touched;
    const left = yield* this.cut({ from: wide.from, to: number.from }, pieces);
    const right = yield* this.cut({ from: number.to, to: wide.to }, pieces);
    const beside = [...left, ...right].flatMap(({ meant }) => meant ?? []);
    const isNumber = any(exactly(number));
    const withBeside = all([isNumber, ...beside.map(({ condition }) => condition)]);
    const isThere = (yield* this.evidence.find(withBeside)).parts > 0;
    const apart = touched.flatMap(({ meant }) => meant ?? []);
    const isFound = (yield* together(touched, this.evidence)).parts > 0 && apart.length > 0;
    if (!isFound) {
      return [...left, yield* this.joined(number, yield* this.cut(number, pieces)), ...right];
    }
    // Where no part of the number has what stands beside it, the number is asked for by its letters and digits, or stands there by chance.
    if (!isThere && !isNumberLike(number.number)) return touched;
    const exact = isThere ? withBeside : isNumber;
    const condition = any([exact, all(apart.map((one) => one.condition))]);
    const piece: Piece = { ...wide, score: 0, texts: [number.number] };
    const first = [exact, ...touched.flatMap((one) => one.first)];
    const found = yield* this.evidence.find(condition);
    return [{ piece, meant: { ...numberOption(number), condition }, found, others: apart, first }];
  }

  private *cut(span: Span, pieces: readonly Piece[]): Task<Resolved[]> {
    const inside = pieces.filter(({ from, to }) => span.from <= from && to <= span.to);
    return yield* this.resolution.resolve(bestCut(span, inside));
  }
}

/** Whether no part has it as its whole number. */
function isBegun({ mpn, sku }: JoinedNumber): boolean {
  return !mpn && !sku;
}

function exactly({ number, mpn, sku }: JoinedNumber): Filter[] {
  return [...(mpn ? [is('mpn', [number])] : []), ...(sku ? [is('offers.sku', [number])] : [])];
}

function numberOption(joined: JoinedNumber): Option {
  const field = joined.mpn || isBegun(joined) ? 'mpn' : 'offers.sku';
  return { as: 'part number', field, value: joined.number, condition: any(exactly(joined)) };
}
