import { writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { type Ended, partdex, type SampleCatalog } from './sample-catalog.js';

/** Builds a catalog with texts that a spreadsheet would take for formulas. Returns its path. */
export async function buildFormulas(sample: SampleCatalog): Promise<string> {
  const lines = [
    {
      uid: '@1',
      mpn: '=1+1',
      brand: { uid: 'b', name: '-Brand' },
      offers: [{ sku: 'F1', seller: { uid: 's', name: '+Seller' }, in_stock_quantity: 5, prices: { USD: [[1, '1.5']] } }],
    },
    { uid: '2', mpn: '\t=2+2', brand: { uid: 'c', name: '\n@Other' } },
    { uid: '3', mpn: 'GOOD-1', offers: [{ prices: { EUR: [[1, '0.25']] }, in_stock_quantity: 10 }] },
  ];
  const path = await sample.write(
    'formulas.ndjson',
    lines.map((line) => JSON.stringify(line)),
  );
  const formulas = sample.file('formulas.pdx');
  expect((await partdex('build', path, '-o', formulas)).status).toBe(0);
  return formulas;
}

/** Matches a list that is written to a file. */
export async function matchList(sample: SampleCatalog, list: string | Uint8Array, ...options: string[]): Promise<Ended> {
  const path = sample.file('bom.csv');
  await writeFile(path, list);
  return partdex('match', sample.path, path, ...options);
}

/** The rows of a result by their headings. */
export function records(csv: string, delimiter = ','): Record<string, string>[] {
  return parse(csv, { columns: true, bom: true, relax_column_count: true, delimiter }) as Record<string, string>[];
}
