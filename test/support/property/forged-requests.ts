import type { CollectionName } from '../../../src/model/fields.js';
import { buildCatalog, type Part } from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';

/** A request to a forged file: plain data, for a separate thread. */
export type ForgedRequest =
  | readonly [
      collection: CollectionName,
      method: 'search' | 'scan' | 'get' | 'getMulti' | 'match' | 'explain',
      ...args: unknown[],
    ]
  | readonly ['validate'];

const PARTS = 2_000;
/** Few enough for every section to be read by some request; among them strings, numbers and both in many rows and in few. */
const SPEC_KEYS = new Set([
  'mounting_style',
  'case_package',
  'resistance',
  'capacitance',
  'tolerance',
  'voltage_rating',
  'number_of_pins',
  'operating_temperature_min',
  'operating_temperature_max',
]);

/** Parts of the generator with few specs, and what it never gives: specs of several values, long and negative numbers, merged uids. */
function* variedParts(): Generator<Part> {
  let i = 0;
  for (const part of generateSample(PARTS)) {
    const specs = Object.fromEntries(Object.entries(part.specs ?? {}).filter(([key]) => SPEC_KEYS.has(key)));
    if (i % 5 === 0) specs.several = { value: ['x', `v${i % 7}`, `w${i % 11}`] };
    if (i % 3 === 0) specs.wide = { value: [`${i % 2 === 0 ? '-' : ''}${i}.${'1234567890'.repeat(4)}`, String(i % 13), '0'] };
    yield { ...part, ...extras(i, part), specs, ...(i % 50 === 0 && { redirected_uids: [`merged-${i}`] }) };
    i++;
  }
}

/** Members that the generator does not give. */
function extras(i: number, { mpn, offers }: Part): object {
  if (i % 4 !== 0) return {};
  const date = `20${10 + (i % 15)}-0${1 + (i % 9)}-1${i % 10}T05:0${i % 6}:00Z`;
  return {
    aka_mpns: [`${mpn}-ALT`, `X${i}`],
    tags: [`tag ${i % 9}`],
    note: `a note about number ${i % 40}`,
    compliance_documents: [{ subtypes: ['RoHS Statement', `Kind ${i % 3}`] }],
    offers: (offers ?? []).map((offer) => ({
      ...offer,
      seller: { ...offer.seller, display_flag: i % 8 === 0 ? 'US' : 'DE' },
      eligible_region: i % 3 === 0 ? 'EU' : 'US',
      on_order_quantity: i,
      factory_order_multiple: 100,
      on_order_eta: '2026-03-04',
      order_multiple: i % 6,
      factory_lead_days: i % 12,
      multipack_quantity: `${i % 5}00 pcs`,
      last_updated: date,
    })),
  };
}

const FORGED_FIELDS = [
  { name: 'tags', kind: 'name', keywords: true },
  { name: 'note', kind: 'text' },
] as const;

/** A small catalog of many kinds of fields, and requests that read all of its sections between them. */
export async function forgedCatalog(): Promise<{ bytes: Uint8Array; requests: ForgedRequest[] }> {
  const parts = [...variedParts()];
  const { spec_metadata, ...records } = sampleMetadata();
  const wide = { key: 'wide', name: 'Wide', datatype: 'decimal' as const };
  const catalog = await buildCatalog({ parts, ...records, spec_metadata: [...spec_metadata, wide] }, { fields: FORGED_FIELDS });
  const bytes = await catalog.toBytes();
  await catalog.close();
  const phrases = Object.fromEntries(OTHERS.map((collection) => [collection, records[collection][3].name]));
  return { bytes, requests: requestsOf(parts, phrases as Record<OtherCollection, string>) };
}

const OTHERS = ['brands', 'categories', 'sellers', 'manufacturers'] as const;
type OtherCollection = (typeof OTHERS)[number];

/** Filter queries of every kind of field and operand. */
function filterQueries(part: Part): string[] {
  return [...queriesOfNumbers(part), ...queriesOfTexts(part)];
}

function queriesOfNumbers({ offers }: Part): string[] {
  return [
    'specs.resistance.value:[100 TO 20000]',
    'specs.wide.value:[-100 TO 50] OR specs.wide.value:0',
    'specs.several.value:(x AND v3)',
    'specs.mounting_style.value:mount AND NOT specs.case_package.value:0*',
    'specs.case_package.value:[0402 TO 1206]',
    'specs.operating_temperature_max.value:*',
    'offers.in_stock_quantity:[1 TO *] AND avg_price:{0 TO 1]',
    'offers.is_authorized:true',
    'offers:(sku:*a* AND seller.name:a* AND seller.uid:* AND packaging:r* AND eligible_region:*)',
    'offers:(NOT sku:x* OR in_stock_quantity:[1 TO *] OR on_order_quantity:1 OR moq:1 OR order_multiple:1 OR multipack_quantity:1)',
    'offers:(factory_lead_days:1 OR factory_order_multiple:100 OR is_authorized:true OR last_updated:2026 OR on_order_eta:2026)',
    'offers:(price.USD.10:[* TO 1] AND eligible_region:*) OR offers:(eligible_region:a packaging:* seller.uid:[a TO *])',
    'price.USD.1000:[0.01 TO 1] OR offers.price.EUR.10:*',
    `offers.seller.name:${offers?.[0]?.seller?.name?.split(' ')[0] ?? 'a*'}`,
    'offers.packaging:r*',
  ];
}

function queriesOfTexts({ uid, mpn, brand, manufacturer, offers, category_uids }: Part): string[] {
  const sku = offers?.[0]?.sku ?? mpn;
  return [
    `uid:${uid.slice(0, 2)}*`,
    `uid:[${uid} TO *]`,
    `uid:*${uid.slice(3, 5)}*`,
    `brand.uid:${brand?.uid}`,
    `brand.name:"${brand?.name}"`,
    'brand.name:[a TO m]',
    `category_uids:${category_uids?.[1]}`,
    `manufacturer.uid:${manufacturer?.uid} OR manufacturer.name:"${manufacturer?.name}"`,
    `mpn:${mpn}`,
    `mpn:${mpn.slice(0, 4)}*`,
    `mpn:*${mpn.slice(2, 5)}*`,
    'mpn:?c*0*',
    'mpn:[a TO r]',
    `offers.sku:${sku.slice(0, 3)}*`,
    `offers.sku:*${sku.slice(-3)}`,
    'offers.sku:*1?2*',
    'descriptions.value:(thick AND NOT "pad smd")',
    'descriptions.value:c*',
    'descriptions.value:*oi*',
    'descriptions.value:"film 0603"',
    'descriptions.value:[cap TO res]',
    'short_description:"thick film"',
    'short_description:*',
    'short_description:r*m',
    'aka_mpns:*-al*',
    `aka_mpns:"${mpn}-alt"`,
    'aka_mpns:?c*0*',
    'offers.last_updated:[2012 TO 2016-03]',
    'offers.seller.display_flag:us AND offers.eligible_region:eu',
    'compliance_documents.subtypes:statement',
    'has:offers AND has:(descriptions OR compliance_documents)',
    'tags:"tag 3" OR tags:t*4',
    'note:"note about" AND note:num*',
  ];
}

function keywords({ mpn, offers }: Part): string[] {
  return [
    'smd',
    'thick film 0603',
    '"thick film"',
    '"pad smd 0603" -resistor',
    'cap ceramic -"10v"',
    mpn,
    `${mpn} res`,
    `${mpn.slice(0, 5)}*`,
    `*${mpn.slice(2, 6)}*`,
    offers?.[0]?.sku ?? mpn,
  ];
}

const SORTS = [
  'avg_price desc',
  'mpn asc',
  'short_description desc',
  'descriptions.value asc, uid desc',
  'offers.in_stock_quantity desc, brand.name asc',
  'specs.wide.value desc',
  'specs.several.value asc, score desc',
];

const COUNTED = [
  'manufacturer.name',
  'brand.uid',
  'manufacturer.uid',
  'brand.name',
  'offers.seller.name',
  'offers.packaging',
  'offers.is_authorized',
  'category_uids',
  'mpn',
  'offers.sku',
  'short_description',
  'descriptions.value',
  'specs.several.value',
  'specs.mounting_style.value',
  'aka_mpns',
  'offers.last_updated',
  'offers.on_order_eta',
  'offers.seller.display_flag',
  'offers.eligible_region',
  'compliance_documents.subtypes',
  'has',
  'tags',
  'note',
];
const NUMBERS = [
  'avg_price',
  'price.USD.100',
  'total_stock',
  'sellers_in_stock',
  'authorized_sellers',
  'offers_count',
  'offers.factory_order_multiple',
  'offers.in_stock_quantity',
  'offers.moq',
  'offers.factory_lead_days',
  'offers.on_order_quantity',
  'offers.order_multiple',
  'offers.multipack_quantity',
  'specs.resistance.value',
  'specs.wide.value',
  'specs.number_of_pins.value',
];

function countings(brand: string): object[] {
  const facet = {
    fields: {
      ...Object.fromEntries(COUNTED.map((field) => [field, { include: true, limit: 12 }])),
      ...Object.fromEntries(NUMBERS.map((field) => [field, { include: true, limit: 5, ranges: 7 }])),
    },
    queries: ['offers.in_stock_quantity:[1 TO *]', 'descriptions.value:c*'],
  };
  const stats = Object.fromEntries(NUMBERS.map((field) => [field, { include: true }]));
  const drilldown = { include: true, limit: 8 };
  const exclude = { include: true, exclude_filter: true };
  const choice = { fields: { 'brand.name': [brand], 'specs.mounting_style.value': ['Surface Mount'] } };
  return [
    { facet, stats },
    { facet, stats, q: 'res' },
    { facet, stats, filter: { queries: ['specs.resistance.value:[1 TO 1000]'] }, spec_drilldown: drilldown },
    { spec_drilldown: drilldown },
    { spec_drilldown: { ...drilldown, exclude_filter: true }, filter: choice },
    {
      filter: choice,
      facet: { fields: { 'brand.name': exclude, 'specs.wide.value': { ...exclude, ranges: 5 } } },
      stats: { 'specs.wide.value': exclude },
    },
  ];
}

function matches(some: readonly Part[]): object[] {
  const numbers = some.map(({ mpn }) => mpn);
  const skus = some.map(({ offers, mpn }) => offers?.[0]?.sku ?? mpn);
  const queries = [
    { mpn: numbers[0] },
    { mpn_or_sku: skus[1], seller: some[1].offers?.[0]?.seller?.name },
    { mpn: `${numbers[2].slice(0, 4)}*`, brand: some[2].brand?.name },
    { sku: `*${skus[3].slice(1, 4)}*` },
    { mpn: `?${numbers[4].slice(1, 5)}*`, q: 'smd' },
    // Nothing matches these: cut, continued, one character replaced, two swapped.
    { mpn: numbers[5].slice(0, -2) },
    { mpn: `${numbers[6]}ZZ` },
    { mpn: `${numbers[7].slice(0, 3)}%${numbers[7].slice(4)}`.replace('%', 'Q') },
    { mpn: numbers[8].slice(0, 4) + numbers[8][5] + numbers[8][4] + numbers[8].slice(6) },
    { sku: `${skus[9].slice(0, -1)}Q` },
    { mpn: skus[10] },
    { mpn: numbers[11], brand: 'no such brand' },
  ];
  return [
    { queries, suggest: true },
    { queries: queries.slice(0, 5), exact_only: true, suggest: true },
  ];
}

function requestsOf(parts: readonly Part[], phrases: Record<OtherCollection, string>): ForgedRequest[] {
  const some = parts.filter((_, i) => i % 140 === 3);
  const [part, other] = some;
  const { uid } = part;
  const searches = [
    {},
    { limit: 100, start: 30 },
    ...keywords(part).map((q) => ({ q })),
    ...[...filterQueries(part), ...filterQueries(other).slice(10)].map((query) => ({ filter: { queries: [query] }, limit: 3 })),
    ...SORTS.map((sortby) => ({ q: 'smd', sortby, limit: 30, start: 5 })),
    ...SORTS.map((sortby) => ({ filter: { queries: ['NOT specs.tolerance.value:1*'] }, sortby, limit: 3 })),
    ...countings(part.brand?.name ?? '').map((counting) => ({ ...counting, limit: 1 })),
    {
      filter: { fields: { category_uids: part.category_uids?.slice(0, 2), 'offers.is_authorized': ['true'] } },
      show: ['uid', 'mpn'],
    },
  ];
  const others = OTHERS.flatMap((collection): ForgedRequest[] => [
    [collection, 'search', { q: 'c*' }],
    [collection, 'search', { q: 'semiconductor', sortby: 'name desc' }],
    [collection, 'search', { filter: { queries: ['name:s* OR uid:[a TO c]'] } }],
    [collection, 'search', { q: `"${phrases[collection]}"`, show: ['name'] }],
  ]);
  return [
    ...searches.map((request): ForgedRequest => ['parts', 'search', request]),
    ['parts', 'search', { filter: { queries: ['words:"thick film" OR words:resist*'] }, rank: {} }],
    ['parts', 'scan', { filter: { queries: ['specs.several.value:x'] }, sortby: 'mpn asc', show: ['uid'] }],
    ...matches(some).map((request): ForgedRequest => ['parts', 'match', request]),
    ['parts', 'get', uid],
    ['parts', 'get', 'merged-50'],
    ['parts', 'get', 'none', { show: ['offers.seller.name'], slice: { offers: '[0:1]' } }],
    ['parts', 'getMulti', some.map((each) => each.uid), { include: ['specs', 'descriptions'] }],
    ['parts', 'explain', { q: 'thick film -0603', filter: { queries: ['specs.resistance.value:[1 TO *]'] } }, uid],
    ['parts', 'explain', { q: `${part.mpn} smd`, sortby: 'avg_price asc' }, uid],
    ['parts', 'explain', { q: `${part.mpn.slice(0, 5)}*`, filter: { queries: ['descriptions.value:r*'] } }, uid],
    ...others,
    ['categories', 'search', { filter: { queries: ['parent_uid:* AND ancestor_uids:*'] }, sortby: 'parent_uid asc' }],
    ['categories', 'search', { filter: { queries: ['parent_uid:*0* OR ancestor_uids:b*'] } }],
    ['validate'],
  ];
}
