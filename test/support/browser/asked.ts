import type { PartCollection, SearchRequest } from '../../../src/partdex.js';

/** The request that the page makes of a text and what is selected besides: that of a question, unless the text has wildcards. */
export async function askedRequest(parts: Pick<PartCollection, 'interpret'>, request: SearchRequest): Promise<SearchRequest> {
  const { q = '', filter, ...others } = request;
  if (q === '' || /[*?]/.test(q)) return request;
  const { request: asked } = await parts.interpret(q);
  const queries = [...(asked.filter?.queries ?? []), ...(filter?.queries ?? [])];
  return { ...asked, ...others, filter: { ...filter, queries } };
}
