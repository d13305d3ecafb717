import { inflateRawSync } from 'node:zlib';
import { deflateNow, zlibCodec } from '../../src/node/zlib-codec.js';
import { generateSample } from '../../src/sample/sample.js';
import type { Pair } from './pair.js';

const PARTS = 2000;
const PRESET_BYTES = 1 << 14;

/** Documents in blocks of one size, compressed. */
interface Packed {
  readonly blocks: readonly { readonly packed: Uint8Array; readonly length: number }[];
  readonly share: number;
}

function pack(documents: readonly Buffer[], blockBytes: number, preset?: Uint8Array): Packed {
  const blocks: { packed: Uint8Array; length: number }[] = [];
  let total = 0;
  let open: Buffer[] = [];
  let openBytes = 0;
  for (const [i, document] of documents.entries()) {
    open.push(document);
    openBytes += document.length;
    if (openBytes < blockBytes && i + 1 < documents.length) continue;
    const bytes = Buffer.concat(open);
    const packed = deflateNow(bytes, preset);
    blocks.push({ packed, length: bytes.length });
    total += packed.length;
    open = [];
    openBytes = 0;
  }
  return { blocks, share: total / documents.reduce((sum, { length }) => sum + length, 0) };
}

/** A document that is read out of turn: the block that it is in, unpacked. Inputs are named with the share of the text that all blocks take. */
export function blockPairs(): Pair[] {
  const documents = Array.from(generateSample(PARTS), (part) => Buffer.from(JSON.stringify(part)));
  const preset = Buffer.concat(documents.filter((_, i) => i % 18 === 0).slice(0, 20)).subarray(0, PRESET_BYTES);
  const large = pack(documents, 1 << 15);
  return [keptPair(pack(documents, 1 << 13, preset), preset), ...sizePairs(documents, preset, large)];
}

/** A block that is unpacked with a stream that is kept, or one of its own. */
function keptPair({ blocks }: Packed, dictionary: Uint8Array): Pair {
  let at = 0;
  const next = () => blocks[at++ % blocks.length];
  return {
    name: 'unpacking with a stream that is kept',
    on: 'one block of parts, 8 KiB with a preset',
    fast: () => {
      const { packed, length } = next();
      return Math.sign(zlibCodec.inflate(packed, length, dictionary).length);
    },
    naive: () => {
      const { packed, length } = next();
      return Math.sign(inflateRawSync(packed, { dictionary, chunkSize: length + 1 }).length);
    },
  };
}

function sizePairs(documents: readonly Buffer[], preset: Uint8Array, large: Packed): Pair[] {
  const percent = ({ share }: Packed) => `${(share * 100).toFixed(1)} %`;
  return [1 << 12, 1 << 13, 1 << 14].flatMap((size) =>
    [preset, undefined].map((known): Pair => {
      const small = pack(documents, size, known);
      let at = 0;
      const unpack = ({ blocks }: Packed, text?: Uint8Array) => {
        const { packed, length } = blocks[at++ % blocks.length];
        return Math.sign(zlibCodec.inflate(packed, length, text).length);
      };
      return {
        name: `blocks of documents: ${size >>> 10} KiB ${known ? 'with' : 'without'} a preset, against 32 KiB without`,
        on: `one block of parts; ${percent(small)} of the text, ${percent(large)}`,
        constant: 'BLOCK_BYTES, PRESET_BYTES',
        fast: () => unpack(small, known),
        naive: () => unpack(large),
      };
    }),
  );
}
