import fc from 'fast-check';
import type { OwnField } from '../oracle/fields.js';
import { listOrScalar, rarely, some } from './members.js';
import { names, numberValues, partNumbers, texts, words } from './text.js';

/** The fields that random catalogs declare: of every kind, in objects and lists, and some where documented members are. */
export const OWN_FIELDS: readonly OwnField[] = [
  { name: 'internal_pn', kind: 'part number', keywords: true },
  { name: 'tags', kind: 'name', keywords: true },
  { name: 'own', kind: 'string', keywords: true },
  { name: 'own.note', kind: 'text', keywords: true },
  { name: 'own.remark', kind: 'text' },
  { name: 'own.bin', kind: 'string' },
  { name: 'own.rating', kind: 'number' },
  { name: 'own.checked', kind: 'boolean' },
  { name: 'own.group', kind: 'uid' },
  { name: 'own.since', kind: 'date' },
  { name: 'own.__proto__', kind: 'name' },
  { name: 'own.replaces', kind: 'part number' },
  { name: 'offers.warehouse', kind: 'name', keywords: true },
  { name: 'brand.house', kind: 'part number', keywords: true },
  { name: 'offers.seller.terms', kind: 'uid' },
  { name: 'broker_listings.seller.name', kind: 'name' },
  { name: 'offers.prices.USD', kind: 'number' },
  { name: 'redirected_uids', kind: 'uid' },
  { name: 'datasheets.url', kind: 'string' },
  { name: 'descriptions', kind: 'text' },
];

const DATES = [
  '2021',
  '2021-03',
  '2021-03-04',
  '2021-03-04T05:06:07Z',
  '2021-03-04T05:06:07.123Z',
  '2021-03-04T05:06:07.123456Z',
  '2021-03-04T05:06',
  '2021-03-04T05:06:07+02:00',
  '2021-03-04T03:06:07Z',
  '2021-03-31T23:59:59.999Z',
  '2021-04-01',
  '2020-02-29',
  '2020-12-31T23:30-0130',
  '1969-12-31T23:59:59.999Z',
  '0000',
  '9999-12-31',
  '0099-01-01T00:00Z',
];
const NO_DATES = [
  '',
  '2021-13',
  '2021-02-29',
  '2021-04-31',
  '2021-3-4',
  '21-03-04',
  '2021-03-04T24:00Z',
  '2021-03-04T05',
  '2021-03-04T05:06:60Z',
  '2021-03-04 05:06',
  '2021-03-04T05:06:07+24:00',
  '0000-01-01T00:00+00:01',
  '9999-12-31T23:59-00:01',
  '2021-03-04T05:06:07z',
  'yesterday',
  '20210304',
];

/** Dates as documents and requests have them. */
export const dates = (): fc.Arbitrary<string> => fc.constantFrom(...DATES);

/** The same, and texts that are not dates. */
const dateValues = (): fc.Arbitrary<string> =>
  fc.oneof({ weight: 8, arbitrary: dates() }, { weight: 1, arbitrary: fc.constantFrom(...NO_DATES) });

/** A value of the type of a kind, and now and then one of another type. */
const loosely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: listOrScalar(value, 3) },
    { weight: 1, arbitrary: fc.array(fc.array(value, { maxLength: 2 }), { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(5, 1e21, true, false, null, {}, { deep: 'x' }, [[null, 'y']], 'z') },
  );

/** Members of parts that declared fields read, and `aka_mpns`. */
export const ownMembers = () =>
  some({
    aka_mpns: loosely(partNumbers()),
    internal_pn: loosely(partNumbers()),
    tags: loosely(names()),
    own: fc.oneof(
      { weight: 6, arbitrary: ownObject() },
      { weight: 1, arbitrary: listOrScalar(ownObject(), 2) },
      { weight: 1, arbitrary: loosely(words()) },
    ),
  });

const ownObject = () =>
  some({
    note: loosely(texts()),
    remark: loosely(texts()),
    bin: loosely(words()),
    rating: loosely(numberValues()),
    checked: loosely(fc.boolean()),
    group: loosely(fc.constantFrom('a', 'b', 'é', 'x'.repeat(256), '', '0123456789abcdef')),
    since: loosely(dateValues()),
    ['__proto__']: loosely(names()),
    replaces: loosely(partNumbers()),
  });

/** What an offer has of the fields that are not of the first document. */
export const offerExtras = () =>
  some({
    warehouse: loosely(names()),
    eligible_region: rarely(fc.constantFrom('EU', 'US', 'US-CA', 'eu', '')),
    on_order_quantity: rarely(numberValues()),
    order_multiple: rarely(fc.oneof(numberValues(), fc.constantFrom<string | number>(3, '7', 0, -5, 2.5, '1e2', 25))),
    factory_order_multiple: fc.constantFrom<string | number | null>(10, '10.0', 'x', null),
    on_order_eta: rarely(dateValues()),
    multipack_quantity: fc.constantFrom<string | number>(
      '10 ea',
      5,
      '5,000 pcs',
      '1,00',
      ' 2.5k',
      '-3x',
      'x5',
      '1e3',
      '12,345,6',
      '',
    ),
    last_updated: rarely(dateValues()),
  });
