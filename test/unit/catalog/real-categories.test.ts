import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildCatalog, type Category } from '../../../src/partdex.js';

/** Data beside the project, which is not part of it. */
const FILE = '../shared/data/real/categories.ndjson.gz';
const isThere = existsSync(FILE);
if (!isThere) process.stdout.write(`real categories are skipped: there is no ${FILE}\n`);

it.runIf(isThere)('computes the tree of real categories as their records give it', async () => {
  const given = gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Category);
  expect(given.length).toBeGreaterThan(1000);
  const parents = given.map(({ uid, name, parent_uid }) => ({ uid, name, ...(parent_uid && { parent_uid }) }));
  const { categories } = await buildCatalog({ parts: [], categories: parents });
  const placeOf = ({ uid, parent_uid = null, children_uids, ancestor_uids, ancestor_names }: Category) => {
    return { uid, parent_uid, children_uids, ancestor_uids, ancestor_names };
  };
  const computed = new Map<string, object>();
  for await (const category of categories.scan()) computed.set(category.uid, placeOf(category));
  for (const category of given) expect(computed.get(category.uid)).toEqual(placeOf(category));
});
