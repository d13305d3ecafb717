import type { Brand, Part, SpecValue } from '../../../src/partdex.js';
import type { SeededRandom } from '../seeded-random.js';

/** A source of parts: how it names and writes what it has. */
interface ShardSource {
  readonly name: string;
  readonly delimiter: string;
  /** How it writes a part number and a brand. */
  mpn(text: string): string;
  brand(text: string): string;
}

const SOURCES: readonly ShardSource[] = [
  { name: 'north', delimiter: ',', mpn: (text) => text, brand: (text) => text },
  { name: 'south', delimiter: ';', mpn: (text) => text.toLowerCase(), brand: (text) => text.toUpperCase() },
  { name: 'east', delimiter: '\t', mpn: (text) => text.replace(/[-/]/g, ' '), brand: (text) => `${text} Electronics` },
  { name: 'west', delimiter: ',', mpn: (text) => text, brand: (text) => `${text}(西)` },
];
/** Spec keys that a shard has columns for. */
const SPEC_COLUMNS = 25;

/** A file of a source, with the parts that it has. */
export interface Shard {
  readonly name: string;
  readonly text: string;
  readonly rows: number;
}

/**
 * Parts as CSV of four sources that overlap: each part is in one of them at least, and in each with a probability of 2 in 5. They differ
 * in how numbers and brands are written, in offers, and here and there in descriptions and specs.
 */
export function shardsOf(parts: readonly Part[], random: SeededRandom): Shard[] {
  const keys = commonKeys(parts);
  const headings = [
    ...['MPN', 'Manufacturer', 'Description', 'Datasheet', 'Category Path', 'SKU', 'Stock', 'Price@1', 'Price@100'],
    ...keys.map(({ key, unit }) => (unit === undefined ? key : `${key} (${unit})`)),
  ];
  const rows: string[][][] = SOURCES.map(() => [headings]);
  for (const part of parts) {
    const always = random.below(SOURCES.length);
    SOURCES.forEach((source, i) => {
      if (i === always || random.below(5) < 2) rows[i].push(rowOf(part, source, keys, random));
    });
  }
  return SOURCES.map(({ name, delimiter }, i) => ({
    name: `${name}.csv`,
    text: rows[i].map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter)).join('\n'),
    rows: rows[i].length - 1,
  }));
}

/** Records with the names that the sources have for the brands of parts. */
export function brandsOfShards(parts: readonly Part[]): Brand[] {
  const names = new Set(parts.flatMap(({ brand }) => brand?.name ?? []));
  return [...names].map((name, i) => ({ uid: `brand ${i}`, name, aliases: SOURCES.map(({ brand }) => brand(name)) }));
}

interface SpecColumn {
  readonly key: string;
  readonly unit: string | undefined;
}

function commonKeys(parts: readonly Part[]): SpecColumn[] {
  const counts = new Map<string, { count: number; spec: SpecValue }>();
  for (const [key, spec] of parts.flatMap(({ specs }) => Object.entries(specs ?? {}))) {
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, spec });
  }
  const common = [...counts].sort((a, b) => b[1].count - a[1].count).slice(0, SPEC_COLUMNS);
  return common.map(([key, { spec }]) => ({ key, unit: spec.metadata?.unit?.symbol ?? undefined }));
}

function rowOf(part: Part, source: ShardSource, keys: readonly SpecColumn[], random: SeededRandom): string[] {
  const offer = part.offers?.[0];
  const price = random.below(9_000) / 10_000 + 0.01;
  return [
    source.mpn(part.mpn),
    source.brand(part.brand?.name ?? ''),
    `${part.descriptions?.[0]?.value ?? part.mpn}${random.below(10) === 0 ? ` from ${source.name}` : ''}`,
    part.datasheets?.[0]?.url ?? '',
    (part.category_uids ?? []).join(' / '),
    `${source.name[0].toUpperCase()}-${offer?.sku ?? part.uid}`,
    String(random.below(50_000)),
    price.toFixed(4),
    (price / 2).toFixed(4),
    ...keys.map(({ key }) => cellOf(part.specs?.[key], random)),
  ];
}

/** A value of a spec; one in fifty is another than the other sources have. */
function cellOf(spec: SpecValue | undefined, random: SeededRandom): string {
  const value = [spec?.value ?? []].flat()[0];
  if (value === undefined) return '';
  return random.below(50) === 0 && /^\d+$/.test(String(value)) ? `${value}0` : String(value);
}

function quoted(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
