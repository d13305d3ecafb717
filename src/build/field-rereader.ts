import { KINDS } from '../analysis/kinds.js';
import type { Codec } from '../encoding/codec.js';
import type { CollectionManifest, FieldInfo } from '../encoding/manifest.js';
import type { SpecType } from '../encoding/spec-facts.js';
import type { SpecMetadata } from '../model/documents.js';
import { parseSpecField, SPEC_MEMBERS, specField, WORDS } from '../model/fields.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import { Pauses } from '../work/pauses.js';
import type { CategoryTree } from './category-tree.js';
import { FieldBuilder } from './field-builder.js';
import { FieldsWriter, type OrderedField, rowsOfDocuments } from './fields-writer.js';
import type { SlotTree } from './member-tree.js';
import { END } from './part-entries.js';
import { PartScanner, readPart } from './part-scanner.js';
import { CATEGORY, MPN, PART_UID, SPEC } from './part-slots.js';
import { SpecBlocksBuilder } from './rows/spec-blocks-builder.js';
import type { SourceDocument } from './source-documents.js';
import { type FinishedField, parserOf } from './spec-builder.js';

const CATEGORY_UIDS = 'category_uids';

/** What a file's parts have to be found by, other than its own build decided. */
export interface FieldChanges {
  /** Spec keys whose values have another type or unit. */
  readonly specs: ReadonlyMap<string, { readonly type: SpecType; readonly metadata: SpecMetadata }>;
  /** The tree that `category_uids` follows, where it is another than the file's. */
  readonly tree: CategoryTree | undefined;
}

/** Which spec fields the blocks of rows have, as a file has it. */
interface SpecBlocks {
  readonly starts: ArrayLike<number>;
  readonly fields: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** A file's parts, to write some of their fields again. */
export interface RewrittenParts {
  readonly manifest: CollectionManifest;
  /** The document of each row. */
  readonly documentOf: Uint32Array;
  readonly specBlocks: SpecBlocks | undefined;
}

/** Reads some fields of parts that are stored already, and writes them anew. */
export class FieldRereader {
  /** The fields of the keys, in the order of their slots. */
  private readonly specs: readonly FinishedField[];
  private readonly categoryUids = new FieldBuilder(CATEGORY_UIDS);
  /** By the number of a category's uid: those of the category and its ancestors. */
  private readonly lineages: (readonly number[] | undefined)[] = [];
  private readonly part: PartScanner;

  constructor(private readonly changes: FieldChanges) {
    const { specs } = changes;
    this.specs = Array.from(specs, ([key, { type, metadata }]) =>
      SPEC_MEMBERS.map((member) => {
        const kind = member === 'value' ? KINDS[type] : KINDS.number;
        return { field: new FieldBuilder(specField(key, member)), kind, parse: parserOf(metadata, kind) };
      }),
    ).flat();
    this.part = new PartScanner(slotsOf([...specs.keys()]));
  }

  /** Adds a part. @param withCategories whether its categories are read as well */
  addPart(document: number, source: SourceDocument, withCategories: boolean): void {
    const { part } = this;
    readPart(source, part);
    part.rewind();
    for (let slot = part.next(); slot !== END; slot = part.next()) {
      const { entry } = part;
      if (slot >= SPEC) this.specs[slot - SPEC].field.addBytes(document, part.source(entry), part.from(entry), part.to(entry));
      else if (slot === CATEGORY && withCategories) this.addCategory(document, part.text(entry));
    }
  }

  /** Adds a category of a part, and with it all that are above it. */
  addCategory(document: number, uid: string): void {
    const { categoryUids } = this;
    const { tree } = this.changes;
    const number = categoryUids.values.intern(uid);
    const lineage = (this.lineages[number] ??= [uid, ...(tree?.ancestorsOf(uid) ?? [])].map((one) =>
      categoryUids.values.intern(one),
    ));
    for (const one of lineage) categoryUids.note(document, one);
  }

  /** Writes the fields, and which blocks of rows have them. @returns the manifest with them */
  async write(writer: CatalogWriter, codec: Codec, parts: RewrittenParts): Promise<CollectionManifest> {
    const { manifest, documentOf, specBlocks } = parts;
    const pauses = new Pauses();
    const fields = new FieldsWriter(writer, codec, 'parts', pauses);
    const rowOf = rowsOfDocuments(documentOf);
    const infos = new Map<string, FieldInfo>();
    const rowsOfSpecs = new Map<string, Uint32Array>();
    const writeField = async (ordered: Promise<OrderedField>) => {
      const { info, rows } = await fields.writeRows(await ordered, rowOf);
      infos.set(info.name, info);
      if (parseSpecField(info.name)) rowsOfSpecs.set(info.name, rows);
    };
    const known = new Set(manifest.fields.map(({ name }) => name));
    for (const { field, kind, parse } of this.specs) {
      if (known.has(field.name)) await writeField(fields.writeDictionary(field, kind, parse));
    }
    if (this.changes.tree) await writeField(fields.writeDictionary(this.categoryUids, KINDS.uid, undefined));
    const rewritten = {
      ...manifest,
      fields: manifest.fields.map((info) => infos.get(info.name) ?? info),
      // The index of string values is that of other keys now: what it would find is found in the fields.
      texts: this.specs.length > 0 ? manifest.texts.filter(({ name }) => name !== WORDS) : manifest.texts,
    };
    if (specBlocks) await writer.addBundle('parts/spec-blocks', blocksWith(rowsOfSpecs, specBlocks, rewritten));
    return rewritten;
  }
}

/** What is read of a part: what every part needs, its categories, and the fields of some spec keys, numbered from SPEC on. */
function slotsOf(keys: readonly string[]): SlotTree {
  const members = (first: number): SlotTree => ({
    slot: 0,
    members: new Map(SPEC_MEMBERS.map((member, i) => [member, { slot: first + i }])),
  });
  const specs: SlotTree = { slot: 0, members: new Map(keys.map((key, i) => [key, members(SPEC + i * SPEC_MEMBERS.length)])) };
  return {
    slot: 0,
    members: new Map<string, SlotTree>([
      ['uid', { slot: PART_UID }],
      ['mpn', { slot: MPN }],
      [CATEGORY_UIDS, { slot: CATEGORY }],
      ['specs', specs],
    ]),
  };
}

/** The blocks of all spec fields, of which some have other rows now. */
function blocksWith(rowsOfSpecs: ReadonlyMap<string, Uint32Array>, old: SpecBlocks, { fields, rowCount }: CollectionManifest) {
  const entries: number[][] = fields.map(() => []);
  for (let block = 0; block + 1 < old.starts.length; block++) {
    for (let at = old.starts[block]; at < old.starts[block + 1]; at++) entries[old.fields[at]].push(block, old.counts[at]);
  }
  const blocks = new SpecBlocksBuilder();
  fields.forEach(({ name }, field) => {
    const rows = rowsOfSpecs.get(name);
    if (rows) blocks.add(field, rows);
    else for (let i = 0; i < entries[field].length; i += 2) blocks.addBlock(field, entries[field][i], entries[field][i + 1]);
  });
  return blocks.arrays(rowCount);
}
