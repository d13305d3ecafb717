import fc from 'fast-check';
import { type BundleArray, BundleReader, bundlePieces } from '../../../src/encoding/bundle.js';
import { deflateNow, zlibCodec } from '../../../src/node/zlib-codec.js';
import { MemorySource } from '../../../src/storage/byte-source.js';
import { HEADER_BYTES } from '../../../src/storage/layout.js';
import { SectionStore } from '../../../src/storage/section-store.js';
import { catalogOf } from '../crafted-catalog.js';
import { concatenated } from '../sections.js';

/**
 * What may have become of a catalog file. Mutations are plain JSON, so that a failure can be shown; places in them are
 * large numbers, taken modulo what they are places in.
 */
export type Mutation =
  /** Bytes are changed somewhere, and no checksum is. */
  | { readonly kind: 'bytes'; readonly within: Region; readonly edits: readonly Edit[] }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'extend'; readonly by: readonly number[] }
  /** The header or the section table is changed, and their checksums with it. */
  | { readonly kind: 'fitted'; readonly within: 'header' | 'table'; readonly edits: readonly Edit[] }
  /** Sections are changed, and all checksums with them. */
  | { readonly kind: 'sections'; readonly changes: readonly SectionChange[] };

type Region = 'file' | 'header' | 'table';

/** A change of some bytes of a region. */
export type Edit =
  | { readonly kind: 'flip'; readonly at: number; readonly mask: number }
  | { readonly kind: 'u32'; readonly at: number; readonly value: number }
  | { readonly kind: 'add'; readonly at: number; readonly difference: number }
  | { readonly kind: 'zero'; readonly at: number; readonly length: number }
  | { readonly kind: 'swap'; readonly at: number; readonly with: number; readonly length: number }
  | { readonly kind: 'copy'; readonly from: number; readonly to: number; readonly length: number };

type SectionChange =
  | { readonly kind: 'edit'; readonly section: number; readonly edits: readonly Edit[] }
  | { readonly kind: 'cut'; readonly section: number; readonly to: number }
  | { readonly kind: 'drop'; readonly section: number }
  /** The bytes of another section. */
  | { readonly kind: 'copy'; readonly section: number; readonly from: number }
  /** An array of the section is made shorter or longer, by its bundle. */
  | { readonly kind: 'resize'; readonly section: number; readonly array: number; readonly by: number }
  /** Some elements of an array of the section, by its bundle. */
  | { readonly kind: 'elements'; readonly section: number; readonly array: number; readonly change: ElementsChange }
  /** A number or a name in the manifest. */
  | { readonly kind: 'manifest'; readonly place: number; readonly value: number | string | boolean | null }
  /** The unpacked bytes of a block of documents. */
  | { readonly kind: 'block'; readonly collection: number; readonly block: number; readonly edits: readonly Edit[] };

/** What becomes of elements of an array from `at` on. */
type ElementsChange =
  | { readonly kind: 'set'; readonly at: number; readonly count: number; readonly value: number }
  | { readonly kind: 'swap'; readonly at: number; readonly with: number }
  | { readonly kind: 'reverse'; readonly at: number; readonly count: number };

const place = () => fc.nat(0x7fff_ffff);
const edgeValue = () =>
  fc.oneof(
    fc.constantFrom(0, 1, 2, 7, 8, 0xff, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff),
    fc.nat(70),
    fc.nat(0xffff_ffff),
  );

const edit = (): fc.Arbitrary<Edit> =>
  fc.oneof(
    fc.record({ kind: fc.constant('flip' as const), at: place(), mask: fc.integer({ min: 1, max: 255 }) }),
    fc.record({ kind: fc.constant('u32' as const), at: place(), value: edgeValue() }),
    fc.record({ kind: fc.constant('add' as const), at: place(), difference: fc.constantFrom(-8, -2, -1, 1, 2, 8) }),
    fc.record({ kind: fc.constant('zero' as const), at: place(), length: fc.integer({ min: 1, max: 64 }) }),
    fc.record({ kind: fc.constant('swap' as const), at: place(), with: place(), length: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ kind: fc.constant('copy' as const), from: place(), to: place(), length: fc.integer({ min: 1, max: 300 }) }),
  );
const edits = () => fc.array(edit(), { minLength: 1, maxLength: 3 });
const region = () => fc.constantFrom<Region>('file', 'file', 'header', 'table');

/** Damage: no checksum is made to fit. */
export const damages = (): fc.Arbitrary<Mutation> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('bytes' as const), within: region(), edits: edits() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('extend' as const), by: fc.array(fc.nat(255), { minLength: 1, maxLength: 40 }) }),
    },
  );

const elementsChange = (): fc.Arbitrary<ElementsChange> => {
  const count = fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 400 }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), at: place(), count, value: edgeValue() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), at: place(), with: place() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), at: place(), count }) },
  );
};

const MANIFEST_VALUES = [null, true, false, '', 'uid', 'number', 'text', 'name', 1e9, 1e15, -1, 0.5];

const sectionChange = (): fc.Arbitrary<SectionChange> => {
  const section = place();
  return fc.oneof(
    { weight: 10, arbitrary: fc.record({ kind: fc.constant('edit' as const), section, edits: edits() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), section, to: place() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), section }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), section, from: place() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('resize' as const),
        section,
        array: fc.nat(9),
        by: fc.constantFrom(-64, -8, -2, -1, 1, 2, 8, 64),
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({ kind: fc.constant('elements' as const), section, array: fc.nat(9), change: elementsChange() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('manifest' as const),
        place: place(),
        value: fc.oneof(edgeValue(), fc.constantFrom(...MANIFEST_VALUES)),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('block' as const),
        collection: fc.nat(4),
        block: fc.nat(3),
        edits: edits(),
      }),
    },
  );
};

/** Forgeries: checksums fit what was changed. */
export const forgeries = (): fc.Arbitrary<Mutation> =>
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('fitted' as const),
        within: fc.constantFrom('header' as const, 'table' as const),
        edits: edits(),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('sections' as const),
        changes: fc.array(sectionChange(), { minLength: 1, maxLength: 2 }),
      }),
    },
  );

/** The bytes of a catalog after a mutation; those given stay as they are. */
export async function mutated(bytes: Uint8Array, mutation: Mutation): Promise<Uint8Array> {
  switch (mutation.kind) {
    case 'cut':
      return bytes.slice(0, mutation.at % bytes.length);
    case 'extend':
      return concatenated([bytes, Uint8Array.from(mutation.by)]);
    case 'bytes': {
      const copy = bytes.slice();
      for (const each of mutation.edits) apply(regionOf(copy, mutation.within), each);
      return copy;
    }
    case 'fitted': {
      const copy = bytes.slice();
      const table = regionOf(copy, 'table');
      for (const each of mutation.edits) apply(mutation.within === 'table' ? table : copy.subarray(8, 60), each);
      const header = new DataView(copy.buffer);
      if (mutation.within === 'table') header.setUint32(44, zlibCodec.crc32(table), true);
      header.setUint32(60, zlibCodec.crc32(copy.subarray(0, 60)), true);
      return copy;
    }
    case 'sections': {
      const sections = await sectionsOf(bytes);
      for (const change of mutation.changes) changeSections(sections, change);
      return catalogOf(sections);
    }
  }
}

function regionOf(file: Uint8Array, within: Region): Uint8Array {
  if (within === 'header') return file.subarray(0, HEADER_BYTES);
  const view = new DataView(file.buffer, file.byteOffset);
  return within === 'table' ? file.subarray(Number(view.getBigUint64(16, true))) : file;
}

async function sectionsOf(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const store = await SectionStore.open(new MemorySource([bytes]), zlibCodec);
  return new Map(store.list().map(({ name, offset, length }) => [name, bytes.slice(offset, offset + length)]));
}

function apply(bytes: Uint8Array, change: Edit): void {
  const { length } = bytes;
  if (length < 4) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const word = (at: number) => (at % (length >> 2)) * 4;
  switch (change.kind) {
    case 'flip':
      bytes[change.at % length] ^= change.mask;
      return;
    case 'u32':
      view.setUint32(word(change.at), change.value, true);
      return;
    case 'add':
      view.setUint32(word(change.at), view.getUint32(word(change.at), true) + change.difference, true);
      return;
    case 'zero':
      bytes.fill(0, change.at % length, (change.at % length) + change.length);
      return;
    case 'swap': {
      const [a, b] = [change.at % length, change.with % length];
      const size = Math.min(change.length, length - Math.max(a, b), Math.abs(a - b));
      const held = bytes.slice(a, a + size);
      bytes.copyWithin(a, b, b + size);
      bytes.set(held, b);
      return;
    }
    case 'copy': {
      const [from, to] = [change.from % length, change.to % length];
      bytes.copyWithin(to, from, from + change.length);
    }
  }
}

function changeSections(sections: Map<string, Uint8Array>, change: SectionChange): void {
  const names = [...sections.keys()];
  const nameOf = (number: number) => names[number % names.length];
  switch (change.kind) {
    case 'edit':
      for (const each of change.edits) apply(sections.get(nameOf(change.section)) as Uint8Array, each);
      return;
    case 'cut': {
      const bytes = sections.get(nameOf(change.section)) as Uint8Array;
      sections.set(nameOf(change.section), bytes.slice(0, change.to % (bytes.length + 1)));
      return;
    }
    case 'drop':
      sections.delete(nameOf(change.section));
      return;
    case 'copy':
      sections.set(nameOf(change.section), (sections.get(nameOf(change.from)) as Uint8Array).slice());
      return;
    case 'resize':
      resize(sections, nameOf(change.section), change.array, change.by);
      return;
    case 'elements':
      changeElements(sections, nameOf(change.section), change.array, change.change);
      return;
    case 'manifest':
      changeManifest(sections, change.place, change.value);
      return;
    case 'block':
      changeBlock(sections, ['parts', 'categories', 'brands', 'manufacturers', 'sellers'][change.collection], change);
  }
}

/** The arrays of a section, whatever they are of; undefined if it is not a bundle. */
function arraysOf(bytes: Uint8Array): BundleArray[] | undefined {
  if (bytes.length < 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = view.getUint32(0, true);
  if (count > 20 || 8 + count * 16 > bytes.length) return undefined;
  const reader = new BundleReader('mutated', bytes.slice());
  try {
    return Array.from({ length: count }, (_, i) => {
      const kind = (['u8', 'u16', 'u32', 'i32', 'f64'] as const)[view.getUint32(8 + i * 16, true)];
      return reader[kind]();
    });
  } catch {
    return undefined;
  }
}

function resize(sections: Map<string, Uint8Array>, name: string, which: number, by: number): void {
  const arrays = arraysOf(sections.get(name) as Uint8Array);
  if (!arrays || arrays.length === 0) return;
  const at = which % arrays.length;
  const resized = arrays[at].slice(0, Math.max(0, arrays[at].length + by));
  const longer = new (resized.constructor as new (length: number) => BundleArray)(Math.max(0, arrays[at].length + by));
  longer.set(resized as never);
  arrays[at] = longer;
  sections.set(name, concatenated(bundlePieces(arrays)));
}

function changeElements(sections: Map<string, Uint8Array>, name: string, which: number, change: ElementsChange): void {
  const arrays = arraysOf(sections.get(name) as Uint8Array) ?? [];
  const filled = arrays.filter(({ length }) => length > 0);
  if (filled.length === 0) return;
  const array = filled[which % filled.length];
  const at = change.at % array.length;
  if (change.kind === 'swap') {
    const other = change.with % array.length;
    [array[at], array[other]] = [array[other], array[at]];
  } else if (change.kind === 'set') array.fill(change.value, at, at + change.count);
  else array.subarray(at, at + change.count).reverse();
  sections.set(name, concatenated(bundlePieces(arrays)));
}

function changeManifest(sections: Map<string, Uint8Array>, at: number, value: unknown): void {
  const bytes = sections.get('manifest');
  const text = bytes && arraysOf(bytes)?.[0];
  if (!text) return;
  let manifest: unknown;
  try {
    manifest = JSON.parse(new TextDecoder().decode(text));
  } catch {
    return;
  }
  let count = 0;
  JSON.stringify(manifest, (_, member: unknown) => {
    if (typeof member !== 'object') count++;
    return member;
  });
  let left = count > 0 ? at % count : -1;
  const changed = JSON.stringify(manifest, (_, member: unknown) => {
    if (typeof member === 'object' && member !== null) return member;
    return left-- === 0 ? value : member;
  });
  sections.set('manifest', concatenated(bundlePieces([new TextEncoder().encode(changed)])));
}

/** Changes a block as a forger would: unpacked, packed again, and its place, length and checksum in the table of blocks. */
function changeBlock(
  sections: Map<string, Uint8Array>,
  collection: string,
  { block, edits: changes }: { readonly block: number; readonly edits: readonly Edit[] },
): void {
  const table = sections.get(`${collection}/blocks`);
  const documents = sections.get(`${collection}/documents`);
  const arrays = table && arraysOf(table);
  if (!documents || !arrays || arrays.length !== 4 || arrays[1].length === 0) return;
  const [firsts, ends, lengths, checksums] = arrays;
  const at = block % ends.length;
  const from = at === 0 ? 0 : ends[at - 1];
  const presetSection = sections.get(`${collection}/preset`);
  const preset = presetSection && (arraysOf(presetSection)?.[0] as Uint8Array | undefined);
  let raw: Uint8Array;
  try {
    raw = zlibCodec.inflate(documents.subarray(from, ends[at]), lengths[at], preset).slice();
  } catch {
    return;
  }
  for (const each of changes) apply(raw, each);
  const packed = deflateNow(raw, preset);
  const difference = packed.length - (ends[at] - from);
  checksums[at] = zlibCodec.crc32(packed);
  sections.set(`${collection}/documents`, concatenated([documents.subarray(0, from), packed, documents.subarray(ends[at])]));
  for (let i = at; i < ends.length; i++) ends[i] += difference;
  sections.set(`${collection}/blocks`, concatenated(bundlePieces([firsts, ends, lengths, checksums])));
}
