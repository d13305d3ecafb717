/** The structures that find the part numbers of a field, in bytes of the file; sections have the same size in memory. */
export interface PartNumberSizes {
  readonly field: string;
  /** Distinct part numbers as written. */
  readonly numbers: number;
  /** Structure to bytes. */
  readonly bytes: Readonly<Record<PartNumberStructure, number>>;
}

export const PART_NUMBER_STRUCTURES = ['dictionary', 'forms', 'trigrams', 'signatures', 'postings', 'codes'] as const;
export type PartNumberStructure = (typeof PART_NUMBER_STRUCTURES)[number];

const FIELDS = ['mpn', 'offers.sku'];
/** Sizes of the arrays of a section, docs/format.md. */
const HEADER_BYTES = 24;
/** An ordinal in the order of forms. */
const ORDINAL_BYTES = 4;
/** The symbols of a number (a `u32` and a `u8`), its length, and the prefix that it shares with the previous one. */
const SIGNATURE_BYTES = 7;

/** The part-number fields of the parts. */
export function partNumberSizes(sections: readonly { name: string; bytes: number }[]): PartNumberSizes[] {
  const sizes = new Map(sections.map(({ name, bytes }) => [name, bytes]));
  return FIELDS.filter((field) => sizes.has(`parts/fields/${field}/forms`)).map((field) => {
    const bytesOf = (section: string) => sizes.get(`parts/fields/${field}/${section}`) ?? 0;
    const forms = bytesOf('forms');
    // Padding adds one if their number is odd.
    const numbers = Math.floor((forms - HEADER_BYTES) / ORDINAL_BYTES);
    const signatures = numbers * SIGNATURE_BYTES;
    const [dictionary, postings, codes] = ['dictionary', 'postings', 'codes'].map(bytesOf);
    const trigrams = bytesOf('wildcards') - signatures;
    return { field, numbers, bytes: { dictionary, forms, trigrams, signatures, postings, codes } };
  });
}
