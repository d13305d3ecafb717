import { expect, it } from 'vitest';
import type { BomLine } from '../../../../src/bom/cost/costed-bom.js';
import { matchBom } from '../../../../src/bom/matched/match-bom.js';
import type { AskResponse, Catalog } from '../../../../src/partdex.js';
import { TestClock } from '../../../support/test-clock.js';
import { rejectionOf } from '../../../support/thrown.js';

const clock = new TestClock();

/** Parts that answer every question at once, in a time that is less than a turn. */
function quickParts(asked: string[]): Pick<Catalog, 'parts'> {
  const ask = async (text: string) => {
    asked.push(text);
    clock.now += 3;
    return { results: [], hits: 0, understood: { text, readings: [] } } as unknown as AskResponse;
  };
  return { parts: { ask } } as unknown as Pick<Catalog, 'parts'>;
}

const lines = Array.from(
  { length: 60 },
  (_, i): BomLine => ({ quantity: 1, value: `${i + 1}k`, footprint: 'R_0603_1608Metric' }),
);

it('yields between lines whose questions are answered at once', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const asked: string[] = [];
  const matched = await matchBom(quickParts(asked), lines);
  isOver = true;
  expect(matched.map(({ state }) => state)).toEqual(lines.map(() => 'missing'));
  expect(asked).toHaveLength(60);
  // After each second question.
  expect(turns).toBeGreaterThanOrEqual(25);
});

it('ends with a signal that is aborted meanwhile, and after its timeout', async () => {
  const asked: string[] = [];
  const stop = new AbortController();
  setImmediate(() => stop.abort('enough'));
  expect(await rejectionOf(matchBom(quickParts(asked), lines, {}, { signal: stop.signal }))).toBe('enough');
  expect(asked.length).toBeLessThan(10);
  expect(await rejectionOf(matchBom(quickParts([]), lines, {}, { timeout: 50 }))).toMatchObject({
    budget: 'time',
    limit: 50,
    step: 'matching the lines',
  });
});
