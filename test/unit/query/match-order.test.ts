import { describe, expect, it } from 'vitest';
import type { Postings } from '../../../src/index/postings.js';
import type { MatchedNumbers } from '../../../src/match/part-number-query.js';
import { firstByOffers, firstByRank } from '../../../src/query/match-order.js';
import { finished } from '../../../src/work/pauses.js';
import { CheckingScratch } from '../../support/checking-scratch.js';
import { setOf } from '../../support/row-sets.js';

const ROWS = 20_000;
const offers = Uint8Array.from({ length: ROWS }, (_, row) => row % 3);
/** Uids are in the opposite order of rows. */
const uidRanks = Uint32Array.from({ length: ROWS }, (_, row) => ROWS - row);

/** Numbers each of which has some rows and a rank. */
function numbers(rowsOf: readonly (readonly number[])[], ranks: readonly number[]): MatchedNumbers {
  const postings = {
    count: (ordinal: number) => rowsOf[ordinal].length,
    collect: (ordinal: number, out: Uint32Array, at: number) => {
      out.set(rowsOf[ordinal], at);
      return at + rowsOf[ordinal].length;
    },
  } as unknown as Postings;
  const ordinals = rowsOf.map((_, ordinal) => ordinal);
  const base = Math.min(...ranks);
  return { numbers: { postings } as MatchedNumbers['numbers'], ordinals, base, rankOf: (ordinal) => ranks[ordinal] - base };
}

/** What the order is to be: of each row the best rank, then its offers, then its uid. */
function expected(rows: readonly number[], matched: readonly (readonly [readonly (readonly number[])[], readonly number[]])[]) {
  const rank = new Map<number, number>();
  for (const [rowsOf, ranks] of matched) {
    rowsOf.forEach((list, i) => {
      for (const row of list) rank.set(row, Math.min(rank.get(row) ?? Number.POSITIVE_INFINITY, ranks[i]));
    });
  }
  const rankOf = (row: number) => rank.get(row) as number;
  return [...rows]
    .sort((a, b) => rankOf(a) - rankOf(b) || offers[b] - offers[a] || uidRanks[a] - uidRanks[b])
    .map((row) => [row, rankOf(row)]);
}

function ordered(rows: readonly number[], matched: readonly MatchedNumbers[], wanted: number) {
  const scratch = new CheckingScratch(ROWS);
  const set = setOf(rows, 'list', scratch);
  const { rows: found, ranks } = finished(firstByRank(set, matched, { offers, uidRanks, wanted }, scratch));
  return found.map((row, i) => [row, ranks[i]]);
}

describe('the order of matches', () => {
  it('is that of the best number of each row, few or very many', () => {
    for (const count of [1, 2, 300, 9000]) {
      const first = Array.from({ length: count }, (_, i) => [i * 2, ...(i % 5 === 0 ? [i * 2 + 1] : [])]);
      const second = Array.from({ length: count }, (_, i) => [((i * 7) % count) * 2]);
      const ranks = [first.map((_, i) => 2 + ((i * 13) % 17)), second.map((_, i) => (i * 31) % 40)];
      const matched = [numbers(first, ranks[0]), numbers(second, ranks[1])];
      const rows = [...new Set(first.flat())].sort((a, b) => a - b).filter((row) => row % 7 !== 3);
      const all = expected(rows, [
        [first, ranks[0]],
        [second, ranks[1]],
      ]);
      for (const wanted of [1, 2, 250, rows.length].filter((most) => most <= rows.length)) {
        expect(ordered(rows, matched, wanted)).toEqual(all.slice(0, wanted));
      }
    }
  });

  it('is that of offers and uids where no number is requested', () => {
    const rows = Array.from({ length: 50 }, (_, i) => i * 3 + (i % 2));
    const scratch = new CheckingScratch(ROWS);
    const set = setOf(rows, 'list', scratch);
    const { rows: found, ranks } = finished(firstByOffers(set, { offers, uidRanks, wanted: 30 }, scratch));
    const sorted = [...rows].sort((a, b) => offers[b] - offers[a] || uidRanks[a] - uidRanks[b]);
    expect(found).toEqual(sorted.slice(0, 30));
    expect(new Set(ranks)).toEqual(new Set([0]));
  });
});
