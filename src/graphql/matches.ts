import type { Issue } from '../model/issue.js';
import { Issues } from '../model/issues.js';
import type { PartsMatchQuery } from '../model/match-requests.js';
import type { AnswerContext } from './answer-context.js';
import { HAS_STOCK, readFilters } from './filters.js';
import { PartSource, partArguments } from './part.js';
import type { Arguments, ObjectSource } from './schema.js';

const DEFAULT_LIMIT = 3;
const CONDITIONS = ['mpn', 'sku', 'mpn_or_sku', 'manufacturer', 'seller'] as const;

/** The parts of several queries. */
export async function multiMatch(args: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
  const { queries, options } = args;
  const asked = queries as Arguments[];
  context.askParts(asked.reduce((sum, query) => sum + Math.max(0, (query.limit as number | null) ?? DEFAULT_LIMIT), 0));
  const { require_authorized_sellers, require_stock_available, filters } = (options ?? {}) as Arguments;
  const warn = context.warner();
  const read = await context.reading(async () => {
    const issues = new Issues();
    const { parts } = context.internals.collections;
    await parts.checkMatch({ queries: asked.map(() => ({ mpn: 'x' })) }, issues, context.work);
    const checked = await readFilters(filters, context, warn, issues);
    await context.checkConditions({ filter: { fields: checked.fields }, conditions: checked.conditions }, issues);
    issues.throwIfAny();
    return checked;
  });
  const required = [
    ...(require_authorized_sellers ? ['offers.is_authorized:true'] : []),
    ...(require_stock_available ? [HAS_STOCK] : []),
  ];
  const request = { queries: asked.map(matchQuery), ...(await context.partDirectives()) };
  const rules = {
    brandOrManufacturer: true,
    filter: { fields: read.fields, queries: required },
    conditions: read.conditions,
    writeIssue: (issue: Issue, predicate: string) => queryIssue(issue, predicate, context),
  };
  const asPart = partArguments(args);
  const { results } = await context.match(request, rules);
  return results.map(({ items, hits, error, reference, warnings }, i) => {
    for (const warning of warnings) warn(`queries[${i}]: ${warning}`);
    return {
      reference,
      hits,
      parts: () => {
        context.partsReturned += items.length;
        return items.map((part) => new PartSource(part, asPart));
      },
      error,
    };
  });
}

function matchQuery({ mpn, sku, mpn_or_sku, manufacturer, seller, start, limit, reference }: Arguments): PartsMatchQuery {
  return { mpn, sku, mpn_or_sku, brand: manufacturer, seller, start, limit, reference } as PartsMatchQuery;
}

/** An issue of one query, in the names of this interface. */
function queryIssue({ code, pathParts }: Issue, predicate: string, context: AnswerContext): string {
  if (code === 'missing') {
    const names = CONDITIONS.map((name) => `"${context.nameOf(name)}"`).join(', ');
    return `a query needs a text for one of ${names}: it has none`;
  }
  const [, , member] = pathParts;
  if (member === undefined) return `a query${predicate}`;
  return `${context.nameOf(member === 'brand' ? 'manufacturer' : member)}${predicate}`;
}
