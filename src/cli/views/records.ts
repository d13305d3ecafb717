import type { Catalog, Category, Collection, Company, Part } from '../../partdex.js';
import type { CollectionName } from '../options.js';
import type { Column } from '../terminal/table.js';
import { bestPriceOf, descriptionOf, stockOf, textAt } from './part-cells.js';

/** A record of any collection. */
export type AnyRecord = Part | Company | Category;

export function collectionOf(catalog: Catalog, name: CollectionName): Collection<AnyRecord> {
  return catalog[name] as Collection<AnyRecord>;
}

/** `1 part`, `3 categories`. */
export function nounsOf(name: CollectionName): [singular: string, plural: string] {
  return [name === 'categories' ? 'category' : name.slice(0, -1), name];
}

/** Columns of a table of parts that a part does not show by default. */
export const TABLE_MEMBERS = ['short_description', 'descriptions'];

/** Members of a part that are shown only on request. */
export const HIDDEN_MEMBERS = [
  'short_description',
  'descriptions',
  'specs',
  'category_uids',
  'datasheets',
  'compliance_documents',
  'reference_designs',
  'cad_models',
  'imagesets',
  'external_links',
  'broker_listings',
];

/** What decides the columns of a table. */
interface TableSettings {
  readonly show?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  /** Columns of parts with the values by which they are sorted. */
  readonly sorted?: readonly Column<Part>[];
}

/** The columns of a table of records: those of `show`, else the most useful ones and those of `include`. */
export function columnsOf(
  collection: CollectionName,
  { show, include = [], sorted = [] }: TableSettings,
  currency: string,
): Column<AnyRecord>[] {
  const named = (paths: readonly string[]) =>
    paths.map((path): Column<AnyRecord> => ({ title: path, text: (record) => textAt(record, path) }));
  if (show && show.length > 0) return named(show).map((column, i) => ({ ...column, flexible: i === show.length - 1 }));
  if (collection === 'parts')
    return partColumns([...named(include), ...(sorted as readonly Column<AnyRecord>[])], currency) as Column<AnyRecord>[];
  return [
    { title: 'name', text: (record) => textAt(record, 'name') },
    { title: 'uid', text: (record) => record.uid },
    ...(collection === 'categories' ? [CATEGORY_PATH] : [HOMEPAGE]),
    ...named(include),
  ];
}

const HOMEPAGE: Column<AnyRecord> = {
  title: 'homepage',
  flexible: true,
  text: (record) => textAt(record, 'homepage_url'),
};

const CATEGORY_PATH: Column<AnyRecord> = {
  title: 'in',
  flexible: true,
  text: (record) => ((record as Category).ancestor_names ?? []).join(' › '),
};

function partColumns(more: readonly Column<AnyRecord>[], currency: string): Column<Part>[] {
  return [
    { title: 'mpn', text: (part) => part.mpn },
    { title: 'brand', text: (part) => part.brand?.name ?? '' },
    { title: 'description', flexible: true, text: descriptionOf },
    ...more,
    { title: 'stock', align: 'right', text: stockOf },
    { title: 'price from', align: 'right', text: (part) => bestPriceOf(part, currency) },
  ];
}
