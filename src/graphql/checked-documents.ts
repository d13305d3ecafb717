import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { Work } from '../catalog/internals.js';
import { RecentCache } from '../work/recent-cache.js';
import { type GraphqlGuards, guardFaults, LONGEST_QUERY, MOST_TOKENS } from './guards.js';
import { faultsOf } from './validation.js';

/**
 * What is kept of a schema: programs send the same few texts again and again, and parsing and validating one takes longer than most of
 * what it requests. Together at most 65,536 UTF-16 units: the tree of a text that consists of short names alone takes about 240 bytes for each.
 */
const KEPT = { entries: 64, longest: 8192, weight: 1 << 16, weightOf: ({ loc }: DocumentNode) => loc?.end ?? 0 };

/** The valid documents of each schema, by their texts. Nothing changes a tree. */
const valid = new WeakMap<GraphQLSchema, RecentCache<DocumentNode>>();

/** The tree of a query text, or its faults. Guards differ between interfaces of one schema, and are checked each time. */
export async function checkedDocument(
  query: string,
  schema: GraphQLSchema,
  guards: GraphqlGuards,
  work: Work,
): Promise<DocumentNode | readonly GraphQLError[]> {
  if (query.length > LONGEST_QUERY) return [new GraphQLError(`query must be at most ${LONGEST_QUERY} characters long`)];
  const documents = documentsOf(schema);
  const known = documents.find(query);
  work.begin('parsing the query');
  const parsed = work.measure(() => guardedDocument(known ?? query, guards));
  if (known || !('kind' in parsed)) return parsed;
  await work.pause();
  work.begin('validating the query');
  const faults = await faultsOf(parsed, query.length, schema, work);
  await work.pause();
  return faults.length > 0 ? faults : documents.keep(query, parsed);
}

function documentsOf(schema: GraphQLSchema): RecentCache<DocumentNode> {
  const known = valid.get(schema);
  if (known) return known;
  const documents = new RecentCache<DocumentNode>(KEPT);
  valid.set(schema, documents);
  return documents;
}

function guardedDocument(query: string | DocumentNode, guards: GraphqlGuards): DocumentNode | readonly GraphQLError[] {
  try {
    const document = typeof query === 'string' ? parse(query, { maxTokens: MOST_TOKENS }) : query;
    const faults = guardFaults(document, guards);
    return faults.length > 0 ? faults : document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    // The parser is recursive.
    if (error instanceof RangeError) return [new GraphQLError('the query is nested too deeply')];
    throw error;
  }
}
