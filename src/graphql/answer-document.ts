import { type ExecutionResult, execute, GraphQLError } from 'graphql';
import type { Catalog } from '../catalog/catalog.js';
import { internalsOf, type Work } from '../catalog/internals.js';
import { UnsupportedError, ValidationError } from '../model/errors.js';
import type { Scope } from '../model/scope.js';
import { AnswerContext } from './answer-context.js';
import { checkedDocument } from './checked-documents.js';
import { costFault } from './cost.js';
import type { SchemaVariant } from './dialect.js';
import type { GraphqlGuards } from './guards.js';
import { documentError } from './issue-names.js';
import { operationOf } from './operation.js';
import { QUERY_ROOT } from './query-root.js';
import { schemaOf } from './schema.js';
import { missingVariables, variableFault, withIntegers } from './variables.js';

/** A query with its variables. */
export interface DocumentRequest {
  readonly query: string;
  readonly variables: Record<string, unknown> | null;
  readonly operationName: string | null;
}

/** The answer to a query. */
export interface AnsweredDocument {
  readonly body: object;
  /** Parts in it. */
  readonly parts: number;
}

/** How documents are read. */
export interface DocumentRules extends SchemaVariant {
  readonly guards: GraphqlGuards;
  /** Whether `search` reads its keywords as a question. */
  readonly assist: boolean;
  /** What the client may see; undefined for everything. */
  readonly scope: Scope | undefined;
}

/**
 * Answers a document as a part of some work. Its faults are among the errors of the answer. The promise rejects if the work ends,
 * and with errors that are not faults of the document.
 */
export async function answerDocument(
  catalog: Catalog,
  request: DocumentRequest,
  rules: DocumentRules,
  work: Work,
): Promise<AnsweredDocument> {
  const { variables, operationName } = request;
  const schema = schemaOf(rules);
  const document = await checkedDocument(request.query, schema, rules.guards, work);
  if (!('kind' in document)) return faulty(document);
  const operation = operationOf(document, operationName);
  if (operation instanceof GraphQLError) return faulty([operation]);
  const unreadable = work.measure(() => variableFault(variables ?? {}));
  if (unreadable) return faulty([unreadable]);
  const missing = missingVariables(operation, variables ?? {});
  if (missing.length > 0) return { body: { error: { errors: missing }, data: null }, parts: 0 };
  const values = work.measure(() => withIntegers(operation, variables ?? {}, schema));
  const { graphqlCost } = internalsOf(catalog).limits;
  const tooMuch = work.measure(() => costFault({ document, operation, variables: values }, rules, graphqlCost));
  if (tooMuch) return faulty([tooMuch]);
  await work.pause();
  work.begin('executing the query');
  const context = new AnswerContext(catalog, rules, work);
  const execution = { schema, document, rootValue: QUERY_ROOT, contextValue: context, variableValues: values, operationName };
  const result = await resultOf(
    work.measure(() => execute(execution)),
    context,
  );
  if (result instanceof GraphQLError) return faulty([result]);
  // If the work has ended, the refused fields make the answer invalid, whatever the error.
  work.check();
  rethrowInternalErrors(result);
  const { warnings, understood } = context;
  const errors = result.errors?.map((error) => documentError(error, rules).toJSON());
  const extensions = (warnings.length > 0 || understood) && {
    ...(warnings.length > 0 && { warnings }),
    ...(understood && { understood }),
  };
  const body = { ...(errors && { errors }), data: result.data ?? null, ...(extensions && { extensions }) };
  return { body, parts: result.data ? context.partsReturned : 0 };
}

/**
 * The result of a document, whose fields are all resolved, or the error of one that is not answered at all.
 * @throws what ended the work
 */
async function resultOf(
  executing: ExecutionResult | Promise<ExecutionResult>,
  context: AnswerContext,
): Promise<ExecutionResult | GraphQLError> {
  try {
    const result = await Promise.race([executing, context.refused]);
    await context.settled();
    return result;
  } catch (reason) {
    if (reason instanceof GraphQLError) return reason;
    throw reason;
  } finally {
    context.stop();
  }
}

function faulty(errors: readonly GraphQLError[]): AnsweredDocument {
  return { body: { errors: errors.map((error) => error.toJSON()), data: null }, parts: 0 };
}

/** An error of a resolver that is not a fault of the request ends the answer. */
function rethrowInternalErrors({ errors = [] }: ExecutionResult): void {
  for (const { originalError } of errors) {
    if (!originalError || originalError instanceof GraphQLError || isOfRequest(originalError)) continue;
    throw originalError;
  }
}

/** Whether an error says what is wrong with a field of the query, rather than that nothing could be answered. */
function isOfRequest(error: Error): boolean {
  return error instanceof ValidationError || error instanceof UnsupportedError;
}
