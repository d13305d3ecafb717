import { demand } from './bytes.mjs';

/**
 * Every section of a catalog file and its arrays: the table of docs/format.md, "All sections", in its words. `<c>` is a
 * collection, `<f>` a field of one and `<t>` a text index of one. The brackets after a name state one of the ways
 * in which such a section may be stored.
 */

const POSTINGS = ['u32 heads', 'u32 entries', 'u32 arena', 'u32 directories', 'i32 blocks'];
const PLAIN = ['u32 storage', 'u32 offsets', 'u8 bytes'];
const HEX = ['u32 storage', 'u32 words'];

export const SECTIONS = new Map([
  ['manifest', ['u8 JSON']],
  ['<c>/documents', []],
  ['<c>/blocks', ['u32 firsts', 'f64 ends', 'u32 lengths', 'u32 checksums']],
  ['<c>/preset', ['u8 bytes']],
  ['<c>/rows', ['u32 documents']],
  ['parts/offer-counts', ['u8, u16 or u32 counts']],
  ['parts/merit', ['u8 bits', 'u8 lengths']],
  ['<c>/given', ['u8 masks']],
  ['<c>/paths', ['u32 offsets', 'u8 bytes']],
  ['parts/redirects (plain)', [...PLAIN, 'u32 rows']],
  ['parts/redirects (hex)', [...HEX, 'u32 rows']],
  ['<f>/dictionary (plain)', PLAIN],
  ['<f>/dictionary (hex)', HEX],
  ['<f>/dictionary (packed)', ['u32 storage', 'u32 firsts', 'u32 lengths', 'u32 ends', 'u8 packed']],
  ['<f>/dictionary (numbers)', ['f64 doubles', 'u32 offsets', 'u8 bytes']],
  ['<f>/dictionary (dates)', ['u32 storage', 'f64 instants']],
  ['<f>/forms', ['u32 ordinals', 'u32 filter']],
  [
    '<f>/wildcards',
    ['u16 trigrams', 'u32 starts', 'u8 lists', 'u32 low signatures', 'u8 high signatures', 'u8 lengths', 'u8 shared'],
  ],
  ['<f>/codes', ['u32 rows', 'u32 directory', 'u8, u16 or u32 codes', 'u32 set starts', 'u32 set ordinals']],
  ['<f>/postings', POSTINGS],
  ['parts/spec-blocks', ['u32 starts', 'u8, u16 or u32 fields', 'u8, u16 or u32 counts']],
  ['parts/offers/<f>/codes', ['u32 rows', 'u32 directory', 'u8, u16 or u32 codes', 'u32 set starts', 'u32 set ordinals']],
  ['parts/offers/quantities', ['f64 doubles', 'u32 offsets', 'u8 bytes']],
  ['parts/offers/price-values', ['f64 doubles', 'u32 offsets', 'u8 bytes']],
  [
    'parts/offers/ladders',
    ['u8, u16 or u32 currencies', 'u8, u16 or u32 moqs', 'u8, u16 or u32 multiples', 'u32 starts', 'u8, u16 or u32 steps'],
  ],
  ['parts/offers/prices', ['u8, u16 or u32 counts', 'u8, u16 or u32 ladders', 'u8, u16 or u32 prices']],
  ['<t>/terms', ['u32 count', 'u32 block starts', 'u8 bytes']],
  ['<t>/postings', POSTINGS],
  ['<t>/masks', ['u8 usual masks', 'u32 exception starts', 'u32 exception rows', 'u8 exception masks']],
  ['<t>/tokens', ['u32 ranks', 'u32 row starts', 'u8 stream']],
  ['<t>/pairs', ['u32 paired terms', 'u32 keys', ...POSTINGS]],
  ['<t>/scores', ['u8 lengths', 'u32 champion terms', 'u32 champions']],
]);

/** Sections that parts have and other collections have not. */
const PARTS_ALONE = ['offer-counts', 'spec-blocks', 'merit'];
const STORAGES = ['plain', 'plain', 'hex', 'packed', 'dates'];
const TYPES = new Map([
  [Uint8Array, 'u8'],
  [Uint16Array, 'u16'],
  [Uint32Array, 'u32'],
  [Int32Array, 'i32'],
  [Float64Array, 'f64'],
]);

/** The row of the table that a section belongs to. */
export function rowOfSection(name, arrays = []) {
  if (name === 'manifest') return name;
  const [collection, group, ...rest] = name.split('/');
  const last = rest.at(-1);
  const storage = arrays[0] instanceof Float64Array ? 'numbers' : STORAGES[arrays[0]?.[0]];
  if (group === 'fields') return last === 'dictionary' ? `<f>/dictionary (${storage})` : `<f>/${last}`;
  if (group === 'offers') return rest[0] === 'fields' ? 'parts/offers/<f>/codes' : name;
  if (group === 'texts') return `<t>/${last}`;
  if (group === 'redirects') return `${collection}/redirects (${storage})`;
  return PARTS_ALONE.includes(group) ? name : `<c>/${group}`;
}

/** The arrays of a section as `{ name, type, array }`. @throws FormatError if they are not those of the table */
export function nameArrays(section, arrays) {
  const row = rowOfSection(section, arrays);
  const expected = SECTIONS.get(row);
  demand(expected !== undefined, `${section} is not a section of a catalog`);
  demand(arrays.length === expected.length, `${section} has ${arrays.length} arrays and not ${expected.length}`);
  return arrays.map((array, i) => {
    const [, types, name] = /^((?:u8, u16 or )?\w+) (.*)$/.exec(expected[i]);
    const type = TYPES.get(array.constructor);
    demand(types.split(/, | or /).includes(type), `${section}: ${name} should be ${types} and not ${type}`);
    return { name, type, array };
  });
}
