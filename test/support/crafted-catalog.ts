import { portableCodec } from '../../src/encoding/codec.js';
import { MemorySource } from '../../src/storage/byte-source.js';
import { SectionStore } from '../../src/storage/section-store.js';
import { fileOf } from './sections.js';

/** The sections of a catalog by name, each as bytes of its own. */
export async function sectionsOf(catalog: Uint8Array): Promise<Map<string, Uint8Array>> {
  const store = await SectionStore.open(new MemorySource([catalog]), portableCodec);
  const sections = new Map<string, Uint8Array>();
  for (const { name, offset, length } of store.list()) sections.set(name, catalog.slice(offset, offset + length));
  return sections;
}

/** The file of these sections, every checksum made to fit. */
export function catalogOf(sections: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  return fileOf(async (writer) => {
    for (const [name, bytes] of sections) {
      writer.beginSection(name);
      await writer.append(bytes);
      await writer.endSection();
    }
  });
}
