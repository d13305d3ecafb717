import fc from 'fast-check';
import { it } from 'vitest';
import { createGraphqlApi } from '../../src/graphql/partdex-graphql.js';
import { buildCatalog, type Catalog, type CatalogSource, overlay } from '../../src/partdex.js';
import type { JsonSource } from '../arbitraries/catalogs.js';
import { catalogsOfOffers } from '../arbitraries/offers.js';
import { parseDecimal } from '../oracle/decimal.js';
import { Counterexample, holds } from '../support/property/settings.js';
import { openSplit, splitCatalogs } from '../support/property/several-files.js';

type Given = { readonly [member: string]: unknown };

const numberOf = (given: unknown): number => {
  const isNumber =
    typeof given === 'number' || (typeof given === 'string' && /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(given));
  return isNumber ? Number(given) : Number.NaN;
};
/** A quantity above 0 in tenths, exactly: sums of numbers would depend on the order of the offers. */
const tenthsOf = (given: unknown): bigint => {
  const number = typeof given === 'number' || typeof given === 'string' ? parseDecimal(given) : undefined;
  return number && number.digits > 0n ? number.digits * 10n ** BigInt(number.exponent + 1) : 0n;
};
const offersOf = (part: Given) => ((part.offers ?? []) as (Given | null)[]).filter((offer) => offer !== null);

/** What each sort orders by, from the document of a part; NaN without a value. */
const VALUES: Readonly<Record<string, (part: Given, currency: string) => number | bigint>> = {
  total_avail: (part) => offersOf(part).reduce((sum, { in_stock_quantity }) => sum + tenthsOf(in_stock_quantity), 0n),
  num_authsuppliers: (part) => {
    const sellers = new Set<string>();
    for (const { is_authorized, seller } of offersOf(part)) {
      const { uid, name } = (seller ?? {}) as Given;
      if (is_authorized === true && (uid ?? name) !== undefined) sellers.add(uid === undefined ? `name ${name}` : `uid ${uid}`);
    }
    return sellers.size;
  },
  median_price_1000: (part, currency) => {
    const prices = offersOf(part).flatMap(({ prices: given }) => {
      const breaks = (((given as Given)?.[currency] ?? []) as unknown[][])
        .map(([quantity, price]) => ({ quantity: numberOf(quantity), price: numberOf(price) }))
        .filter(({ quantity, price }) => quantity <= 1000 && price >= 0);
      const most = Math.max(...breaks.map(({ quantity }) => quantity));
      return breaks.find(({ quantity }) => quantity === most)?.price ?? [];
    });
    prices.sort((a, b) => a - b);
    const middle = [prices[Math.ceil(prices.length / 2) - 1], prices[Math.floor(prices.length / 2)]];
    return prices.length === 0 ? Number.NaN : Number(((middle[0] + middle[1]) / 2).toPrecision(15));
  },
};

/** The uids of all parts in the order of a sort: parts without a value are last, equal ones by uid. */
function ordered(parts: readonly Given[], numberFor: (part: Given) => number | bigint, direction: string): string[] {
  const sign = direction === 'asc' ? 1 : -1;
  const known = parts.map((part) => ({ uid: String(part.uid), value: numberFor(part) }));
  known.sort((a, b) => {
    if (Number.isNaN(a.value) !== Number.isNaN(b.value)) return Number.isNaN(a.value) ? 1 : -1;
    if (a.value !== b.value && !Number.isNaN(a.value)) return a.value < b.value ? -sign : sign;
    return a.uid < b.uid ? -1 : 1;
  });
  return known.map(({ uid }) => uid);
}

async function check(catalog: Catalog, source: JsonSource, currency: string): Promise<void> {
  const api = createGraphqlApi(catalog, { isValidToken: () => true });
  const parts = source.parts as unknown as Given[];
  const fields = 'v3uid median_price_1000 { price }';
  for (const [sort, numberFor] of Object.entries(VALUES)) {
    for (const direction of ['asc', 'desc']) {
      const query = `{ search(sort: "${sort}", sort_dir: ${direction}, limit: 100, currency: "${currency}") { results { part { ${fields} } } } }`;
      const { body } = await api.execute({ query }, { token: 't' });
      const { data } = body as { data: { search: { results: { part: { v3uid: string; median_price_1000: Given | null } }[] } } };
      const found = data.search.results.map(({ part }) => part);
      const wanted = ordered(parts, (part) => numberFor(part, currency), direction);
      if (found.map(({ v3uid }) => v3uid).join() !== wanted.join())
        throw new Counterexample(
          `${sort} ${direction}: ${found.map(({ v3uid }) => v3uid)}, not ${wanted} of ${JSON.stringify(source)}`,
        );
      for (const { v3uid, median_price_1000: shown } of found) {
        const part = parts.find(({ uid }) => uid === v3uid) as Given;
        if (!Object.is(shown?.price ?? Number.NaN, VALUES.median_price_1000(part, currency)))
          throw new Counterexample(`${JSON.stringify(shown)} is not the median price of ${JSON.stringify(part)}`);
      }
    }
  }
}

it('sorts by what the documents of parts have, in one file, in several and under an overlay', () =>
  holds(
    fc.record({ source: splitCatalogs(catalogsOfOffers), priceCurrency: fc.constantFrom('USD', 'EUR', 'CHF') }),
    async ({ source, priceCurrency }) => {
      const whole = await buildCatalog(source as unknown as CatalogSource, { priceCurrency });
      const split = await openSplit(source, priceCurrency);
      const { parts, ...records } = source;
      const left = { ...records, parts: parts.filter((_, i) => i % 3 > 0) } as JsonSource;
      const over = await overlay(whole, {
        remove: parts.filter((_, i) => i % 3 === 0).map((part) => String((part as Given).uid)),
      });
      for (const [catalog, of] of [
        [whole, source],
        [split, source],
        [over, left],
      ] as const)
        await check(catalog, of, priceCurrency);
      await Promise.all([over.close(), split.close()]);
      await whole.close();
    },
    0.2,
  ));
