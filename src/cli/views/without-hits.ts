import type { Catalog, Interpretation, SearchRequest } from '../../partdex.js';
import type { CollectionName } from '../options.js';
import { formatAmount, printable } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { collectionOf, nounsOf } from './records.js';

/** The most conditions that are counted; a longer list is not useful. */
const MOST_CONDITIONS = 20;

/** A condition of a request, and the number of records that it matches alone. */
interface Condition {
  readonly label: string;
  readonly request: SearchRequest;
  readonly advice: string;
}

/** Advice for a request without hits: which condition excludes all records, and how to loosen it. */
export async function adviceWithoutHits(
  path: string,
  catalog: Catalog,
  collection: CollectionName,
  request: SearchRequest,
  output: Output,
): Promise<string> {
  const conditions = conditionsOf(request);
  if (conditions.length === 0) return `there are no ${collection} in this catalog`;
  const counted = [];
  for (const condition of conditions.slice(0, MOST_CONDITIONS)) {
    const { hits } = await collectionOf(catalog, collection).search({ ...condition.request, limit: 0 });
    counted.push({ ...condition, hits });
  }
  const lines: string[] = [];
  if (counted.length > 1) lines.push('alone, each condition finds:', countTable(counted, collection, output));
  const advice = new Set(counted.filter(({ hits }) => hits === 0).map((condition) => condition.advice));
  if (advice.size === 0) advice.add('leave one of them out');
  if (collection === 'parts') advice.add(`partdex explain ${path} … --part <mpn> shows why a part is not found`);
  return [...lines, ...[...advice].filter((text) => text !== '').map((text) => `try: ${printable(text)}`)].join('\n');
}

/**
 * Advice for a question without hits: questions like it that find something. What goes with it may exclude all parts too.
 * @param given the request that goes with the question
 * @param adviceForGiven advice for that request alone
 */
export async function adviceForQuestion(
  { suggestions, readings }: Interpretation,
  given: SearchRequest,
  adviceForGiven: () => Promise<string>,
): Promise<string> {
  const near = suggestions.map((text) => `did you mean: ${printable(text)}`);
  if (conditionsOf(given).length > 0) return [...near, await adviceForGiven()].join('\n');
  if (near.length > 0) return near.join('\n');
  const isKnown = readings.some(({ parts }) => parts > 0);
  return isKnown ? 'try: leave one of the words out' : 'no part has any of these words';
}

function conditionsOf({ q = '', filter = {} }: SearchRequest): Condition[] {
  const { fields = {}, queries = [] } = filter;
  const terms = termsOf(q);
  const forTerms =
    terms.length > 1 ? 'fewer words: every one has to be there' : 'another word, or a part number with *, such as rc0603*';
  return [
    ...terms.map((term) => ({ label: `-q ${term}`, request: { q: term }, advice: forTerms })),
    ...Object.entries(fields)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => ({
        label: values.map((value) => `--field ${name}=${value}`).join(' '),
        request: { filter: { fields: { [name]: values } } },
        advice: `--filter '${name}:…' instead of --field, which compares the whole value, case and all`,
      })),
    ...queries.map((query) => ({ label: `--filter ${query}`, request: { filter: { queries: [query] } }, advice: '' })),
  ];
}

/** A word or a phrase of `q`, with the sign that excludes it. Close enough to the grammar for advice. */
const TERM = /(?:NOT\s+)?(?:-?"[^"]*"?|\S+)/g;

function termsOf(q: string): string[] {
  return q.match(TERM) ?? [];
}

function countTable(conditions: readonly (Condition & { hits: number })[], collection: CollectionName, output: Output): string {
  const [singular, plural] = nounsOf(collection);
  const { red } = colorsOf(output);
  const columns: Column<Condition & { hits: number }>[] = [
    { title: '', flexible: true, text: ({ label }) => `  ${label}` },
    {
      title: '',
      align: 'right',
      text: ({ hits }) => formatAmount(hits, singular, plural),
      style: (text, { hits }) => (hits === 0 ? red(text) : text),
    },
  ];
  return renderTable(columns, conditions, output);
}
