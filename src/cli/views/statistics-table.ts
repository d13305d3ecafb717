import type { SearchResponse, StatsResult } from '../../partdex.js';
import { formatCount } from '../terminal/format.js';
import { type Column, renderTable, tableWidth } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { mayFilter } from './facet-blocks.js';
import type { FieldLabels } from './field-labels.js';

type Row = readonly [field: string, result: StatsResult];

/** The statistics that were requested by name, one field a line; '' for none. */
export function renderStatistics(response: SearchResponse<unknown>, labels: FieldLabels, output: Output): string {
  const requested = Object.entries(response.request.stats ?? {}).filter(
    ([field, { include }]) => include && response.stats_results[field],
  );
  if (requested.length === 0) return '';
  const rows = requested.map(([field]): Row => [field, response.stats_results[field]]);
  const excluding = requested
    .filter(([field, { exclude_filter }]) => exclude_filter && mayFilter(response.request, field))
    .map(([field]) => field);
  const { dim } = colorsOf(output);
  const given = (name: 'min' | 'max'): Column<Row> => ({
    title: name,
    align: 'right',
    text: ([field, { [name]: value }]) => (value === null ? '' : labels.givenOf(field, value)),
  });
  const computed = (name: 'mean' | 'stddev'): Column<Row> => ({
    title: name,
    align: 'right',
    text: ([field, { [name]: value }]) => (value === null ? '' : labels.computedOf(field, value)),
  });
  const fieldname: Column<Row> = {
    title: '',
    text: ([field]) => (labels.titleOf(field) === '' ? '' : field),
    style: (text) => dim(text),
  };
  const columns: Column<Row>[] = [
    { title: 'statistics', flexible: true, text: ([field]) => labels.titleOf(field) || field },
    { title: 'count', align: 'right', text: ([, { count }]) => formatCount(count) },
    given('min'),
    computed('mean'),
    given('max'),
    computed('stddev'),
    { title: 'missing', align: 'right', text: ([, { missing }]) => formatCount(missing), style: (text) => dim(text) },
  ];
  const named = columns.toSpliced(1, 0, fieldname);
  const fits = !output.isTTY || tableWidth(named, rows) <= output.columns;
  const note = excluding.length > 0 ? `\n${dim(`own filter excluded: ${excluding.join(', ')}`)}` : '';
  return renderTable(fits ? named : columns, rows, output) + note;
}
