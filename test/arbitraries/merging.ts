import fc from 'fast-check';
import { BRAND, MANUFACTURER, PART, SELLER } from '../../src/model/schema.js';
import type { Doc } from '../oracle/documents.js';
import type { MergeRecords, SourcedPart } from '../oracle/merge.js';
import { documentsOf, withRequired } from './documents.js';

/** Parts of several sources, of which many are the same part, and the records beside them. */
export interface MergingSample {
  readonly by: 'uid' | 'brand and part number';
  readonly parts: readonly SourcedPart[];
  readonly records: MergeRecords;
}

const names = fc.constantFrom(
  'Acme',
  'ACME',
  'Ácme  ',
  'Brix, Inc.',
  'Brix',
  'muRata',
  'muRata(村田)',
  'Murata Electronics',
  '™',
  '',
);
const companyUids = fc.constantFrom('b1', 'b2', 'b3', 'uid b1');
const companies = fc.option(
  fc.record({ uid: fc.option(companyUids), name: fc.option(names, { freq: 6 }) }, { requiredKeys: [], noNullPrototype: true }),
  { freq: 8 },
);
const numbers = fc.constantFrom('AB-1', 'ab1', 'A.B1', 'AB-2', 'ab 2', '1', '---', '+', 'Å1', 'a1');
const texts = fc.constantFrom('first', 'second', '10', '10.0', '1e1', '');

const offers = fc.record(
  {
    sku: fc.option(fc.constantFrom('S1', 's1', 'S2')),
    seller: companies,
    in_stock_quantity: fc.constantFrom(5, '5', 7),
    prices: fc.constantFrom({}, { USD: [[1, '0.1']] }, { USD: [['1', '0.10']] }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const specs = fc.dictionary(
  fc.constantFrom('resistance', 'package', 'undeclared', '__proto__'),
  fc.record(
    {
      value: fc.option(fc.array(fc.oneof(texts, fc.constantFrom(10, 4700)), { maxLength: 3 })),
      min_value: fc.option(fc.constantFrom('1', '1.0', 2)),
      max_value: fc.constantFrom(null, '3', '4k7'),
      metadata: fc.option(
        fc.record({ datatype: fc.constantFrom('string', 'decimal', 'integer', 'other', null) }, { noNullPrototype: true }),
      ),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
  { maxKeys: 3, noNullPrototype: true },
);

/** Members that decide how parts are merged, over documents of any members. */
const parts = fc
  .tuple(
    withRequired(documentsOf(PART, 'canonical'), { uid: 'u', mpn: 'x' }),
    fc.record(
      {
        uid: fc.constantFrom('1', '2', '3', '4', '5'),
        mpn: numbers,
        brand: companies,
        manufacturer: companies,
        offers: fc.option(fc.array(offers, { maxLength: 3 })),
        specs: fc.option(specs),
        short_description: fc.option(texts),
        descriptions: fc.option(fc.array(texts, { maxLength: 2 }).map((list) => list.map((value) => ({ value })))),
        category_uids: fc.constantFrom([], ['c1'], ['c1', 'c2'], null),
        redirected_uids: fc.constantFrom([], ['r1'], ['1'], ['r1', 'r2'], null),
        tags: fc.constantFrom('a', ['a'], ['a', 'b'], [{ x: 1, y: [2] }], [{ y: [2], x: 1 }], {}, null),
      },
      { requiredKeys: ['uid', 'mpn'], noNullPrototype: true },
    ),
  )
  .map(([any, deciding]) => JSON.parse(JSON.stringify({ ...any, ...deciding })) as Doc);

function records(schema: typeof BRAND): fc.Arbitrary<Doc[]> {
  const aliases = fc.array(names, { maxLength: 3 });
  const record = fc.tuple(documentsOf(schema, 'canonical'), names, companyUids, aliases);
  return fc
    .array(
      record.map(([any, name, uid, all]) => ({ ...any, name, uid, aliases: all })),
      { maxLength: 3 },
    )
    .map((list) => list.filter(({ uid }, i) => list.findIndex((one) => one.uid === uid) === i));
}

const metadata = fc.constantFrom<Doc[][]>(
  [],
  [{ key: 'undeclared', datatype: 'string' }],
  [{ key: 'undeclared', datatype: 'decimal' }],
);

export const mergingSamples: fc.Arbitrary<MergingSample> = fc.record({
  by: fc.constantFrom('uid', 'brand and part number'),
  parts: fc.array(fc.record({ source: fc.constantFrom('a', 'b', 'c'), part: parts }), { maxLength: 12 }),
  records: fc.record({
    brands: records(BRAND),
    manufacturers: records(MANUFACTURER),
    sellers: records(SELLER),
    spec_metadata: metadata,
  }),
});
