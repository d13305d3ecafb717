import { copyFile, link, open } from 'node:fs/promises';
import { CatalogBuilder } from '../../build/catalog-builder.js';
import { stateOfFiles } from '../../catalog/snapshot/file-state.js';
import { UnreadableFileError } from '../../model/errors.js';
import { CatalogWriter } from '../../storage/catalog-writer.js';
import { FileSink } from '../file-sink.js';
import { systemCode, systemReason } from '../system-error.js';
import { zlibCodec } from '../zlib-codec.js';
import type { FolderState, LiveFolder } from './live-folder.js';
import type { LiveOptions } from './live-options.js';

/** Reads the newest commit, or on request the newest that is whole. */
export async function readNewest(folder: LiveFolder, { commit }: Pick<LiveOptions, 'commit'>): Promise<FolderState> {
  const generations = (await folder.generations()) ?? [];
  let first: unknown;
  for (const generation of generations) {
    try {
      return await folder.read(generation);
    } catch (error) {
      first ??= error;
      if (commit !== 'newest whole') throw error;
    }
  }
  throw first;
}

/** The first commit: of an empty catalog, or of a file. */
export async function begin(folder: LiveFolder, { base, priceCurrency }: LiveOptions): Promise<FolderState> {
  const segment = 'segment-0.pdx';
  if (base === undefined) await writeEmpty(folder.file(segment), priceCurrency);
  else await takeBase(base, folder.file(segment));
  const state = await stateOfFiles([await folder.openSegment(segment)]);
  const { manifest } = state.segments[0].file;
  const fields = new Map(manifest.collections.parts.fields.map((field) => [field.name, field]));
  const counts = new Map(
    manifest.specs.map(({ key }) => {
      const { rowCount = 0, values = 0 } = fields.get(`specs.${key}.value`) ?? {};
      return [key, { parts: rowCount, values }];
    }),
  );
  const facts = await folder.writeFacts('facts-1', state, counts);
  const files = [{ segment, places: undefined }];
  return folder.write({ generation: 1, next: 2, state, counts, facts, files, written: Date.now() });
}

async function writeEmpty(path: string, priceCurrency: string | undefined): Promise<void> {
  const sink = await FileSink.create(path);
  try {
    const writer = new CatalogWriter(sink, zlibCodec);
    await writer.begin();
    await new CatalogBuilder(writer, zlibCodec, { priceCurrency }).build({ parts: [] });
    await writer.finish();
    await sink.commit('any');
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** Links the file, or copies it where that is impossible. */
async function takeBase(base: string, path: string): Promise<void> {
  try {
    await link(base, path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw new UnreadableFileError(base, systemReason(error), { cause: error });
    try {
      await copyFile(base, path);
      const file = await open(path, 'r+');
      await file.sync();
      await file.close();
    } catch (cause) {
      throw new UnreadableFileError(base, systemReason(cause), { cause });
    }
  }
}
