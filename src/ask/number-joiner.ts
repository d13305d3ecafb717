import type { Task } from '../work/pauses.js';
import { all, any, is } from './conditions.js';
import type { Evidence } from './evidence.js';
import type { JoinedNumber } from './joined-numbers.js';
import type { Span } from './lexical.js';
import { isNumberLike } from './piece-maker.js';
import type { Option, Piece } from './pieces.js';
import { together } from './repair.js';
import type { Resolution, Resolved } from './resolution.js';
import { bestCut } from './segmentation.js';

/** Most part numbers of a question whose words belong to other pieces as well: for each the pieces around it are read anew. */
const MOST_STRADDLING = 3;

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
      const wide = { from: touched[0].piece.from, to: touched[touched.length - 1].piece.to };
      const isWhole = wide.from === number.from && wide.to === number.to;
      if (!isWhole && ++straddling > MOST_STRADDLING) continue;
      const united = isWhole ? [yield* this.joined(number, touched)] : yield* this.straddled(number, wide, touched, pieces);
      joined = joined.flatMap((one) => (one === touched[0] ? united : touched.includes(one) ? [] : [one]));
    }
    return joined;
  }

  /** A part number, and the parts that its words mean one by one. */
  private *joined(joinedNumber: JoinedNumber, inside: readonly Resolved[]): Task<Resolved> {
    const { from, to, number } = joinedNumber;
    const exact = exactly(joinedNumber);
    const apart = inside.flatMap(({ meant }) => meant ?? []);
    const isTold = apart.length === inside.length && (yield* together(inside, this.evidence)).parts > 0;
    const conditions = isTold ? [exact, all(apart.map(({ condition }) => condition))] : [exact];
    // What is one piece stays what it is: `5 V` is a voltage also where a part has that number.
    const told = isTold && apart.length === 1 && apart[0].as !== 'words' ? apart[0] : numberOption(joinedNumber);
    const meant: Option = { ...told, condition: any(conditions) };
    const piece: Piece = { from, to, score: 0, texts: [number] };
    const first = [exact, ...inside.flatMap((one) => one.first)];
    return { piece, meant, found: yield* this.evidence.find(meant.condition), others: apart, first };
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
    const withBeside = all([exactly(number), ...beside.map(({ condition }) => condition)]);
    const isThere = (yield* this.evidence.find(withBeside)).parts > 0;
    const apart = touched.flatMap(({ meant }) => meant ?? []);
    const isFound = (yield* together(touched, this.evidence)).parts > 0 && apart.length > 0;
    if (!isFound) {
      return [...left, yield* this.joined(number, yield* this.cut(number, pieces)), ...right];
    }
    // Where no part of the number has what stands beside it, the number is asked for by its letters and digits, or stands there by chance.
    if (!isThere && !isNumberLike(number.number)) return touched;
    const exact = isThere ? withBeside : exactly(number);
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

function exactly({ number, mpn, sku }: JoinedNumber) {
  return any([...(mpn ? [is('mpn', [number])] : []), ...(sku ? [is('offers.sku', [number])] : [])]);
}

function numberOption(joined: JoinedNumber): Option {
  return { as: 'part number', field: joined.mpn ? 'mpn' : 'offers.sku', value: joined.number, condition: exactly(joined) };
}
