import type { Catalog, SearchResponse } from '../../partdex.js';
import { renderBlocks } from '../terminal/blocks.js';
import type { Output } from '../terminal/terminal.js';
import { renderDrilldown } from './drilldown.js';
import { facetBlocks } from './facet-blocks.js';
import { FieldLabels, type NamesOfUids } from './field-labels.js';
import { renderStatistics } from './statistics-table.js';

/** What is counted and summed up over the hits: facets, statistics, drilldown; '' where nothing was asked for. */
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
