import type { FacetFieldRequest, FacetRange, FacetResult, SearchRequest, SearchResponse } from '../../partdex.js';
import type { Block } from '../terminal/blocks.js';
import { textWidth } from '../terminal/table.js';
import type { Output } from '../terminal/terminal.js';
import { type BarRow, barBlock } from './bars.js';
import type { FieldLabels } from './field-labels.js';

/** The facets that were requested by name, each as bars of its values and as a histogram of its ranges; then the facet queries. */
export function facetBlocks(response: SearchResponse<unknown>, labels: FieldLabels, output: Output): Block[] {
  const { fields, queries } = response.facet_results;
  const blocks: Block[] = [];
  for (const [field, requested] of Object.entries(response.request.facet?.fields ?? {})) {
    const result = fields[field];
    if (!requested.include || !result) continue;
    const heading = { title: labels.titleOf(field) || field, name: field };
    const remarks = requested.exclude_filter && mayFilter(response.request, field) ? ['own filter excluded'] : [];
    const hasValues = requested.limit !== 0 || !result.ranges;
    if (hasValues) {
      const rows = valueRows(field, result, chosenValues(response.request, field), labels);
      blocks.push(barBlock({ heading, rows, remarks: [...pageRemarks(result, requested, response.hits), ...remarks] }, output));
    }
    if (result.ranges) {
      const rows = [...rangeRows(field, result.ranges, labels), ...(hasValues ? [] : restRows(result.missing))];
      blocks.push(barBlock({ heading, rows, remarks: rows.length > 0 ? remarks : ['no values', ...remarks] }, output));
    }
  }
  const rows = Object.entries(queries).map(([text, { count }]) => ({ text, count }));
  if (rows.length > 0) blocks.push(barBlock({ heading: { title: 'Facet queries' }, rows, remarks: [] }, output));
  return blocks;
}

/** Whether the request may have a filter of the field: the fields of filter queries are not considered. */
export function mayFilter({ filter }: SearchRequest, field: string): boolean {
  return (filter?.queries?.length ?? 0) > 0 || (filter?.fields?.[field]?.length ?? 0) > 0;
}

/** The values of a field that the request filters by. */
export function chosenValues(request: SearchRequest, field: string): ReadonlySet<string> {
  const fields = request.filter?.fields ?? {};
  return new Set(Object.hasOwn(fields, field) ? fields[field] : []);
}

/** Values of a facet by count, the filtered ones ticked; then the hits without a value. */
export function valueRows(
  field: string,
  { facets, missing }: FacetResult,
  chosen: ReadonlySet<string>,
  labels: FieldLabels,
): BarRow[] {
  const rows = facets.map(({ value, count }): BarRow => {
    const { text, beside } = labels.valueOf(field, value);
    return { text: `${text === '' ? '""' : text}${chosen.has(value) ? ' ✓' : ''}`, beside, count };
  });
  return [...rows, ...restRows(missing)];
}

/** Which values are shown, if there may be more: an answer does not contain their number. */
export function pageRemarks(
  { facets, missing }: FacetResult,
  { start = 0, limit, exclude_filter }: Page,
  hits: number,
): string[] {
  const shown = facets.length;
  if (shown === 0 && start > 0) return [`no value from position ${start} on`];
  if (shown === 0) return missing === 0 ? ['no values'] : [];
  if (start > 0) return [`values ${start + 1} to ${start + shown}`];
  const isAll = shown !== limit || (!exclude_filter && facets.reduce((sum, { count }) => sum + count, missing) === hits);
  return isAll ? [] : [`the first ${shown}`];
}

type Page = Pick<FacetFieldRequest, 'start' | 'limit' | 'exclude_filter'>;

/** A histogram; each bar is followed by the query that finds its parts: `fieldname:[1000 TO 2000}`. */
function rangeRows(field: string, ranges: readonly FacetRange[], labels: FieldLabels): BarRow[] {
  const spans = labels.spansOf(
    field,
    ranges.map(({ from, to }) => [from, to]),
  );
  const fromWidth = Math.max(0, ...spans.map(([from]) => textWidth(from)));
  const toWidth = Math.max(0, ...spans.map(([, to]) => textWidth(to)));
  return ranges.map(({ count, query }, i): BarRow => {
    const [from, to] = spans[i];
    const text = `${padStart(from, fromWidth)} … ${padStart(to, toWidth)}`;
    return { text, count, behind: query.slice(query.lastIndexOf(':') + 1) };
  });
}

function padStart(text: string, width: number): string {
  return ' '.repeat(width - textWidth(text)) + text;
}

function restRows(missing: number): BarRow[] {
  return missing > 0 ? [{ text: 'no value', count: missing, isRest: true }] : [];
}
