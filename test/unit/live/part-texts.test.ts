import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockStore, MemoryBlocks } from '../../../src/build/part-spool.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { PartTexts } from '../../../src/live/part-texts.js';

describe('PartTexts', () => {
  it('reads what was added, kept as it is or in blocks', async () => {
    const drawn = fc.record({
      texts: fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 40 }),
      plainBytes: fc.nat(1000),
      wanted: fc.array(fc.nat(39), { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ texts, plainBytes, wanted }) => {
        const kept = new PartTexts(portableCodec, undefined, plainBytes);
        for (const text of texts) {
          const lent = text.slice();
          await kept.add(lent);
          lent.fill(0);
        }
        await kept.finish();
        expect(kept.count).toBe(texts.length);
        const numbers = [...new Set(wanted)].filter((number) => number < texts.length).sort((a, b) => a - b);
        const found = await kept.read(numbers);
        expect([...found]).toEqual(numbers.map((number) => [number, texts[number]]));
        await kept.close();
      }),
      { numRuns: 100 },
    );
  });

  it('makes blocks only for texts beyond its memory, and closes them', async () => {
    const made: BlockStore[] = [];
    let closed = 0;
    const kept = new PartTexts(
      portableCodec,
      () => {
        const blocks = new MemoryBlocks();
        made.push(blocks);
        blocks.close = async () => {
          closed++;
        };
        return blocks;
      },
      10,
    );
    await kept.add(new Uint8Array(10));
    expect(made.length).toBe(0);
    await kept.add(new Uint8Array(1));
    await kept.add(new Uint8Array(1));
    await kept.finish();
    expect(made.length).toBe(1);
    await kept.close();
    expect(closed).toBe(1);
  });
});
