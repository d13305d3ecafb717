import { GraphQLError } from 'graphql';
import { ValidationError } from '../model/errors.js';
import type { PartsMatchQuery } from '../model/match-requests.js';
import type { Answering } from './answering.js';
import { HAS_STOCK, readFilters } from './filters.js';
import { PartSource } from './part.js';
import type { Arguments, ObjectSource } from './schema.js';

const DEFAULT_LIMIT = 3;
const CONDITIONS = ['mpn', 'sku', 'mpn_or_sku', 'manufacturer', 'seller'] as const;

/** The parts of several queries. */
export async function multiMatch({ queries, options, currency }: Arguments, answering: Answering): Promise<ObjectSource[]> {
  const asked = queries as Arguments[];
  answering.askParts(asked.reduce((sum, query) => sum + Math.max(0, (query.limit as number | null) ?? DEFAULT_LIMIT), 0));
  const { require_authorized_sellers, require_stock_available, filters } = (options ?? {}) as Arguments;
  const warn = answering.warner();
  const read = await answering.reading(async () => {
    const reading = readFilters(filters, answering, warn);
    const checked = answering.inside.checks.parts.checkMatch({ queries: asked.map(() => ({ mpn: 'x' })) });
    await answering.refuseFaults([checked, reading]);
    return reading;
  });
  const required = [
    ...read.queries,
    ...(require_authorized_sellers ? ['offers.is_authorized:true'] : []),
    ...(require_stock_available ? [HAS_STOCK] : []),
  ];
  const request = { queries: asked.map(matchQuery), ...(await answering.records.partDirectives()) };
  const within = { brandOrManufacturer: true, filter: { fields: read.fields, queries: required } };
  const { results } = await matched(() => answering.match(request, within));
  return results.map(({ items, hits, error, reference, warnings }, i) => {
    for (const warning of warnings) warn(`queries[${i}]: ${warning}`);
    return {
      reference,
      hits,
      parts: () => {
        answering.partsReturned += items.length;
        return items.map((part) => new PartSource(part, currency as string));
      },
      error: error === null ? null : errorOf(error, asked[i]),
    };
  });
}

function matchQuery({ mpn, sku, mpn_or_sku, manufacturer, seller, start, limit, reference }: Arguments): PartsMatchQuery {
  return { mpn, sku, mpn_or_sku, brand: manufacturer, seller, start, limit, reference } as PartsMatchQuery;
}

/** What is wrong with a query, in the words of this interface. */
function errorOf(error: string, query: Arguments): string {
  const isEmpty = CONDITIONS.every((name) => typeof query[name] !== 'string' || (query[name] as string).trim() === '');
  if (isEmpty && error.startsWith('a query needs')) {
    return `a query needs a text for one of ${CONDITIONS.map((name) => `"${name}"`).join(', ')}: it has none`;
  }
  return error.replace(/^brand\b/, 'manufacturer');
}

/** What is wrong with all queries together is a fault of the request. */
async function matched<T>(match: () => Promise<T>): Promise<T> {
  try {
    return await match();
  } catch (error) {
    if (error instanceof ValidationError) throw new GraphQLError(error.message);
    throw error;
  }
}
