import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../src/import/partdex-import.js';

async function sellerOf(name: string, data: Uint8Array): Promise<string | undefined> {
  for await (const { offers } of readTable({ name, data })) return offers?.[0]?.seller?.name;
  return undefined;
}

const LIST = new TextEncoder().encode('MPN\tStock\nA\t5\n');

/** Source: questions and tables, E7. */
describe('the seller that nothing names', () => {
  it.each(['csv', 'tsv', 'psv', 'tab', 'txt', 'dat', 'prn', 'asc', 'xls', 'XLS'])(
    'is the name of the file without .%s',
    async (ending) => {
      expect(await sellerOf(`lists/Acme 2.5.${ending}`, LIST)).toBe('Acme 2.5');
    },
  );

  it.each(['csv.gz', 'dat.gz', 'gz'])('is the name of the file without .%s', async (ending) => {
    expect(await sellerOf(`Acme.${ending}`, gzipSync(LIST))).toBe('Acme');
  });

  it.each(['Acme.de', 'Acme.datasheets', 'Acme.'])('is %s, which has no ending of a table', async (name) => {
    expect(await sellerOf(name, LIST)).toBe(name);
  });
});
