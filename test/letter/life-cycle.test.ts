import { describe, expect, it } from 'vitest';
import { serve } from '../support/letter.js';

const STATUSES: readonly (readonly [status: string, lifeCycle: string])[] = [
  ['New', 'NEW'],
  ['Preview', 'NEW'],
  ['Pre-Release', 'NEW'],
  ['Active', 'ACTIVE'],
  ['Production', 'ACTIVE'],
  ['Production (Last Updated: 6 months ago)', 'ACTIVE'],
  ['In production', 'ACTIVE'],
  ['MASS PRODUCTION', 'ACTIVE'],
  ['Volume Production', 'ACTIVE'],
  ['NRND', 'NRFND'],
  ['nrfnd', 'NRFND'],
  ['Not For New Designs', 'NRFND'],
  ['Not Recommended for New Design', 'NRFND'],
  ['EOL', 'EOL'],
  ['End-of-Life', 'EOL'],
  ['Last Time Buy NonStock', 'EOL'],
  ['LTB', 'EOL'],
  ['Phase out', 'EOL'],
  ['Discontinued at Digi-Key', 'DISCONTINUED'],
  ['Obsolete NonStock', 'DISCONTINUED'],
  ['Inactive', 'DISCONTINUED'],
  ['Active-Unconfirmed', 'ACTIVE_UNCONFIRMED'],
  ['Active (Unconfirmed)', 'ACTIVE'],
  ['Discontinued Unconfirmed', 'DISCONTINUED_UNCONFIRMED'],
  ['Contact Manufacturer', 'CONTACT_MFR'],
  ['Contact Mfr', 'CONTACT_MFR'],
  ['contact factory', 'CONTACT_MFR'],
  ['Transferred', 'TRANSFERRED'],
  ['Activated', 'UNKNOWN'],
  ['', 'UNKNOWN'],
];

const MAKERS = [
  { uid: 'm1', name: 'Acme' },
  { uid: 'm2', name: 'Brix' },
  { uid: 'm3', name: 'Corix' },
];

const SOURCE = {
  parts: [
    ...STATUSES.map(([status], at) => ({
      uid: `p${at}`,
      mpn: `P-${at}`,
      specs: { lifecycle_status: { value: [status, 'Transferred'] } },
    })),
    { uid: 'without', mpn: 'W-1', manufacturer: MAKERS[2] },
    { uid: 'a', mpn: 'A-1', manufacturer: MAKERS[0], specs: { lifecycle_status: { value: ['Active'] } } },
    {
      uid: 'b',
      mpn: 'B-1',
      manufacturer: MAKERS[1],
      specs: { lifecycle_status: { value: ['Production (Last Updated: 1 day ago)'] } },
    },
  ],
};

const lifeCycleOf = async (uid: string) => {
  const { later } = await serve(SOURCE);
  const { data } = await later('query ($ids: [String!]!) { supParts(ids: $ids) { extras { lifeCycle } } }', { ids: [uid] });
  return data.supParts[0].extras.lifeCycle;
};

describe('D6: one reading of the life cycle', () => {
  it.each(STATUSES.map(([status, lifeCycle], at) => [status, lifeCycle, `p${at}`]))(
    '%s is %s',
    async (_status, lifeCycle, uid) => {
      expect(await lifeCycleOf(uid)).toBe(lifeCycle);
    },
  );

  it('counts the active parts of a maker', async () => {
    const { data } = await (await serve(SOURCE)).later('{ supManufacturers(minNumberOfActiveParts: 1) { name } }');
    expect(data.supManufacturers.map(({ name }: { name: string }) => name).sort()).toEqual(['Acme', 'Brix']);
  });
});

describe('M4: a part without the key has no known status', () => {
  it('in GraphQL it is UNKNOWN; a filter does not find it; the facet counts it as missing', async () => {
    expect(await lifeCycleOf('without')).toBe('UNKNOWN');
    const { search } = await serve({ parts: SOURCE.parts.slice(-3) });
    const field = 'specs.lifecycle_status.value';
    const { facet_results } = await search({ facet: { fields: { [field]: { include: true } } } });
    expect(facet_results.fields[field].missing).toBe(1);
    expect(
      (await search({ filter: { queries: [`NOT ${field}:*`] } })).results.map(({ item }: { item: { uid: string } }) => item.uid),
    ).toEqual(['without']);
  });
});
