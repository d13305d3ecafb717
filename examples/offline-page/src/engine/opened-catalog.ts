import { type Catalog, type Collection, openCatalog, openCatalogUrl, type Part, type SearchRequest } from 'partdex';
import type { Answer, CatalogContents, CatalogPlace, Engine } from './protocol.js';

/**
 * No limit on pages: the catalog is the user's own, and the last page of a million parts is a valid request, as are all brands.
 */
const NO_LIMIT = Number.POSITIVE_INFINITY;
const OPTIONS = { limits: { start: NO_LIMIT, facetStart: NO_LIMIT, facetLimit: NO_LIMIT } };

const WHOLE_PART = [
  'short_description',
  'descriptions',
  'imagesets',
  'specs',
  'datasheets',
  'category_uids',
  'compliance_documents',
  'reference_designs',
  'cad_models',
  'external_links',
];
const SOME_PARTS = 40;

/** The open catalog, in the worker. */
export class OpenedCatalog implements Engine {
  private catalog: Catalog | undefined;

  async open(place: CatalogPlace): Promise<CatalogContents> {
    const catalog = await ('file' in place ? openCatalog(place.file, OPTIONS) : openCatalogUrl(place.url, OPTIONS));
    let contents: CatalogContents;
    try {
      contents = await contentsOf(catalog, place);
    } catch (error) {
      await catalog.close();
      throw error;
    }
    const previous = this.catalog;
    this.catalog = catalog;
    await previous?.close();
    // For a local file this takes a moment; from a server, only what requests need is fetched.
    if ('file' in place) readAhead(catalog, contents.someParts);
    return contents;
  }

  async search(request: SearchRequest, other?: SearchRequest): Promise<Answer> {
    const { parts } = this.opened();
    const response = await parts.search(request);
    if (response.hits > 0 || !other) return { response, isOther: false };
    const otherResponse = await parts.search(other);
    if (otherResponse.hits === 0) return { response, isOther: false };
    return { response: { ...otherResponse, msec: response.msec + otherResponse.msec }, isOther: true };
  }

  part(uid: string): Promise<Part | undefined> {
    return this.opened().parts.get(uid, { include: WHOLE_PART });
  }

  private opened(): Catalog {
    if (!this.catalog) throw new Error('no catalog is open');
    return this.catalog;
  }
}

/**
 * Runs typical first requests, a phrase and a part number, so that their sections are loaded while the user still looks at the
 * page. Errors of the file are ignored here: the user's own requests report them.
 */
function readAhead({ parts }: Catalog, someParts: readonly Part[]): void {
  const text = someParts.map(({ descriptions }) => descriptions?.[0]?.value ?? '').find((value) => /\w \w/.test(value)) ?? '';
  const phrase = `"${text.replace(/["\\]/g, ' ').split(' ', 8).join(' ')}"`;
  const partNumbers = someParts.slice(0, 1).map(({ mpn }) => `${mpn.slice(0, 4)}*`);
  for (const q of [phrase, ...partNumbers]) parts.search({ q, limit: 0 }).catch(() => {});
}

/**
 * Reads the records that the panels show, and some parts: a file that is damaged there is rejected like any other invalid file.
 */
async function contentsOf(catalog: Catalog, place: CatalogPlace): Promise<CatalogContents> {
  return {
    name: place.name,
    isRemote: 'url' in place,
    info: catalog.info,
    specs: catalog.specs,
    categories: await all(catalog.categories, { sortby: 'name asc' }),
    brands: await all(catalog.brands, { show: ['uid', 'name'] }),
    sellers: await all(catalog.sellers, { show: ['uid', 'name'] }),
    someParts: await someParts(catalog),
  };
}

async function all<T>(collection: Collection<T>, request: SearchRequest): Promise<T[]> {
  const records: T[] = [];
  for await (const record of collection.scan(request)) records.push(record);
  return records;
}

async function someParts(catalog: Catalog): Promise<Part[]> {
  const { results } = await catalog.parts.search({ limit: SOME_PARTS, include: ['short_description', 'descriptions', 'specs'] });
  return results.map(({ item }) => item);
}
