import { buildCatalog, type Catalog, type OpenOptions } from 'partdex';
import { type ImportReport, inferMap, readTable } from 'partdex/import';

/** The first bytes of a catalog. */
const MAGIC = 'PARTDEX\0';

/** Whether a file is a catalog, or should be one by its name; any other is read as a table. */
export async function isCatalog(file: Blob, name: string): Promise<boolean> {
  if (/\.pdx$/i.test(name)) return true;
  const start = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  return String.fromCharCode(...start) === MAGIC;
}

/** A catalog of a table, and how it was read. */
export interface BuiltCatalog {
  readonly catalog: Catalog;
  readonly report: ImportReport;
}

/** Builds a catalog of a table in memory. @throws UnreadableTableError */
export async function buildFromTable(data: Blob, name: string, options: OpenOptions): Promise<BuiltCatalog> {
  const source = { name, data };
  const priceCurrency = commonCurrency(await inferMap(source));
  const table = readTable(source);
  const catalog = await buildCatalog({ parts: table, categories: table.categories }, { ...options, priceCurrency });
  return { catalog, report: table.report() };
}

/** The currency of most columns of prices: that of `avg_price`. */
export function commonCurrency({ columns = {} }: Awaited<ReturnType<typeof inferMap>>): string {
  const counts = new Map<string, number>();
  for (const column of Object.values(columns)) {
    const as = typeof column === 'string' ? column : column.as;
    const code = /^offers\.prices\.([A-Z]{3})(?:\.|$)/.exec(as)?.[1];
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best?.[0] ?? 'USD';
}
