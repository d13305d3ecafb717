import { describe, expect, it } from 'vitest';
import { bounded, Effort } from '../../../src/ask/effort.js';
import type { Piece } from '../../../src/ask/pieces.js';

/** The cut of a question of whose pieces some read rows. */
function boundedBy(cut: readonly Piece[], rows: (texts: readonly string[]) => number = () => 0) {
  const task = bounded(cut, {
    *rowsRead(texts) {
      yield* [];
      return rows(texts);
    },
  });
  const step = task.next();
  if (!step.done) throw new Error('it waits for nothing');
  return step.value;
}

const word = (at: number): Piece => ({ from: at, to: at + 1, score: 2, texts: [`w${at}`] });
const firm = (at: number): Piece => ({
  ...word(at),
  isFirm: true,
  certain: { as: 'words', condition: { kind: 'all' } },
});

describe('the effort of a question', () => {
  it('leaves a usual question as it is', () => {
    const cut = Array.from({ length: 20 }, (_, at) => word(at));
    expect(boundedBy(cut)).toEqual({ cut, counts: 60 });
  });

  it('ignores what is behind the piece with which a question takes too much, and tells it', () => {
    const cut = [...Array.from({ length: 75 }, (_, at) => word(at)), firm(75), { ...word(76), isConnecting: true }];
    const { cut: kept, counts } = boundedBy(cut);
    expect(counts).toBe(198);
    // What is firm is read first.
    expect(kept.slice(0, 65)).toEqual(cut.slice(0, 65));
    expect(kept.slice(65, 75).every(({ isIgnored, relaxed }) => isIgnored && relaxed?.startsWith('not read'))).toBe(true);
    expect(kept.slice(75)).toEqual(cut.slice(75));
  });

  it('counts the rows whose texts are read, twice for names that may be taken apart', () => {
    const cut = [word(0), { ...word(1), to: 3 }, word(3)];
    const rows = (texts: readonly string[]) => (texts.includes('w1') ? 40_000 : 4_000);
    expect(boundedBy(cut, rows).counts).toBe(3 + 2 + 3 + 40 + 3 + 2);
    const tooMuch = boundedBy(cut, (texts) => (texts.includes('w1') ? 200_000 : 0));
    expect(tooMuch.counts).toBe(3);
    expect(tooMuch.cut.map(({ isIgnored }) => isIgnored === true)).toEqual([false, true, true]);
  });

  it('counts a quantity twice that may be mega or milli', () => {
    const entries = Array.from({ length: 3 }, () => ({})) as never;
    const measured = { entries, isPlain: false, isRange: false };
    const plain: Piece = { ...word(0), measured };
    expect(boundedBy([plain]).counts).toBe(3 + 4 + 3);
    expect(
      boundedBy([{ ...plain, measured: { ...measured, other: { text: '1m', isMagnitude: false, entries: () => entries } } }])
        .counts,
    ).toBe(3 + 4 + 3 + 16);
  });

  it('counts a bound three times', () => {
    const measured = { entries: [{}] as never, isPlain: false, isRange: true, bounding: () => [] };
    expect(boundedBy([{ ...word(0), measured }]).counts).toBe(3 + 4 + 1 + 24);
  });

  it('does not read without bound what is certain', () => {
    const wish = (at: number): Piece => ({
      from: at,
      to: at + 1,
      score: 10,
      certain: { as: 'purchase', condition: { kind: 'all' } },
    });
    const wishes = boundedBy(Array.from({ length: 64 }, (_, at) => wish(at))).cut;
    expect(wishes.filter(({ isIgnored }) => !isIgnored)).toHaveLength(33);
    const phrases = boundedBy(
      Array.from({ length: 64 }, (_, at) => firm(at)),
      () => 10_000,
    ).cut;
    expect(phrases.filter(({ isIgnored }) => !isIgnored)).toHaveLength(25);
  });

  it('does not allow cheaper tries behind one that was refused', () => {
    const effort = new Effort();
    expect(effort.allowsTry(160)).toBe(true);
    expect(effort.allowsTry(160)).toBe(false);
    expect(effort.allowsScan('abcd')).toBe(false);
  });
});
