import { Interner } from '../../src/build/interner.js';
import { type BundleArray, BundleReader, bundlePieces } from '../../src/encoding/bundle.js';
import { type Codec, portableCodec } from '../../src/encoding/codec.js';
import { MemorySink, MemorySource } from '../../src/storage/byte-source.js';
import { CatalogWriter } from '../../src/storage/catalog-writer.js';
import { SectionStore } from '../../src/storage/section-store.js';

/** What reads a section that was written with these arrays. */
export function bundleOf(arrays: readonly BundleArray[], section = 'test'): BundleReader {
  return new BundleReader(section, concatenated(bundlePieces(arrays)));
}

/** The pieces as one array of bytes of its own. */
export function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The bytes of a catalog file of the sections that `write` writes. */
export async function fileOf(write: (writer: CatalogWriter) => Promise<void>, codec: Codec = portableCodec): Promise<Uint8Array> {
  const sink = new MemorySink();
  const writer = new CatalogWriter(sink, codec);
  await writer.begin();
  await write(writer);
  await writer.finish();
  return concatenated(sink.pieces);
}

/** The sections that `write` writes, opened. */
export async function storeOf(
  write: (writer: CatalogWriter) => Promise<void>,
  codec: Codec = portableCodec,
): Promise<SectionStore> {
  return SectionStore.open(new MemorySource([await fileOf(write, codec)]), codec);
}

/** The texts, numbered in the order in which they are first seen. */
export function interned(texts: Iterable<string>): Interner {
  const values = new Interner();
  for (const text of texts) values.intern(text);
  return values;
}
