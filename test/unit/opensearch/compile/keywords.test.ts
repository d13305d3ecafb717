import { describe, expect, it } from 'vitest';
import { planScore, scoreOfNames } from '../../../../src/opensearch/compile/keywords.js';
import type { ResolvedKeyword } from '../../../../src/resolve/keywords.js';

const word = (text: string): ResolvedKeyword => ({ kind: 'words', tokens: [text], partNumber: text, excluded: false });
const counts = {
  total: 100,
  byKey: new Map([
    ['=a', 10],
    ['=b', 50],
  ]),
};

describe('scores', () => {
  it('gives a term that is repeated one place and two weights', () => {
    const { distinct, params } = planScore([word('a'), word('b'), word('a')], [], counts);
    expect(distinct).toHaveLength(2);
    expect(params.shift).toEqual([0, 2, 0]);
    expect(params.idf[0]).toBe(params.idf[2]);
    expect(params.exact).toBe(4);
  });

  it('has room for eleven terms, or for fewer with boosts', () => {
    const words = Array.from({ length: 11 }, (_, i) => word(`w${i}`));
    expect(planScore(words, [], counts).fits).toBe(true);
    expect(planScore(words, [2], counts).fits).toBe(true);
    expect(planScore(words, [2, 3], counts).fits).toBe(false);
    expect(planScore([...words, word('x')], [], counts).fits).toBe(false);
  });

  it('takes the best class of each term, the bonus once, and the factors of met boosts', () => {
    const plan = planScore([word('a'), word('b')], [10, 0.5], counts);
    const [a, b] = plan.params.idf;
    const shortness = 1 - 0.15 + (0.15 * 32) / (32 + 8);
    expect(scoreOfNames(['0:0', '0:2', '1:1'], 8, plan)).toBe(0 + a * (3 * shortness) + b * (1.5 * shortness));
    expect(scoreOfNames(['0:number', '1:number', 'boost:1'], 8, plan)).toBe(
      (0 + a * (8 * shortness) + b * (8 * shortness) + 1_000_000) * 0.5,
    );
  });
});
