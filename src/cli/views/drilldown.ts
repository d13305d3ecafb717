import type { FacetResult, SearchResponse, StatsResult } from '../../partdex.js';
import { type Block, renderBlocks } from '../terminal/blocks.js';
import { formatCount } from '../terminal/format.js';
import { type Column, renderTable, tableWidth } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { barBlock } from './bars.js';
import { chosenValues, pageRemarks, valueRows } from './facet-blocks.js';
import type { FieldLabels } from './field-labels.js';

interface Named {
  readonly rank: number;
  readonly field: string;
  /** The key; for a range or an end of it, with its member. */
  readonly key: string;
}

interface TextSpec extends Named {
  /** Undefined if a facet requested by name shows it. */
  readonly facet: FacetResult | undefined;
  readonly stats?: undefined;
}

interface NumberSpec extends Named {
  readonly stats: StatsResult;
}

const MEMBERS = ['value', 'range', 'min_value', 'max_value'] as const;

/** The spec keys of a drilldown, the most useful first: texts as bars, numbers as a line each; '' if the drilldown was not requested. */
export function renderDrilldown(response: SearchResponse<unknown>, labels: FieldLabels, output: Output): string {
  const { spec_drilldown: requested } = response.request;
  if (!requested?.include) return '';
  const { bold, dim } = colorsOf(output);
  const specs = foundSpecs(response);
  const note = specs.length === 0 ? 'none among the hits' : 'specs.<key>.value';
  const sections = runsOf(specs).map((run) =>
    'numbers' in run
      ? numberLines(run.numbers, labels, output)
      : renderBlocks(
          run.texts.map((spec) => textBlock(spec, response, labels, output)),
          output,
        ),
  );
  return [`${bold('Specs')}  ${dim(requested.exclude_filter ? `${note}, own filters excluded` : note)}`, ...sections].join(
    '\n\n',
  );
}

/** By rank; within a key, `value` first. */
function foundSpecs({
  request,
  facet_results,
  stats_results,
  spec_metadata,
}: SearchResponse<unknown>): (TextSpec | NumberSpec)[] {
  const found: (TextSpec | NumberSpec)[] = [];
  for (const key of Object.keys(spec_metadata)) {
    for (const member of MEMBERS) {
      const field = `specs.${key}.${member}`;
      const facet = facet_results.fields[field];
      const stats = stats_results[field];
      const rank = (stats ?? facet)?.spec_drilldown_rank;
      if (!rank) continue;
      const named = { rank, field, key: member === 'value' ? key : `${key}.${member}` };
      found.push(stats ? { ...named, stats } : { ...named, facet: request.facet?.fields?.[field]?.include ? undefined : facet });
    }
  }
  return found.sort((a, b) => a.rank - b.rank);
}

type Run = { readonly texts: TextSpec[] } | { readonly numbers: NumberSpec[] };

/** Groups neighbours of the same kind. */
function runsOf(specs: readonly (TextSpec | NumberSpec)[]): Run[] {
  const runs: Run[] = [];
  for (const spec of specs) {
    const last = runs.at(-1);
    if (spec.stats) {
      if (last && 'numbers' in last) last.numbers.push(spec);
      else runs.push({ numbers: [spec] });
    } else if (last && 'texts' in last) last.texts.push(spec);
    else runs.push({ texts: [spec] });
  }
  return runs;
}

function textBlock(spec: TextSpec, { request, hits }: SearchResponse<unknown>, labels: FieldLabels, output: Output): Block {
  const { rank, field, key, facet } = spec;
  const heading = { rank, title: labels.titleOf(field) || key, name: key };
  if (!facet) return barBlock({ heading, rows: [], remarks: ['see its facet'] }, output);
  const rows = valueRows(field, facet, chosenValues(request, field), labels);
  return barBlock({ heading, rows, remarks: pageRemarks(facet, request.spec_drilldown ?? {}, hits) }, output);
}

/** A display name that would have to be truncated is left out. */
const SHORTEST_TITLE = 16;

/** `3  Resistance  resistance  1 Ω … 10 MΩ  1,234`. */
function numberLines(specs: readonly NumberSpec[], labels: FieldLabels, output: Output): string {
  const { bold, dim } = colorsOf(output);
  const rank: Column<NumberSpec> = { title: '', align: 'right', text: (spec) => String(spec.rank) };
  const title: Column<NumberSpec> = {
    title: '',
    flexible: true,
    text: ({ field, key }) => labels.titleOf(field) || key,
    style: (text) => bold(text),
  };
  const key: Column<NumberSpec> = { title: '', text: (spec) => spec.key, style: (text) => dim(text) };
  const others: Column<NumberSpec>[] = [
    { title: '', text: ({ field, stats }) => labels.extentOf(field, stats) },
    { title: '', align: 'right', text: ({ stats }) => formatCount(stats.count) },
  ];
  const room = output.columns - tableWidth([rank, { ...title, text: () => '' }, key, ...others], specs);
  const hasTitles = !output.isTTY || room >= SHORTEST_TITLE || room >= tableWidth([title], specs);
  const names = hasTitles ? [title, key] : [{ ...title, text: key.text }];
  return renderTable([rank, ...names, ...others], specs, output);
}
