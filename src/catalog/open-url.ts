import { readPriceRates } from '../analysis/price-rates.js';
import { portableCodec } from '../encoding/codec.js';
import { checkOptions } from '../model/check-options.js';
import { readLimits } from '../model/limits.js';
import { readSynonyms } from '../model/synonyms.js';
import { type HttpOptions, HttpSource } from '../storage/http-source.js';
import { type Catalog, openSource } from './catalog.js';
import { OPEN_OPTIONS, type OpenOptions } from './options.js';

/** How a catalog on a web server is opened. */
export interface OpenUrlOptions extends OpenOptions, HttpOptions {}

const OPTIONS: readonly string[] = [...OPEN_OPTIONS, ...(['fetch', 'signal', 'timeout'] satisfies (keyof HttpOptions)[])];

/**
 * Opens a catalog file on a web server. Of a server that answers range requests only what requests need is fetched; of
 * another one the whole file, once. A relative address is relative to the page or worker.
 * @throws {@link UnreadableFileError} if it cannot be fetched; requests reject with it too, also where the server falls silent
 * (`timeout`), or the file on it is no longer the one that was opened. {@link CorruptCatalogError} as `openCatalog`,
 * {@link AbortedError}, {@link ValidationError}
 */
export async function openCatalogUrl(url: string | URL, options?: OpenUrlOptions): Promise<Catalog> {
  // Report invalid options before anything is fetched.
  const given = checkOptions(options, OPTIONS);
  readLimits(given.limits);
  readSynonyms(given.synonyms);
  readPriceRates(given.rates);
  const source = await HttpSource.open(url, given);
  try {
    const catalog = await openSource(source, portableCodec, given);
    if (source instanceof HttpSource) source.opened();
    return catalog;
  } catch (error) {
    await source.close();
    throw error;
  }
}
