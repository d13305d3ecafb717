import { afterAll, describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/model/errors.js';
import { buildCatalog, type CatalogSource, type SearchRequest } from '../../../src/partdex.js';

const VOLT = { datatype: 'decimal', unit: { name: 'volt', symbol: 'V' } };
const spec = (members: object) => ({ specs: { supply: { ...members, metadata: VOLT } } });
const part = (uid: string, members: object) => ({ uid, mpn: uid, ...members });

const notices: string[] = [];
const catalog = await buildCatalog(
  {
    parts: [
      part('closed', spec({ min_value: '2.7', max_value: 5.5 })),
      part('exchanged', spec({ min_value: '12V', max_value: '9' })),
      part('from', spec({ min_value: '20' })),
      part('nothing', {}),
      part('point', spec({ value: ['3.3'] })),
      part('points', spec({ value: ['1.8', '5'] })),
      part('unreadable', spec({ min_value: 'low', max_value: '1' })),
      part('both', spec({ value: '100', min_value: '-1', max_value: '0' })),
      part('text', { specs: { case: { value: ['0603'] } } }),
    ],
  } as unknown as CatalogSource,
  { onNotice: (notice) => notices.push(notice) },
);
afterAll(() => catalog.close());

const RANGE = 'specs.supply.range';
const found = async (...queries: string[]) => {
  const { results } = await catalog.parts.search({ filter: { queries }, sortby: 'uid', show: ['uid'] } as SearchRequest);
  return results.map(({ item }) => item.uid).join(' ');
};
const search = (request: SearchRequest) => catalog.parts.search({ limit: 0, ...request });

describe('filters', () => {
  it.each([
    ['specs.supply.range:3.3', 'closed point'],
    ['specs.supply.range:"3300 mV"', 'closed point'],
    ['specs.supply.range:[1.8 TO 3]', 'closed points'],
    ['specs.supply.range:{1.8 TO 2.7}', ''],
    ['specs.supply.range:{5 TO 9}', 'closed'],
    ['specs.supply.range:[9 TO *]', 'both exchanged from'],
    ['specs.supply.range:"≥ 12 V"', 'both exchanged from'],
    ['specs.supply.range:{12 TO 100}', 'from'],
    ['specs.supply.range:[* TO 0]', 'both unreadable'],
    ['specs.supply.range:*', 'both closed exchanged from point points unreadable'],
    ['specs.supply.covers:3.3', 'closed point'],
    ['specs.supply.covers:[3 TO 5]', 'closed'],
    ['specs.supply.covers:{2.7 TO 5.5}', 'closed'],
    ['specs.supply.covers:[2.7 TO 5.6]', ''],
    ['specs.supply.covers:[10 TO 11]', 'exchanged'],
    ['specs.supply.covers:[* TO 3.3]', 'closed point'],
    ['specs.supply.covers:[1e9 TO *]', 'from'],
    ['specs.supply.covers:[* TO *]', 'both closed exchanged from point points unreadable'],
    ['specs.supply.covers:-1e9', 'unreadable'],
    ['NOT specs.supply.range:[0 TO *]', 'nothing text'],
    ['specs.supply.range:(3.3 5)', 'closed'],
    ['specs.supply.range:(3.3 OR 5)', 'closed point points'],
    ['specs.supply.min_value:12', 'exchanged'],
  ])('%s finds %s', async (query, expected) => {
    expect(await found(query)).toBe(expected.split(' ').sort().join(' '));
  });

  it('of filter.fields meet each of their numbers', async () => {
    const { hits } = await search({ filter: { fields: { [RANGE]: ['4', '1,8 V', '1e6'] } } });
    expect(hits).toBe(3);
    expect((await search({ filter: { fields: { 'specs.supply.covers': ['4'] } } })).hits).toBe(1);
  });

  it.each(['{3 TO 3}', '[3 TO 3}', '[5 TO 3]'])('%s matches nothing, with a warning', async (range) => {
    for (const member of ['range', 'covers']) {
      const { hits, warnings } = await search({ filter: { queries: [`specs.supply.${member}:${range}`] } });
      expect(hits).toBe(0);
      expect(warnings).toEqual([expect.stringContaining('matches nothing')]);
    }
  });

  it('on a key that no part has match nothing, with a warning that has the same member', async () => {
    const { hits, warnings } = await search({ filter: { queries: ['specs.suply.covers:3'] } });
    expect(hits).toBe(0);
    expect(warnings).toEqual([expect.stringContaining('did you mean "specs.supply.covers"?')]);
  });
});

it('sorts by the lowest end, or by the highest; open ends first, parts without an extent last', async () => {
  const order = async (sortby: string) => {
    const { results } = await catalog.parts.search({ sortby, show: ['uid'] });
    return results.map(({ item }) => item.uid);
  };
  const without = ['nothing', 'text'];
  expect(await order(`${RANGE} asc`)).toEqual([
    'unreadable',
    'both',
    'points',
    'closed',
    'point',
    'exchanged',
    'from',
    ...without,
  ]);
  expect(await order(`${RANGE} desc`)).toEqual([
    'from',
    'both',
    'exchanged',
    'closed',
    'points',
    'point',
    'unreadable',
    ...without,
  ]);
});

it('has statistics of ends and values, and facets that count each part in every range that it meets', async () => {
  const { stats_results, facet_results } = await search({
    filter: { fields: { [RANGE]: ['3.3', '5'] } },
    stats: { [RANGE]: { include: true } },
    facet: { fields: { [RANGE]: { include: true, ranges: 5, chosen: true } } },
  });
  expect(stats_results[RANGE]).toMatchObject({ min: '1.8', max: '5.5', count: 5, missing: 0 });
  const { facets, ranges = [] } = facet_results.fields[RANGE];
  expect(facets).toEqual([
    { value: '3.3', count: 2 },
    { value: '5', count: 2 },
  ]);
  expect(ranges.map(({ from, to, count }) => [from, to, count])).toEqual([
    ['1', '2', 1],
    ['2', '3', 1],
    ['3', '4', 2],
    ['4', '5', 1],
    ['5', '6', 2],
  ]);
});

it('is in a drilldown beside the members where more hits have an interval than a value', async () => {
  const drilled = async (queries: string[]) => {
    const { stats_results } = await search({ filter: { queries }, spec_drilldown: { include: true } });
    return Object.keys(stats_results).sort();
  };
  const members = ['max_value', 'min_value', 'value'].map((member) => `specs.supply.${member}`);
  expect(await drilled([])).toEqual([members[0], members[1], RANGE, members[2]]);
  expect(await drilled(['uid:(both OR point OR points)'])).toEqual(members);
});

it.each<[string, SearchRequest]>([
  ['a filter of texts', { filter: { queries: ['specs.case.range:1'] } }],
  ['a field filter of texts', { filter: { fields: { 'specs.case.covers': ['1'] } } }],
  ['a sort of texts', { sortby: 'specs.case.range' }],
  ['wildcards', { filter: { queries: ['specs.supply.range:3*'] } }],
  ['a facet without ranges', { facet: { fields: { [RANGE]: { include: true } } } }],
  ['a sort by covers', { sortby: 'specs.supply.covers' }],
  ['a facet of covers', { facet: { fields: { 'specs.supply.covers': { include: true, ranges: 3 } } } }],
  ['statistics of covers', { stats: { 'specs.supply.covers': { include: true } } }],
  ['a value that is not a number', { filter: { queries: ['specs.supply.covers:high'] } }],
])('rejects %s', async (_name, request) => {
  await expect(search(request)).rejects.toThrow(ValidationError);
});

it('explains which part meets a range', async () => {
  const explained = await catalog.parts.explain({ filter: { queries: ['specs.supply.range:[3 TO 4]'] } });
  expect(JSON.stringify(explained)).toContain('specs.supply.range:[3 TO 4]');
});

it('reports ends that are exchanged', () => {
  expect(notices).toContain(
    'specs.supply: a part has a min_value above the max_value (in parts:2); .range and .covers exchange the two',
  );
});
