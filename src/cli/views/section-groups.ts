/** The purpose of each section of a catalog file. */
export interface SectionGroup {
  readonly name: string;
  bytes: number;
}

interface Section {
  readonly name: string;
  readonly bytes: number;
}

/** The purpose of a section by the beginning of its name; the first match wins. The names are those of docs/format.md. */
const GROUPS: readonly (readonly [name: string, ...prefixes: string[]])[] = [
  ['documents', 'parts/documents', 'parts/blocks', 'parts/preset'],
  ['keyword index', 'parts/texts/'],
  ['part numbers', 'parts/fields/mpn/', 'parts/fields/offers.sku/', 'parts/fields/aka_mpns/'],
  ['specs', 'parts/fields/specs.', 'parts/spec-blocks'],
  ['descriptions', 'parts/fields/descriptions.value/', 'parts/fields/short_description/'],
  ['offers and prices', 'parts/offers/', 'parts/fields/offers.', 'parts/offer-counts', 'parts/fields/avg_price/'],
  ['brands, manufacturers', 'parts/fields/brand.', 'parts/fields/manufacturer.'],
  ['categories', 'parts/fields/category_uids/'],
  ['uids, order of rows', 'parts/fields/uid/', 'parts/'],
  ['other collections', 'brands/', 'categories/', 'manufacturers/', 'sellers/'],
];
const REST = 'tables of the file';

/** The sections grouped by purpose, the largest group first; `total` is the length of the file. */
export function groupSections(sections: readonly Section[], total: number): SectionGroup[] {
  const groups = new Map<string, SectionGroup>();
  const add = (name: string, bytes: number): void => {
    const group = groups.get(name);
    if (group) group.bytes += bytes;
    else groups.set(name, { name, bytes });
  };
  for (const section of sections) {
    const own = withoutFile(section.name);
    const [name] = GROUPS.find(([, ...prefixes]) => prefixes.some((prefix) => own.startsWith(prefix))) ?? [REST];
    add(name, section.bytes);
  }
  add(REST, total - sections.reduce((sum, { bytes }) => sum + bytes, 0));
  return [...groups.values()].sort(bySize);
}

/** The name of a section without the segment that it is in: `catalog/segment-3.pdx:parts/documents`, `segments/3/parts/documents`. */
function withoutFile(name: string): string {
  return name.slice((/^(.*?segment-\d+\.pdx:|segments\/\d+\/)/.exec(name)?.[0] ?? '').length);
}

/** The largest first. */
export function bySize(a: Section, b: Section): number {
  return b.bytes - a.bytes || (a.name < b.name ? -1 : 1);
}
