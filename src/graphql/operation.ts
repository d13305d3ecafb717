import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode } from 'graphql';

/** The operation of a document to execute, or why there is none. */
export function operationOf({ definitions }: DocumentNode, name: string | null): OperationDefinitionNode | GraphQLError {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const chosen = name === null ? operations : operations.filter((operation) => operation.name?.value === name);
  if (chosen.length === 1) {
    if (chosen[0].operation === 'query') return chosen[0];
    return new GraphQLError(`only queries are answered, and no ${chosen[0].operation}`);
  }
  if (name !== null) return new GraphQLError(`the query has no operation named "${name.slice(0, 80)}"`);
  return new GraphQLError(
    operations.length === 0 ? 'the query has no operation' : 'the query has several operations: operationName must name one',
  );
}
