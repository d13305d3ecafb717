import { describe, expect, it } from 'vitest';
import { objectDocuments } from '../../../src/build/source-documents.js';
import { InvalidDocumentError } from '../../../src/model/errors.js';

async function* slowly<T>(items: Iterable<T>): AsyncIterable<T> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

async function read(objects: Iterable<unknown> | AsyncIterable<unknown>) {
  const found: [string, number, unknown][] = [];
  let batches = 0;
  for await (const batch of objectDocuments('parts', objects)) {
    batches++;
    expect(batch.length).toBeGreaterThan(0);
    for (const document of batch) found.push([document.source, document.line, document.value()]);
  }
  return { found, batches };
}

describe('objectDocuments', () => {
  it.each([0, 1, 255, 256, 257, 1000])('numbers %i objects in batches, from a list or a stream', async (count) => {
    const objects = Array.from({ length: count }, (_, i) => ({ uid: String(i) }));
    const expected = objects.map((object, i) => ['parts', i + 1, object]);
    for (const source of [objects, new Set(objects), slowly(objects)]) {
      const { found, batches } = await read(source);
      expect(found).toEqual(expected);
      expect(batches).toBe(Math.ceil(count / 256));
    }
  });

  it('stores an object as its JSON, and says of one that has none which it is', async () => {
    const round: { self?: object } = {};
    round.self = round;
    const objects = [{ uid: 'é\ud800' }, round, { n: 1n }];
    for await (const [fine, circular, big] of objectDocuments('parts', objects)) {
      expect(new TextDecoder().decode(fine.stored())).toBe('{"uid":"é\\ud800"}');
      for (const [document, line] of [[circular, 2] as const, [big, 3] as const]) {
        expect(() => document.stored()).toThrow(InvalidDocumentError);
        expect(() => document.stored()).toThrow(`parts, document ${line}: cannot be written as JSON`);
      }
    }
  });
});
