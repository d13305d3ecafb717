import type { FacetResult, SearchResponse, StatsResult } from '../../partdex.js';
import { type Block, renderBlocks } from '../terminal/blocks.js';
import { formatCount } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { barBlock } from './bars.js';
import { chosenValues, pageRemarks, valueRows } from './facet-blocks.js';
import type { FieldLabels } from './field-labels.js';

/** A field of a spec key that a drilldown has found. */
interface Found {
  readonly rank: number;
  readonly field: string;
  /** As it is told: the key, of an end of a range with its member. */
  readonly key: string;
  readonly facet?: FacetResult;
  readonly stats?: StatsResult;
}

const MEMBERS = ['value', 'min_value', 'max_value'] as const;

/** The spec keys of a drilldown, the most useful first: texts as bars, numbers as a line each; '' where none was asked for. */
export function renderDrilldown(response: SearchResponse<unknown>, labels: FieldLabels, output: Output): string {
  const { request } = response;
  if (!request.spec_drilldown?.include) return '';
  const { bold, dim } = colorsOf(output);
  const note = request.spec_drilldown.exclude_filter ? ', own filters excluded' : '';
  const found = foundFields(response);
  if (found.length === 0) return `${bold('Specs')}  ${dim(`none among the hits${note}`)}`;
  const sections = runsOf(found).map((run) =>
    run[0].facet
      ? renderBlocks(
          run.map((spec) => textBlock(spec, response, labels, output)),
          output,
        )
      : numberLines(run, labels, output),
  );
  return [`${bold('Specs')}  ${dim(`specs.<key>.value${note}`)}`, ...sections].join('\n\n');
}

/** By rank; of a key `value` first. A facet that was asked for by name is shown as such, and here only told. */
function foundFields({
  facet_results: { fields },
  stats_results: statistics,
  spec_metadata: metadata,
}: SearchResponse<unknown>): Found[] {
  const found: Found[] = [];
  for (const key of Object.keys(metadata)) {
    for (const member of MEMBERS) {
      const field = `specs.${key}.${member}`;
      const told = member === 'value' ? key : `${key}.${member}`;
      const facet = fields[field];
      const stats = statistics[field];
      const rank = stats?.spec_drilldown_rank ?? facet?.spec_drilldown_rank;
      if (!rank) continue;
      found.push({ rank, field, key: told, ...(stats ? { stats } : { facet }) });
    }
  }
  // Stable: fields of one key keep their order.
  return found.sort((a, b) => a.rank - b.rank);
}

/** Neighbours of one kind, texts or numbers. */
function runsOf(found: readonly Found[]): Found[][] {
  const runs: Found[][] = [];
  for (const spec of found) {
    const last = runs.at(-1);
    if (last && (last[0].stats === undefined) === (spec.stats === undefined)) last.push(spec);
    else runs.push([spec]);
  }
  return runs;
}

function textBlock(
  { rank, field, key, facet }: Found,
  { request }: SearchResponse<unknown>,
  labels: FieldLabels,
  output: Output,
): Block {
  const heading = { rank, title: labels.titleOf(field) || key, name: key };
  const isNamed = request.facet?.fields?.[field]?.include;
  if (isNamed || !facet) return barBlock({ heading, rows: [], remarks: ['see its facet'] }, output);
  const rows = valueRows(field, facet, chosenValues(request, field), labels);
  return barBlock({ heading, rows, remarks: pageRemarks(facet, { limit: request.spec_drilldown?.limit }) }, output);
}

/** `3  Resistance  resistance  1 Ω … 10 MΩ  1,234`. */
function numberLines(specs: readonly Found[], labels: FieldLabels, output: Output): string {
  const { bold, dim } = colorsOf(output);
  const columns: Column<Found>[] = [
    { title: '', align: 'right', text: ({ rank }) => String(rank) },
    { title: '', flexible: true, text: ({ field, key }) => labels.titleOf(field) || key, style: (text) => bold(text) },
    { title: '', text: ({ key }) => key, style: (text) => dim(text) },
    { title: '', text: ({ field, stats }) => (stats ? labels.extentOf(field, stats) : '') },
    { title: '', align: 'right', text: ({ stats }) => formatCount(stats?.count ?? 0) },
  ];
  return renderTable(columns, specs, output);
}
