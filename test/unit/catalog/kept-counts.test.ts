import { describe, expect, it } from 'vitest';
import { KeptCounts } from '../../../src/catalog/kept-counts.js';
import type { Filter } from '../../../src/parser/ast.js';

const condition = (text: string): Filter => ({ kind: 'field', field: 'mpn', operand: { kind: 'phrase', text } });

describe('the counts of contexts', () => {
  it('has one name for a condition, and others for equal ones that are not the same', () => {
    const kept = new KeptCounts();
    const [a, b] = [condition('a'), condition('a')];
    expect(kept.keyOf(a)).toBe(kept.keyOf(a));
    expect(kept.keyOf(a)).not.toBe(kept.keyOf(b));
  });

  it('has names that are not confused when they are joined', () => {
    const kept = new KeptCounts();
    const keys = Array.from({ length: 200 }, (_, i) => kept.keyOf(condition(String(i))));
    const pairs = keys.flatMap((a) => keys.map((b) => a + b));
    expect(new Set([...keys, ...pairs]).size).toBe(keys.length + pairs.length);
  });

  it('keeps what was counted in a context, and forgets those of long ago', () => {
    const kept = new KeptCounts();
    const first = condition('first');
    kept.of(kept.keyOf(first)).having.set('mpn', 4711);
    expect(kept.of(kept.keyOf(first)).having.get('mpn')).toBe(4711);
    for (let i = 0; i < 1000; i++) kept.of(kept.keyOf(condition(String(i))));
    expect(kept.of(kept.keyOf(first)).having.get('mpn')).toBeUndefined();
  });
});
