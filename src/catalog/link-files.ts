import { utf8Bytes } from '../analysis/utf8.js';
import { type MergedSpec, mergeSpecMetadata, mergeVotes } from '../build/merge-records.js';
import type { Codec } from '../encoding/codec.js';
import { type CatalogManifest, type StoredManifest, type StoredSpec, segmentPrefix } from '../encoding/manifest.js';
import { uniteSynonyms } from '../model/synonyms.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import { SEVERAL_SEGMENTS_VERSION } from '../storage/layout.js';
import { authorizedOf, type CatalogFile, manifestOf } from './catalog-file.js';
import { partsByCategory } from './parts-by-category.js';
import { mergeOwnFields } from './several-checks.js';
import { adaptedParts, countedSpec } from './several-files.js';
import { type MergedRecords, readRecords, recordSections } from './several-records.js';

/** What the whole of a linked file has. */
interface Linked {
  /** Length of the file. */
  readonly bytes: number;
  readonly records: MergedRecords;
  readonly specs: readonly MergedSpec[];
}

/**
 * Writes one file of several, each of which becomes a segment of it, and ends it. What a reader would have to merge of the files is
 * merged here: records, spec keys, and the values that the keys' types and units decide.
 * @param files at least two, of one price currency, without a uid in common
 * @param writer a file that was begun
 * @throws CorruptCatalogError if a file is not what it was
 */
export async function linkFiles(files: readonly CatalogFile[], writer: CatalogWriter, codec: Codec): Promise<Linked> {
  const manifests = files.map(({ manifest }) => manifest);
  const records = await readRecords(files);
  const specs = mergeVotes(manifests);
  const parts = [];
  for (const [number, file] of files.entries()) {
    const differing = specs.filter((spec) => spec.differing.includes(number));
    const adapted = await adaptedParts(file, records.files[number], records, differing);
    await writeSegment(writer, number, file, adapted, differing);
    parts.push(adapted.segment);
  }
  const whole = await recordSections(records, codec, await partsByCategory(parts));
  for (const name of whole.names()) {
    if (!isOfParts(name) && name !== 'manifest') await writer.copySection(name, whole, name);
  }
  const counts: [number, number][] = [];
  for (const spec of specs) {
    const counted = await countedSpec(spec, parts);
    counts.push([counted.parts, counted.values]);
  }
  const rowCount = parts.reduce((sum, segment) => sum + segment.rowCount, 0);
  const synonyms = uniteSynonyms(...manifests.map((manifest) => manifest.synonyms ?? []));
  const authorized = authorizedOf(files);
  const { collections } = await manifestOf(whole);
  await writeManifest(writer, 'manifest', {
    collections: { ...collections, parts: { rowCount, fields: [], texts: [] } },
    specs: specs.map(storedSpec),
    specMetadata: [...mergeSpecMetadata(manifests).values()],
    priceCurrency: manifests[0].priceCurrency,
    ownFields: mergeOwnFields(files),
    ...(synonyms.length > 0 && { synonyms }),
    ...(authorized && { authorized }),
    segments: files.length,
    specCounts: counts,
  });
  return { bytes: await writer.finish(SEVERAL_SEGMENTS_VERSION), records, specs };
}

/** The sections of a file as those of a segment. */
async function writeSegment(
  writer: CatalogWriter,
  number: number,
  { store, manifest }: CatalogFile,
  { sections, manifest: parts }: Pick<Awaited<ReturnType<typeof adaptedParts>>, 'sections' | 'manifest'>,
  differing: readonly MergedSpec[],
): Promise<void> {
  const prefix = segmentPrefix(number);
  const fields = new Set(parts.fields.map(({ name }) => name));
  const texts = new Set(parts.texts.map(({ name }) => name));
  const isKept = (name: string) => isOf(FIELD_SECTION, name, fields) && isOf(TEXT_SECTION, name, texts);
  for (const name of sections.names()) {
    if (isOfParts(name) && isKept(name)) await writer.copySection(`${prefix}${name}`, sections, name);
  }
  for (const name of store.names()) {
    if (!isOfParts(name) && name !== 'manifest') await writer.copySection(`${prefix}${name}`, store, name);
  }
  if (differing.length === 0 && parts === manifest.collections.parts)
    return writer.copySection(`${prefix}manifest`, store, 'manifest');
  await writeManifest(writer, `${prefix}manifest`, adaptedManifest(manifest, parts, differing));
}

const isOfParts = (section: string): boolean => section.startsWith('parts/');

const FIELD_SECTION = /^parts\/fields\/(.*)\/[a-z-]+$/s;
const TEXT_SECTION = /^parts\/texts\/(.*)\/[a-z-]+$/s;

/** Whether a section is none of a field or a text index that the parts have no more. */
function isOf(kind: RegExp, section: string, names: ReadonlySet<string>): boolean {
  const name = kind.exec(section)?.[1];
  return name === undefined || names.has(name);
}

function adaptedManifest(
  { collections, specs, ...rest }: CatalogManifest,
  parts: StoredManifest['collections']['parts'],
  differing: readonly MergedSpec[],
): StoredManifest {
  const types = new Map(differing.map(({ key, type }) => [key, type]));
  return {
    ...rest,
    collections: { ...collections, parts },
    specs: specs.map((spec) => ({ ...storedSpec(spec), type: types.get(spec.key) ?? spec.type })),
  };
}

/** A spec key as a file has it. */
function storedSpec({ key, declared, undeclared, said, type }: StoredSpec): StoredSpec {
  return { key, declared, undeclared, said, type };
}

function writeManifest(writer: CatalogWriter, name: string, manifest: StoredManifest): Promise<void> {
  return writer.addBundle(name, [utf8Bytes(JSON.stringify(manifest))]);
}

/** Writes a segment of a file as a file of its own. @param writer a file that was begun */
export async function copySegment({ store }: CatalogFile, writer: CatalogWriter): Promise<void> {
  for (const name of store.names()) await writer.copySection(name, store, name);
  await writer.finish();
}
