import { afterAll, describe, expect, it } from 'vitest';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';

const spec = (value: string | number) => ({ value: [value] });
const catalog = await buildCatalog({
  parts: [
    { uid: 'a', mpn: 'A', specs: { r: spec(3), s: spec('x') } },
    { uid: 'b', mpn: 'B', specs: { r: spec(1), s: spec('z') } },
    { uid: 'c', mpn: 'C', specs: { r: spec(2), s: spec('y') } },
  ],
} as unknown as CatalogSource);
afterAll(() => catalog.close());

/** The numbers of the parts in the order of a sort, and the warnings. @param hide what the client does not see */
async function sorted(sort: string, hide: string[] = []) {
  const api = createGraphqlApi(catalog, { isValidToken: () => ({ hide }) });
  const query = `{ search(sort: ${JSON.stringify(sort)}) { warnings results { part { mpn } } } }`;
  const { body } = await api.execute({ query }, { token: 't' });
  const { warnings, results } = (body as { data: { search: { warnings: string[]; results: { part: { mpn: string } }[] } } }).data
    .search;
  return { order: results.map(({ part }) => part.mpn).join(''), warned: warnings.length };
}

describe('sort by the fieldname of a spec', () => {
  it.each([
    ['r', 'BCA'],
    ['specs.r.value', 'BCA'],
    ['specs.r.range', 'BCA'],
    ['specs.s.value', 'ACB'],
    ['specs.r.max_value', 'ABC'],
  ])('%s orders by its values', async (sort, order) => expect(await sorted(sort)).toEqual({ order, warned: 0 }));

  it.each(['specs.r.covers', 'specs.s.range', 'specs.t.value', 'specs.r'])('%s orders nothing, with a warning', async (sort) =>
    expect(await sorted(sort)).toEqual({ order: 'ABC', warned: 1 }),
  );

  it('orders nothing by what is hidden', async () =>
    expect(await sorted('specs.r.value', ['specs.r'])).toEqual({ order: 'ABC', warned: 1 }));
});
