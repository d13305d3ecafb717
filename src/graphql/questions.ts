import { unreadWarnings } from '../catalog/internals.js';
import type { Interpretation } from '../model/ask.js';
import { Issues } from '../model/issues.js';
import type { SearchRequest, SortKey } from '../model/requests.js';
import { readSortKeys } from '../model/sortby.js';
import type { AnswerContext, Warn } from './answer-context.js';

/** A question, and the name of its field in the answer. */
export interface AskedText {
  readonly text: string;
  readonly responseName: string;
}

/** What a question decides of a search. */
export interface AskedRequest extends Pick<SearchRequest, 'q' | 'filter' | 'rank'> {
  readonly sortby?: SortKey[];
}

/**
 * Reads the keywords of a field of `Query` as a question, as `catalog.parts.interpret` does. How they were read is told under the field's
 * name in the answer, and what was not read in a warning.
 */
export async function readQuestion({ text, responseName }: AskedText, context: AnswerContext, warn: Warn): Promise<AskedRequest> {
  const understood = await context.interpret(text);
  for (const message of unreadWarnings(understood)) warn(message);
  context.tellUnderstood(responseName, understood);
  return asked(understood);
}

function asked({ request: { q, filter, sortby, rank } }: Interpretation): AskedRequest {
  return {
    ...(q !== undefined && { q }),
    ...(filter && { filter }),
    ...(sortby !== undefined && { sortby: readSortKeys('parts', sortby, new Issues()) }),
    ...(rank && { rank }),
  };
}
