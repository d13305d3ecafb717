import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';

/**
 * Builds of the packed package have a helper thread, which sources that are run unbuilt do not: what it makes must be what
 * one thread makes, and its end must not take the program with it.
 */
const consumer = inject('consumer');

function evaluate(code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: consumer, encoding: 'utf8' });
}

/** Writes `sound` sample-like parts as NDJSON, and then some lines as they are. */
const WRITE = `
  import { writeFileSync } from 'node:fs';
  const words = ['low', 'noise', 'amplifier', 'thick', 'film', 'µF', '10 kΩ', '0.1uF', 'x7r'];
  const write = (file, sound, ...more) => writeFileSync(file, [
    ...Array.from({ length: sound }, (_, i) => JSON.stringify({
      uid: i.toString(16).padStart(16, '0'), mpn: 'AB-' + (i * 7919) % 10007 + '/' + i % 13,
      brand: { uid: 'b' + i % 9, name: 'Brand ' + i % 9 },
      offers: [{ sku: 'S' + i, seller: { uid: 's' + i % 3, name: 'Seller ' + i % 3 } }],
      short_description: words[i % 9] + ' ' + words[i % 7],
      descriptions: [{ value: [0, 1, 2, 3, 4].map((k) => words[(i * (k + 3)) % 9]).join(' ') + ' ' + 'x'.repeat(i % 300) }],
    })),
    ...more,
  ].join('\\n'));
`;

describe('the helper thread of a build', () => {
  it('makes the same answers as one thread', () => {
    const output = evaluate(`${WRITE}
      import { readFileSync } from 'node:fs';
      import { buildCatalog } from 'partdex';
      import { buildCatalogFile, openCatalogFile } from 'partdex/node';
      write('parts.ndjson', 20000);
      await buildCatalogFile({ parts: 'parts.ndjson', out: 'helped.pdx' });
      const helped = await openCatalogFile('helped.pdx');
      await helped.validate();
      const alone = await buildCatalog({ parts: readFileSync('parts.ndjson', 'utf8').split('\\n').map((line) => JSON.parse(line)) });
      const answer = async (catalog, request) => {
        const { hits, results } = await catalog.parts.search(request);
        return JSON.stringify([hits, results]);
      };
      const requests = [
        { q: 'amplifier' }, { q: '"low noise" -film' }, { q: '"10 kohm"' }, { q: 'ab79*', include: ['descriptions'] },
        { filter: { queries: ['short_description:"thick film" AND NOT brand.name:"brand 3"'] }, sortby: 'descriptions.value desc' },
      ];
      for (const request of requests) console.log(await answer(helped, request) === await answer(alone, request));
    `);
    expect(output).toBe('true\n'.repeat(5));
  });

  it('ends with a build that fails, and nothing is left behind', () => {
    const output = evaluate(`${WRITE}
      import { buildCatalogFile } from 'partdex/node';
      write('bad.ndjson', 5000, '{"uid": "x"}');
      const error = await buildCatalogFile({ parts: 'bad.ndjson', out: 'bad.pdx' }).catch((error) => error);
      await new Promise((resolve) => setTimeout(resolve, 200));
      console.log(error.code, error.line);
    `);
    expect(output).toBe('invalid_document 5001\n');
    expect(readdirSync(join(consumer)).filter((file) => file.includes('bad.pdx'))).toEqual([]);
  });
});
