import { createGraphqlApi, type GraphqlOptions } from '../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Catalog, type CatalogSource } from '../../src/partdex.js';

/** What a body of the interface may have. */
export interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: answers have the shape of their requests
  data: any;
  errors?: { message: string; path?: (string | number)[] }[];
  error?: { errors: { message: string; path: string[] }[] };
  extensions?: { warnings: string[] };
}

/** A way to query a catalog; a fault of the interface itself is thrown. */
export function executorOf(catalog: Catalog, options: Partial<GraphqlOptions> = {}) {
  const faults: unknown[] = [];
  const api = createGraphqlApi(catalog, { isValidToken: () => true, onError: (fault) => void faults.push(fault), ...options });
  return async (query: string, variables?: Record<string, unknown>): Promise<Body> => {
    const { status, body } = await api.execute({ query, variables }, { token: 'token' });
    if (faults.length > 0) throw faults[0];
    if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
    // As it is read at the other end.
    return JSON.parse(JSON.stringify(body)) as Body;
  };
}

export const UIDS = {
  kilo: '00000000000000ff',
  mega: '0000000000000100',
  cap: 'ffffffffffffffff',
  timer: 'own-list-1',
  merged: '0000000000000abc',
};

const resistance = (value: string | number) => ({
  value: [value],
  metadata: { key: 'resistance', name: 'Resistance', datatype: 'decimal' as const, unit: { name: 'ohm', symbol: 'Ω' } },
});

/** Four parts of three makers, with all that the interface shows. */
export const SOURCE: CatalogSource = {
  categories: [
    { uid: 'c-root', name: 'Passive Components' },
    { uid: 'c-res', name: 'Resistors', parent_uid: 'c-root' },
    { uid: 'c-chip', name: 'Chip Resistors', parent_uid: 'c-res' },
    { uid: 'c-cap', name: 'Capacitors', parent_uid: 'c-root' },
    { uid: 'c-ics', name: 'ICs & Modules' },
  ],
  manufacturers: [
    { uid: 'm-yag', name: 'Yageo', aliases: ['Phycomp'], homepage_url: 'https://yageo.example', ...{ id: '569' } },
    { uid: 'm-mur', name: 'Murata' },
    { uid: 'm-tex', name: 'Texas Instruments' },
  ],
  sellers: [
    { uid: 's-dig', name: 'Digi-Key', display_flag: 'US', ...{ id: '459' } },
    { uid: 's-far', name: 'Farnell' },
  ],
  parts: [
    {
      uid: UIDS.kilo,
      mpn: 'RC0603FR-0710KL',
      manufacturer: { uid: 'm-yag', name: 'Yageo' },
      brand: { uid: 'b-yag', name: 'Yageo' },
      catalog_url: 'https://parts.example/ff',
      short_description: 'RES 10K OHM',
      descriptions: [{ value: 'Thick film resistor', attribution: { sources: [{ uid: 'x', name: 'A Source' }] } }],
      datasheets: [{ url: 'https://d.example/1.pdf', mimetype: 'application/pdf', metadata: { num_pages: 3 } }],
      compliance_documents: [{ url: 'https://d.example/rohs.pdf' }],
      reference_designs: [{ url: 'https://d.example/design', title: 'Divider' }],
      cad_models: [{ url: 'https://d.example/model' }],
      imagesets: [
        {
          small_image: { url: 'https://i.example/s.png' },
          large_image: { url: 'https://i.example/l.png' },
          credit_string: 'Yageo',
        },
      ],
      external_links: { product_url: 'https://yageo.example/p', freesample_url: 'https://yageo.example/free' },
      specs: { resistance: resistance('10000'), lifecycle_status: { value: ['Active'] }, case_package: { value: ['0603'] } },
      category_uids: ['c-root', 'c-chip'],
      redirected_uids: [UIDS.merged],
      broker_listings: [{ seller: { name: 'Broker Inc' }, catalog_rfq_url: 'https://rfq.example' }],
      offers: [
        {
          sku: '311-10KCT',
          seller: { uid: 's-dig', name: 'Digi-Key' },
          prices: {
            USD: [
              [1, '0.10'],
              [1000, '0.0021'],
              [100, '0.01'],
            ],
            EUR: [[1, '0.09']],
          },
          in_stock_quantity: 5000,
          moq: '1',
          factory_lead_days: 70,
          packaging: 'Cut Tape',
          product_url: 'https://digikey.example/1',
          last_updated: '2017-03-12T12:36:54Z',
          is_authorized: true,
        },
        {
          sku: '9233504',
          seller: { uid: 's-far', name: 'Farnell' },
          prices: { USD: [[500, '0.0031']] },
          in_stock_quantity: -2,
          is_authorized: false,
          factory_lead_days: 40,
        },
        {
          sku: '311-10KTR',
          seller: { uid: 's-dig', name: 'Digi-Key' },
          prices: { USD: [[5000, '0.001']] },
          in_stock_quantity: -1,
        },
      ],
    },
    {
      uid: UIDS.mega,
      mpn: 'RC0603FR-071ML',
      manufacturer: { uid: 'm-yag', name: 'Yageo' },
      specs: { resistance: resistance('1e6'), case_package: { value: ['0603'] } },
      category_uids: ['c-chip'],
      offers: [{ sku: 'RC-1M', seller: { uid: 's-far', name: 'Farnell' }, in_stock_quantity: 0 }],
    },
    {
      uid: UIDS.cap,
      mpn: 'GRM188R71H104KA93D',
      manufacturer: { uid: 'm-mur', name: 'Murata' },
      specs: { case_package: { value: ['0603'] } },
      category_uids: ['c-cap'],
      offers: [{ sku: '490-1532', seller: { name: 'Corner Shop' }, in_stock_quantity: 12 }],
    },
    {
      uid: UIDS.timer,
      mpn: 'NE555P',
      manufacturer: { name: 'TI' },
      brand: { name: 'Texas Instruments' },
      specs: { resistance: resistance('10') },
      category_uids: ['c-ics', 'c-res'],
      offers: [],
    },
  ],
};

let built: Promise<Catalog> | undefined;

/** The catalog of `SOURCE`, built once. */
export function smallCatalog(): Promise<Catalog> {
  built ??= buildCatalog(SOURCE);
  return built;
}
