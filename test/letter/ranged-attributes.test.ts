import { describe, expect, it } from 'vitest';
import { serve, warningsOf } from '../support/letter.js';

const CELSIUS = {
  key: 'operating_temperature',
  name: 'Temperature',
  datatype: 'decimal',
  unit: { name: 'degree', symbol: '°C' },
};
const metadata = CELSIUS;

const SOURCE = {
  parts: [
    { uid: 'a', mpn: 'T-1', specs: { operating_temperature: { value: ['25'], min_value: '-40', max_value: '85', metadata } } },
    { uid: 'b', mpn: 'T-2', specs: { operating_temperature: { value: [], min_value: '-20', max_value: '70', metadata } } },
    { uid: 'c', mpn: 'T-3', specs: { case_package: { value: ['0402'] } } },
  ],
};

describe('D4: an attribute with a minimum and a maximum', () => {
  it.each([
    ['(-65__370)', 2],
    ['(-35__-30)', 1],
    ['(__-40)', 1],
    ['80', 1],
    ['(86__)', 0],
    ['(-20__70)', 2],
  ])('the filter %s meets values and intervals, without a warning', async (range, total) => {
    const body = await (await serve(SOURCE)).ask(`{ search(filters: {operating_temperature: "${range}"}) { total } }`);
    expect(body.data.search.total).toBe(total);
    expect(warningsOf(body)).toEqual([]);
  });

  it.each([
    ['asc', ['T-1', 'T-2', 'T-3']],
    ['desc', ['T-1', 'T-2', 'T-3']],
  ])('a sort %s goes by the lowest or the highest end', async (direction, mpns) => {
    const body = await (await serve(SOURCE)).ask(
      `{ search(sort: "operating_temperature", sort_dir: ${direction}) { results { part { mpn } } } }`,
    );
    expect(body.data.search.results.map(({ part }: { part: { mpn: string } }) => part.mpn)).toEqual(mpns);
    expect(warningsOf(body)).toEqual([]);
  });

  it('its ends are the least and the greatest of the aggregation, its buckets the single values', async () => {
    const body = await (await serve(SOURCE)).ask(
      '{ search { spec_aggs(attribute_names: ["operating_temperature"]) { min max buckets { display_value count } } } }',
    );
    const [{ min, max, buckets }] = body.data.search.spec_aggs;
    expect([min, max]).toEqual([-40, 85]);
    expect(buckets).toHaveLength(1);
  });

  it('an attribute without them does not warn', async () => {
    const parts = [{ uid: 'p', mpn: 'R-1', specs: { resistance: { value: [10] } } }];
    const { ask } = await serve({ parts });
    expect(warningsOf(await ask('{ search(filters: {resistance: "(1__20)"}, sort: "resistance") { total } }'))).toEqual([]);
  });

  it('a range of a text attribute warns', async () => {
    const body = await (await serve(SOURCE)).ask('{ search(filters: {case_package: "(0402__0603)"}) { total } }');
    expect(body.data.search.total).toBe(0);
    expect(warningsOf(body).some((text) => text.includes('case_package'))).toBe(true);
  });
});
