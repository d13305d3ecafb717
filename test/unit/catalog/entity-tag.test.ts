import { describe, expect, it, vi } from 'vitest';
import { entityTagOf } from '../../../src/catalog/entity-tag.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';

/** An answer of about a million characters. */
const answerWith = (last: string) => ({
  results: Array.from({ length: 1000 }, (_, i) => ({ uid: `${i}`, text: 'x'.repeat(1000) })),
  last,
});

const tagOf = (answer: object, parts: readonly unknown[] = [], work = new Work(UNBOUNDED)) =>
  work.run(entityTagOf(answer, parts, work));

describe('the tag of an answer', () => {
  it('is that of all that it says, and of what else it depends on', async () => {
    const tag = await tagOf(answerWith('a'));
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    expect(await tagOf(answerWith('a'))).toBe(tag);
    expect(await tagOf(answerWith('b'))).not.toBe(tag);
    expect(await tagOf(answerWith('a'), ['a warning'])).not.toBe(tag);
  });

  it('gives way while a large one is read', () => {
    const work = new Work(UNBOUNDED);
    const written = vi.spyOn(work, 'hold');
    const spent = vi.spyOn(work, 'spend').mockReturnValue(true);
    let steps = 0;
    for (const _ of entityTagOf(answerWith('a'), [], work)) steps++;
    expect(steps).toBe(spent.mock.calls.length);
    // Steps in which it is read, besides those in which it is written.
    expect(steps - written.mock.calls.length).toBeGreaterThanOrEqual(15);
  });

  it('does not count as part of the answer', async () => {
    const work = new Work({ ...UNBOUNDED, bytes: 1_500_000 });
    for (let round = 0; round < 3; round++) await tagOf(answerWith('a'), [], work);
    await expect(tagOf(answerWith('y'.repeat(1_000_000)), [], work)).rejects.toMatchObject({ code: 'budget_exceeded' });
  });
});
