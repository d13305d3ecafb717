import { type Results, storedAndIndex } from '../measure/benchmark.js';
import type { QuestionResult } from '../measure/question-results.js';
import type { Difference, LuceneResults, MeasuredPeer, PeerResult } from '../peers/peer-results.js';
import { count, figure, markedName, table } from './table.js';

/** The figures beside those of the peers. */
export function peersReport({ build, open, questions, sizes, plain_js }: Results, lucene: LuceneResults): string[] {
  const { stored_mb, index_mb } = storedAndIndex(sizes);
  const memory = questions.findLast(({ over_uids }) => !over_uids)?.memory_mb;
  const sum = open && open.open_ms + open.first_answer_ms;
  const row = (what: string, ours: number | undefined, theirs: number) =>
    ours === undefined ? [] : [[what, figure(ours), figure(theirs), figure(ours / theirs)]];
  const rows = [
    ...row('build, s (theirs from flattened text)', build?.seconds, lucene.build_s),
    ...row('peak memory of the build, MB', build?.peak_mb, lucene.build_peak_rss_mb),
    ...row('index, MB (ours without stored documents)', index_mb, lucene.index_mb),
    ...row('file, MB', index_mb + stored_mb, lucene.index_mb),
    ...row('open + first answer, ms', sum, lucene.load_ms),
    ...row('memory after the queries, MB', memory, lucene.rss_mb),
  ];
  const compared = questions.filter(({ letters }) => lucene.classes[letters]);
  const tables = ['## Beside Lucene', table(['', 'partdex', 'Lucene', 'ratio'], rows)];
  if (compared.length === 0) return tables;
  const titles = ['question', 'partdex ms', 'Lucene ms', 'plain-js ms', 'ratio of medians', 'of p95'];
  const totalTitles = ['equal', 'our totals', "peers' totals", "our facets' counts", "peers' facets' counts"];
  return [
    ...tables,
    table(
      [...titles, ...totalTitles],
      compared.map((result) => questionRow(result, lucene, plain_js)),
    ),
    ...differences(compared),
  ];
}

function questionRow(result: QuestionResult, lucene: MeasuredPeer, plainJs: MeasuredPeer | undefined): string[] {
  const theirs = lucene.classes[result.letters];
  return [
    markedName(result),
    timesText(result),
    timesText(theirs),
    timesText(plainJs?.classes[result.letters]),
    figure(result.median_ms / theirs.median_ms),
    figure(result.p95_ms / theirs.p95_ms),
    result.peers ? `${result.queries - result.peers.different.length} of ${result.queries}` : '',
    count(result.totals_sum),
    result.peers ? count(result.peers.totals_sum) : '',
    result.facet_sum > 0 ? count(result.facet_sum) : '',
    result.peers?.facet_sum === undefined ? '' : count(result.peers.facet_sum),
  ];
}

/** Median and 95th percentile; nothing where a peer was not asked. */
function timesText(times: Pick<PeerResult, 'median_ms' | 'p95_ms'> | undefined): string {
  return times ? `${figure(times.median_ms)} / ${figure(times.p95_ms)}` : '';
}

/** The maximum printed length of a query; a list of parts is long. */
const SHOWN_QUERY = 80;

function differenceText({ query, of, ours, theirs }: Difference): string {
  return `\`${query.length > SHOWN_QUERY ? `${query.slice(0, SHOWN_QUERY)}…` : query}\` ${of === 'facets' ? 'facets ' : ''}${count(ours)} (${count(theirs)})`;
}

/** The number of different totals that are printed; the JSON has all. */
const SHOWN_DIFFERENCES = 5;

function differences(questions: readonly QuestionResult[]): string[] {
  const others = questions.filter(({ peers }) => peers?.agrees_with_lucene === false).map(({ name }) => name);
  const lines = questions.flatMap(({ name, peers }) => {
    if (!peers || peers.different.length === 0) return [];
    const shown = peers.different.slice(0, SHOWN_DIFFERENCES);
    return `- ${name}: ${shown.map(differenceText).join(', ')}`;
  });
  return [
    ...(lines.length > 0 ? [["Some of the totals that differ, the peers' in parentheses:", ...lines].join('\n')] : []),
    ...(others.length > 0 ? [`Lucene's totals of ${others.join(', ')} are not those of these parts: it was run on others.`] : []),
  ];
}
