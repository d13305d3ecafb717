import type { Interpretation } from '../model/ask.js';
import { Issues } from '../model/issues.js';
import type { SearchRequest, SortKey } from '../model/requests.js';
import { readSortKeys } from '../model/sortby.js';
import type { AnswerContext } from './answer-context.js';

/** What a question decides of a search. */
export interface AskedRequest extends Pick<SearchRequest, 'q' | 'filter' | 'rank'> {
  readonly sortby?: SortKey[];
}

/**
 * Reads the keywords of a field of `Query` as a question, as `catalog.parts.interpret` does. How they were read is told under the field's
 * name in the answer.
 */
export async function readQuestion(text: string, responseName: string, context: AnswerContext): Promise<AskedRequest> {
  const understood = await context.interpret(text);
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
