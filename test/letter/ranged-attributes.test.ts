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
    ['a range filter', '{ search(filters: {operating_temperature: "(-65__370)"}) { total } }'],
    ['a sort', '{ search(sort: "operating_temperature") { total } }'],
  ])('%s that reads single values warns with the name of the attribute', async (_name, query) => {
    const body = await (await serve(SOURCE)).ask(query);
    expect(warningsOf(body).some((text) => text.includes('operating_temperature'))).toBe(true);
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
