import type { JoinedTables } from '../../import/table-source.js';
import type { NamedStream } from '../../node/partdex-node.js';
import type { Brand, Part } from '../../partdex.js';

/** The brands of tables and of documents in NDJSON that are likely to have several names. @throws InvalidDocumentError */
export async function proposedBrands(
  tables: JoinedTables | undefined,
  documents: readonly (string | NamedStream)[],
): Promise<Brand[]> {
  const { proposeBrands } = await import('../../import/partdex-import.js');
  return proposeBrands(partsOf(tables, documents));
}

async function* partsOf(tables: JoinedTables | undefined, documents: readonly (string | NamedStream)[]): AsyncGenerator<Part> {
  if (tables) for await (const parts of tables.batches()) yield* parts;
  const { parseLine, readNdjson } = await import('../../node/ndjson.js');
  for await (const { source, lines } of readNdjson(documents)) {
    for (const { line, bytes } of lines) {
      const part = parseLine(bytes, { source, line });
      if (typeof part === 'object' && part !== null) yield part as Part;
    }
  }
}
