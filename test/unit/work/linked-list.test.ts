import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Link, LinkedList } from '../../../src/work/linked-list.js';

const STEPS = fc.array(fc.record({ what: fc.constantFrom('add', 'remove', 'move'), at: fc.nat() }), { maxLength: 60 });

describe('LinkedList', () => {
  it('contains what an array with the same changes contains', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const list = new LinkedList<number>();
        const links: Link<number>[] = [];
        for (const [value, { what, at }] of steps.entries()) {
          if (what === 'add' || links.length === 0) {
            links.push(list.add(value));
            continue;
          }
          const [link] = links.splice(at % links.length, 1);
          if (what === 'remove') {
            list.remove(link);
            expect(link.next).toBe(undefined);
          } else {
            list.moveToEnd(link);
            links.push(link);
          }
          expect(list.values()).toEqual(links.map((each) => each.value));
          expect(list.size).toBe(links.length);
        }
      }),
    );
  });

  it('gives values that a loop may remove', () => {
    const list = new LinkedList<string>();
    const links = new Map(['a', 'b', 'c'].map((value) => [value, list.add(value)]));
    for (const value of list.values()) list.remove(links.get(value) as Link<string>);
    expect(list.first).toBe(undefined);
    expect(list.size).toBe(0);
  });
});
