import type { CatalogSource, Part, SearchRequest } from '../../src/partdex.js';

const KEYS = Array.from({ length: 90 }, (_, i) => `k${i}`);

export const SOURCE = {
  parts: Array.from({ length: 700 }, (_, i) => ({
    uid: `u${String(i).padStart(3, '0')}`,
    mpn: `AB-${i % 90}`,
    brand: { uid: `b${i % 3}`, name: ['Acme', 'Bolt', 'Coil'][i % 3] },
    descriptions: [{ value: `thick film ${i}` }],
    offers: [{ sku: `s${i}`, in_stock_quantity: i % 40, seller: { uid: 's', name: 'Shop' } }],
    specs: {
      ohms: { value: [i % 50, (i % 50) * 10] },
      grade: { value: ['A', 'B', 'C'].slice(i % 3), min_value: i % 7 },
      ...Object.fromEntries(
        KEYS.filter((_, k) => i % (k + 1) === 0).map((key, k) => [key, { value: [`v${(i * (k + 1)) % 5}`] }]),
      ),
    },
  })),
  spec_metadata: [
    { key: 'ohms', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } },
    { key: 'grade', name: 'Grade', datatype: 'string' },
  ],
} as unknown as CatalogSource & { parts: Part[] };

/** Asks for a count of every kind. */
export const EVERYTHING: SearchRequest = {
  q: 'film',
  limit: 3,
  filter: { fields: { 'brand.name': ['Acme', 'Bolt'], 'specs.grade.value': ['B'] }, queries: ['specs.ohms.value:[3 TO 300]'] },
  facet: {
    fields: {
      'brand.name': { include: true, exclude_filter: true },
      'descriptions.value': { include: true, limit: 4 },
      'specs.grade.value': { include: true, exclude_filter: true },
      'specs.ohms.value': { include: true, exclude_filter: true, ranges: 8 },
    },
    queries: ['mpn:AB-1*', 'specs.k1.value:v1'],
  },
  stats: { 'specs.ohms.value': { include: true }, 'offers.in_stock_quantity': { include: true } },
  spec_drilldown: { include: true, exclude_filter: true, limit: 5 },
};

export const COUNTED = { include: true, exclude_filter: true };

/** Requests that read different columns in different ways. */
export const REQUESTS: readonly SearchRequest[] = [
  EVERYTHING,
  { ...EVERYTHING, filter: {} },
  { spec_drilldown: { include: true }, limit: 0 },
  { q: 'AB-1*', spec_drilldown: { include: true }, limit: 5 },
  { facet: { fields: { 'descriptions.value': { include: true }, mpn: { include: true, start: 5 } } }, sortby: 'mpn' },
  { filter: { queries: ['specs.k3.value:v3'] }, spec_drilldown: { include: true, exclude_filter: true }, limit: 2 },
  { stats: { 'specs.ohms.value': { include: true } }, facet: { queries: ['NOT brand.name:acme'] }, sortby: 'uid desc' },
  { q: 'film 3', limit: 20 },
];
