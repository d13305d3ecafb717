import { buildCatalog, type Catalog, type CatalogSource, type Directives, type Limits } from '../../src/partdex.js';
import { createRestApi, type RestOptions, type RestResponse } from '../../src/rest/partdex-rest.js';

const seller = (uid: string, name: string) => ({
  uid,
  name,
  homepage_url: `http://${uid}.example`,
  display_flag: 'US',
  has_ecommerce: true,
});

const offer = (sku: string, of: object, stock: number) => ({
  sku,
  seller: of,
  prices: { USD: [[1, '0.50']] },
  in_stock_quantity: stock,
  is_authorized: true,
  last_updated: '2020-01-01T00:00:00Z',
});

const source = { uid: 's1', name: 'A source' };
const attribution = { sources: [source], first_acquired: null };
const asset = (url: string) => ({ url, mimetype: 'application/pdf', metadata: { pages: 3 } });
const ohms = { key: 'resistance', name: 'Resistance', datatype: 'decimal', unit: { name: 'ohm', symbol: 'Ω' } };
const north = seller('n', 'North');
const south = seller('s', 'South');

/** A part with everything that the interface documents. */
const resistor = {
  uid: 'p1',
  mpn: 'RC0603FR-0710KL',
  manufacturer: { uid: 'm1', name: 'Yageo' },
  brand: { uid: 'b1', name: 'Yageo', homepage_url: 'http://yageo.example' },
  catalog_url: 'http://parts.example/p1',
  external_links: { product_url: 'http://yageo.example/p1' },
  offers: [offer('S-1', north, 10), offer('S-2', south, 0), offer('S-3', north, -2)],
  broker_listings: [{ seller: south, listing_url: 'http://s.example' }],
  short_description: 'Resistor 10k',
  descriptions: [{ value: 'thick film resistor 10 kOhm 0603', attribution }],
  imagesets: [{ swatch_image: asset('a'), small_image: null, attribution, credit_string: 'someone' }],
  datasheets: [{ ...asset('b'), attribution }],
  compliance_documents: [{ ...asset('c'), attribution, subtypes: ['rohs_statement'] }],
  reference_designs: [{ ...asset('d'), attribution, title: 'A title', description: 'A design' }],
  cad_models: [{ ...asset('e'), attribution }],
  specs: {
    resistance: { value: ['10000'], min_value: '9900', max_value: '10100', metadata: ohms, attribution },
    case: { value: ['0603'], metadata: { key: 'case', name: 'Case', datatype: 'string' }, attribution },
    '__proto__.x][y': { value: ['odd'] },
  },
  category_uids: ['c2'],
  redirected_uids: ['p0'],
  is_new: true,
};

/** Brands, sellers and categories, and parts of few and of all members. */
export const SOURCE = {
  parts: [
    resistor,
    {
      uid: 'p2',
      mpn: 'RC0603FR-074K7L',
      brand: resistor.brand,
      specs: { resistance: { value: ['4700'], metadata: ohms }, case: { value: ['0603'] } },
      category_uids: ['c2'],
      descriptions: [{ value: 'thick film resistor 4.7 kOhm' }],
    },
    {
      uid: 'p3',
      mpn: 'NE555P',
      brand: { uid: 'b2', name: 'Texas Instruments' },
      descriptions: [{ value: 'timer' }],
      offers: [offer('555', south, 5)],
      category_uids: ['c3'],
    },
    { uid: 'p4', mpn: 'A+B 100%', short_description: 'äöü' },
  ],
  brands: [
    { uid: 'b1', name: 'Yageo', homepage_url: 'http://yageo.example' },
    { uid: 'b2', name: 'Texas Instruments', aliases: ['TI'] },
  ],
  sellers: [north, south],
  categories: [
    { uid: 'c1', name: 'Passives', children_uids: ['c2'], num_parts: 2 },
    {
      uid: 'c2',
      name: 'Resistors',
      parent_uid: 'c1',
      ancestor_uids: ['c1'],
      ancestor_names: ['Passives'],
      num_parts: 2,
      imagesets: [{ attribution }],
    },
    { uid: 'c3', name: 'Circuits', num_parts: 1 },
  ],
};

export const KEY = 'a-key';

export const build = (source: object = SOURCE, limits: Partial<Limits> = {}): Promise<Catalog> =>
  buildCatalog(source as CatalogSource, { limits });

/** A catalog that answers URLs. The key is added, and what would be a server's log throws. */
export class Served {
  private constructor(
    readonly catalog: Catalog,
    private readonly options: Partial<RestOptions>,
  ) {}

  static async of(source: object = SOURCE, options: Partial<RestOptions> = {}, limits: Partial<Limits> = {}): Promise<Served> {
    return new Served(await build(source, limits), options);
  }

  /** @param url path and arguments, without the key */
  async send(url: string): Promise<RestResponse> {
    const faults: unknown[] = [];
    const options = {
      isValidKey: (key: string) => key === KEY,
      onError: (error: unknown) => void faults.push(error),
      ...this.options,
    };
    const api = createRestApi(this.catalog, options);
    const response = await api.handle(`${url}${url.includes('?') ? '&' : '?'}apikey=${KEY}`);
    if (faults.length > 0) throw faults[0];
    return response;
  }

  /** The body of an answer with status 200, without what varies. */
  async answer(url: string): Promise<unknown> {
    const { status, body } = await this.send(url);
    if (status !== 200) throw new Error(`${url}: ${status} ${body}`);
    return timeless(JSON.parse(body));
  }

  /** The message of an answer with status 400. */
  async refusal(url: string): Promise<string> {
    const { status, body } = await this.send(url);
    if (status !== 400) throw new Error(`${url}: ${status} ${body}`);
    return (JSON.parse(body) as { message: string }).message;
  }
}

/** What the request in process answers, in the form of the interface: as JSON, without directives in its `request`. */
export function plain(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('request' in answer)) return timeless(answer);
  const { include: _include, show: _show, hide: _hide, slice: _slice, ...request } = answer.request as Directives;
  return timeless({ ...answer, request });
}

/** An answer as JSON has it, without the time that it took. */
function timeless(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (name, value: unknown) => (name === 'msec' ? undefined : value)));
}
