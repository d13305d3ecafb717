import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composedPatch, mergePatch } from '../../../src/model/merge-patch.js';

const { json: trees } = fc.letrec<{ json: unknown; object: object }>((tie) => ({
  object: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('json'), { maxKeys: 3, noNullPrototype: true }),
  json: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, 1, 'x'), fc.constant([1]), tie('object')),
}));
const objects = trees.filter((tree): tree is object => typeof tree === 'object' && tree !== null && !Array.isArray(tree));

const json = (text: string) => JSON.parse(text) as object;

describe('mergePatch', () => {
  // The examples of RFC 7396, appendix A, whose target and patch are objects.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('%s with %s is %s', (target, patch, result) => {
    expect(JSON.stringify(mergePatch(json(target), json(patch)))).toBe(result);
  });

  it('keeps the uid of the document, whatever the patch says', () => {
    expect(mergePatch({ uid: 'a', mpn: 'x' }, { uid: 'b', mpn: 'y' })).toEqual({ uid: 'a', mpn: 'y' });
    expect(mergePatch({ uid: 'a' }, { uid: null })).toEqual({ uid: 'a' });
  });

  it('takes __proto__ as an ordinary member, and drops __class__', () => {
    const merged = mergePatch(
      json('{"uid":"a"}'),
      json('{"__proto__":{"x":1},"specs":{"__proto__":{"value":["1"]},"__class__":"S"}}'),
    );
    expect(JSON.stringify(merged)).toBe('{"uid":"a","__proto__":{"x":1},"specs":{"__proto__":{"value":["1"]}}}');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  it('changes neither argument', () => {
    const [target, patch] = [json('{"uid":"a","specs":{"r":{"value":["1"]}}}'), json('{"specs":{"r":null,"c":{}}}')];
    mergePatch(target, patch);
    expect([JSON.stringify(target), JSON.stringify(patch)]).toEqual([
      '{"uid":"a","specs":{"r":{"value":["1"]}}}',
      '{"specs":{"r":null,"c":{}}}',
    ]);
  });

  it('does not run out of stack on a patch that is nested too deep for a document', () => {
    let patch: object = {};
    for (let depth = 0; depth < 100_000; depth++) patch = { x: patch };
    expect(mergePatch({ uid: 'a' }, patch)).toHaveProperty('x');
  });
});

describe('composedPatch', () => {
  it('does what two patches do one after the other, or is none', () =>
    fc.assert(
      fc.property(objects, objects, objects, (document, first, second) => {
        const both = composedPatch(first, second);
        if (!both) return;
        const wanted = mergePatch(mergePatch(document, first), second);
        expect(mergePatch(document, both)).toEqual(wanted);
      }),
      { numRuns: 2000 },
    ));

  it('is none where an object is patched that the first patch made of something else', () => {
    expect(composedPatch({ a: null }, { a: { b: 1 } })).toBeUndefined();
    expect(composedPatch({ a: { b: 1 } }, { a: { c: 2 } })).toEqual({ a: { b: 1, c: 2 } });
    expect(composedPatch({ a: 1 }, { a: undefined, b: null })).toEqual({ a: 1, b: null });
  });
});
