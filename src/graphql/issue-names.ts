import { GraphQLError } from 'graphql';
import { UnsupportedError, ValidationError } from '../model/errors.js';
import type { Issue } from '../model/issue.js';
import { issuesInJson } from '../model/issues.js';
import { laterName, type SchemaVariant } from './dialect.js';
import { namedSchemaOf } from './schema.js';

/** Members of a request of the library, and the arguments that they come from. */
const ARGUMENTS: ReadonlyMap<string, string> = new Map([
  ['uids', 'ids'],
  ['sortby', 'sort'],
  ['filter', 'filters'],
]);

/**
 * An error of a field, as the answer has it. For invalid arguments, its message joins all issues in the names of the document,
 * and `extensions.issues` lists them.
 */
export function documentError(error: GraphQLError, variant: SchemaVariant): GraphQLError {
  const { originalError, nodes, path } = error;
  if (originalError instanceof UnsupportedError) {
    const { message, code } = originalError;
    return new GraphQLError(message, { nodes, path, originalError, extensions: { code } });
  }
  if (!(originalError instanceof ValidationError)) return error;
  const field = nodes?.[0].kind === 'Field' ? nodes[0].name.value : '';
  const write = (issue: Issue, predicate: string) => `${argumentName(issue, field, variant)}${predicate}`;
  const message = [...new Set(originalError.describe(write))].join('; ');
  return new GraphQLError(message, { nodes, path, originalError, extensions: { issues: issuesInJson(originalError.issues) } });
}

/** The argument of a field in which an issue is: `limit`, `manufacturer_agg.size`. */
function argumentName({ pathParts }: Issue, field: string, variant: SchemaVariant): string {
  const [head, second, ...more] = pathParts;
  const inDialect = (name: string) => (variant.dialect === 'sup' ? laterName(name) : name);
  if (head === undefined) return 'the request';
  const defined = namedSchemaOf(variant).defined(field);
  if (head === 'facet' || head === 'stats') return `${field}.${inDialect(more.length > 0 ? 'size' : 'attribute_names')}`;
  // The first filter query of a search for a part number is made from its text.
  if (defined === 'search_mpn' && second === 'queries' && more[0] === '0') return 'q';
  if (defined === 'alternatives') return inDialect('first');
  if (head === 'filter' && defined === 'multi_match') return 'options.filters';
  return inDialect(ARGUMENTS.get(head) ?? head);
}
