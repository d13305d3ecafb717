import type { Interpretation, PartCollection, Reading, SearchRequest } from 'partdex';
import type { PageQuestion } from '../state/search-state.js';
import { withOneOffer } from './one-offer.js';
import type { Answer } from './protocol.js';

type Parts = Pick<PartCollection, 'interpret' | 'search'>;

/** Part numbers with wildcards are keywords: a question has none. */
const WILDCARD = /\*|\?(?=\S)/;
/** Fields whose words may begin with what was typed: any text, and part numbers whatever their punctuation is. */
const BEGINNING_FIELDS = ['words', 'mpn', 'offers.sku'];
/** A last word that others may begin with. */
const WORD = /^[\p{L}\p{N}][^*?\\"]+$/u;

/**
 * Answers a question of the page: the interpretation's request, with the readings that the user has changed. If no part has the last
 * word, the user may still be typing it: then it is the beginning of a word.
 */
export async function answerQuestion(parts: Parts, question: PageQuestion): Promise<Answer> {
  const { text, changes, request } = question;
  // Without a text nothing of the catalog is learned, which would read much of a file.
  if (text.trim() === '' || WILDCARD.test(text)) return answered(parts, { ...request, q: text });
  const understood = await parts.interpret(text);
  const half = changes.size === 0 ? await halfTyped(parts, understood) : undefined;
  if (half) {
    const answer = await answered(parts, together(half.understood.request, request));
    if (answer.response.hits > 0) return { ...answer, ...half };
  }
  const asked = changes.size === 0 ? understood.request : changed(understood, changes);
  return { ...(await answered(parts, together(asked, request))), understood };
}

async function answered(parts: Parts, asked: SearchRequest): Promise<Answer> {
  return { response: await parts.search(asked), understood: undefined, beginning: undefined, asked };
}

/** A question's request with the selections besides. */
function together({ filter, ...asked }: SearchRequest, { filter: given, ...request }: SearchRequest): SearchRequest {
  const chosen = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  return { ...asked, ...chosen, filter: { ...given, queries: [...(filter?.queries ?? []), ...(given?.queries ?? [])] } };
}

/** The request of the readings as they are now. */
function changed({ request, readings }: Interpretation, changes: ReadonlyMap<number, string>): SearchRequest {
  const kept = readings.flatMap(({ offset, query }) => changes.get(offset) ?? query ?? []).filter((query) => query !== '');
  const queries = withOneOffer(kept);
  const isUnsorted = readings.some((reading) => isSort(reading) && changes.has(reading.offset));
  const { sortby, ...others } = request;
  return { ...others, ...(sortby !== undefined && !isUnsorted && { sortby }), filter: { queries } };
}

/** Whether a piece decides the order, as `cheapest` does. */
function isSort({ as, query }: Reading): boolean {
  return as === 'purchase' && query === undefined;
}

/** The question with its last word as the beginning of a word, if no part has the whole one. */
async function halfTyped(
  parts: Parts,
  { text, readings }: Interpretation,
): Promise<(Pick<Answer, 'understood' | 'beginning'> & { understood: Interpretation }) | undefined> {
  const last = readings.at(-1);
  if (!last || last.offset + last.length !== text.length || !WORD.test(last.text)) return undefined;
  if (last.parts > 0 && last.corrected === undefined) return undefined;
  const beginning = /\S*$/.exec(last.text)?.[0] ?? '';
  if (!WORD.test(beginning)) return undefined;
  const pattern = `${beginning.replace(/[^\p{L}\p{N}]/gu, '\\$&')}*`;
  const query = BEGINNING_FIELDS.map((field) => `${field}:${pattern}`).join(' OR ');
  const { hits } = await parts.search({ filter: { queries: [query] }, limit: 0 });
  if (hits === 0) return undefined;
  const offset = text.length - beginning.length;
  const rest = await parts.interpret(text.slice(0, offset));
  const reading: Reading = {
    text: beginning,
    offset,
    length: beginning.length,
    as: 'words',
    field: 'words',
    value: `${beginning}…`,
    query,
    parts: hits,
    alternatives: [],
  };
  const queries = [...(rest.request.filter?.queries ?? []), query];
  const request = { ...rest.request, filter: { ...rest.request.filter, queries } };
  return { beginning, understood: { text, request, readings: [...rest.readings, reading], suggestions: [] } };
}
