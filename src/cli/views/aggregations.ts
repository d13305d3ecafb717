import type { Catalog, SearchResponse } from '../../partdex.js';
import { renderBlocks } from '../terminal/blocks.js';
import type { Output } from '../terminal/terminal.js';
import { renderDrilldown } from './drilldown.js';
import { facetBlocks } from './facet-blocks.js';
import { FieldLabels, type NamesOfUids } from './field-labels.js';
import { renderStatistics } from './statistics-table.js';

/** The aggregations over the hits: facets, statistics, drilldown; '' if none was requested. */
export function renderAggregations(
  response: SearchResponse<unknown>,
  catalog: Pick<Catalog, 'specs' | 'info'>,
  names: NamesOfUids,
  output: Output,
): string {
  const labels = new FieldLabels(catalog, names);
  return [
    renderBlocks(facetBlocks(response, labels, output), output),
    renderStatistics(response, labels, output),
    renderDrilldown(response, labels, output),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
