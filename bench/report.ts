import { type ClassResult, type Results, storedAndIndex } from './benchmark.js';
import type { Difference, LuceneResults } from './peer-results.js';
import type { SizeGroup } from './sizes.js';
import { count, figure, table } from './table.js';
import { MEGABYTE } from './worker.js';

/** Below this share of the CPU a class was disturbed by something else on the machine. */
const UNDISTURBED = 0.9;

/** The results as Markdown. */
export function report(results: Results): string {
  const { data, machine, classes } = results;
  const loads = Object.entries(machine.load).map(([stage, load]) => `${stage} ${load.toFixed(1)}`);
  return [
    `# ${data}`,
    `Node ${machine.node}, ${machine.platform}, ${machine.processors}, ${machine.memory_gb} GB, ${machine.started}`,
    `Load of the machine before each stage: ${loads.join(', ')}`,
    ...buildReport(results),
    ...sizeReport(results),
    ...openReport(results),
    ...(classes.length > 0 ? classReport(results) : []),
    ...(results.lucene ? luceneReport(results, results.lucene) : []),
  ].join('\n\n');
}

function buildReport({ build, parse }: Results): string[] {
  if (!build || !parse) return [];
  const rows = [
    ['build, s', figure(build.seconds)],
    ['of this reading', figure(build.read_seconds)],
    ['CPU time of all threads, s', figure(build.cpu_seconds)],
    ['parts/s', count(build.parts / build.seconds)],
    [`unpack + JSON.parse alone (${count(parse.bytes / MEGABYTE)} MB), s`, figure(parse.seconds)],
    ['build over unpack + JSON.parse', figure(build.seconds / parse.seconds)],
    ['the same in CPU time', figure(build.cpu_seconds / parse.cpu_seconds)],
    ['peak memory, MB', count(build.peak_mb)],
  ];
  return ['## Build', table(['', `${count(build.parts)} parts`], rows)];
}

/** Kinds of sections that have a column; the rest is added up. */
const KINDS = ['dictionary', 'codes', 'postings', 'forms'];

function sizeReport({ info, sizes }: Results): string[] {
  const { stored_mb, index_mb } = storedAndIndex(sizes);
  const row = (name: string, bytes: number, kinds: SizeGroup['kinds'] = {}) => {
    const others = Object.entries(kinds).filter(([kind]) => !KINDS.includes(kind));
    return [
      name,
      megabytes(bytes),
      figure(bytes / info.parts),
      ...KINDS.map((kind) => (kinds[kind] === undefined ? '' : megabytes(kinds[kind]))),
      others.map(([kind, size]) => `${kind} ${megabytes(size)}`).join(', '),
    ];
  };
  const rows = [
    ...sizes.map(({ name, bytes, kinds }) => row(name, bytes, kinds)),
    row('all', info.bytes),
    row('all but the stored documents', index_mb * MEGABYTE),
  ];
  const summary = `${megabytes(info.bytes)} MB: stored documents ${figure(stored_mb)} MB, index ${figure(index_mb)} MB`;
  return ['## File', summary, table(['MB', 'all', 'bytes a part', ...KINDS, 'others'], rows, ['others'])];
}

function megabytes(bytes: number): string {
  return figure(bytes / MEGABYTE);
}

function openReport({ open, memory, classes }: Results): string[] {
  if (!open || !memory) return [];
  const afterRow = (name: string, isOf: (result: ClassResult) => boolean) => {
    const last = classes.findLast(isOf);
    return last ? [[`after the classes of ${name}, MB`, count(last.memory_mb)]] : [];
  };
  const rows = [
    ['open, ms', figure(open.open_ms)],
    [`first answer (${classes[0].id}), ms`, figure(open.first_answer_ms)],
    ['both, ms', figure(open.open_ms + open.first_answer_ms)],
    ['memory of the process before, MB', count(memory.before_mb)],
    ['after open, MB', count(memory.opened_mb)],
    ...afterRow('uids without facets', ({ over_uids, facet_sum }) => !over_uids && facet_sum === 0),
    ...afterRow('uids with facets', ({ over_uids, facet_sum }) => !over_uids && facet_sum > 0),
    ...afterRow('pages', ({ over_uids }) => over_uids !== undefined),
  ];
  return ['## Open and memory', table(['', 'fresh process'], rows)];
}

function classReport({ classes }: Results): string[] {
  const rows = classes.map((result) => [
    named(result),
    String(result.queries),
    figure(result.median_ms),
    figure(result.p95_ms),
    `${figure(result.fastest.median_ms)} / ${figure(result.fastest.p95_ms)}`,
    result.over_uids ? `${figure(result.over_uids.median_ms)} / ${figure(result.over_uids.p95_ms)}` : '',
    figure(result.first_ms),
    `${Math.round(100 * result.cpu_share)} %`,
    count(result.totals_sum / result.queries),
  ]);
  const titles = ['class', 'queries', 'median ms', 'p95 ms', 'fastest pass', 'over uids alone', 'first ms', 'CPU', 'mean hits'];
  const notes: string[] = [];
  if (classes.some(({ cpu_share }) => cpu_share < UNDISTURBED))
    notes.push('\\* disturbed: the process had to wait for a processor');
  const empty = classes.filter(({ without_hits }) => without_hits > 0);
  if (empty.length > 0)
    notes.push(`Queries without a hit: ${empty.map(({ id, without_hits }) => `${id} ${without_hits}`).join(', ')}`);
  return ['## Queries', table(titles, rows), ...notes];
}

function named({ id, title, cpu_share }: ClassResult): string {
  return `${id} ${title}${cpu_share < UNDISTURBED ? ' *' : ''}`;
}

function luceneReport({ build, open, classes, sizes }: Results, lucene: LuceneResults): string[] {
  const { stored_mb, index_mb } = storedAndIndex(sizes);
  const memory = classes.findLast(({ over_uids }) => !over_uids)?.memory_mb;
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
  const compared = classes.filter(({ id }) => lucene.classes[id]);
  const tables = ['## Beside Lucene', table(['', 'partdex', 'Lucene', 'ratio'], rows)];
  if (compared.length === 0) return tables;
  const titles = ['class', 'partdex ms', 'Lucene ms', 'ratio of medians', 'of p95', 'equal', 'our totals', "peers' totals"];
  const facetTitles = ["our facets' counts", "peers' facets' counts"];
  return [
    ...tables,
    table(
      [...titles, ...facetTitles],
      compared.map((result) => luceneRow(result, lucene)),
    ),
    ...differences(compared),
  ];
}

function luceneRow(result: ClassResult, lucene: LuceneResults): string[] {
  const theirs = lucene.classes[result.id];
  return [
    named(result),
    `${figure(result.median_ms)} / ${figure(result.p95_ms)}`,
    `${figure(theirs.median_ms)} / ${figure(theirs.p95_ms)}`,
    figure(result.median_ms / theirs.median_ms),
    figure(result.p95_ms / theirs.p95_ms),
    result.peers ? `${result.queries - result.peers.different.length} of ${result.queries}` : '',
    count(result.totals_sum),
    result.peers ? count(result.peers.totals_sum) : '',
    result.facet_sum > 0 ? count(result.facet_sum) : '',
    result.peers?.facet_sum === undefined ? '' : count(result.peers.facet_sum),
  ];
}

function differenceText({ query, of, ours, theirs }: Difference): string {
  return `\`${query}\` ${of === 'facets' ? 'facets ' : ''}${count(ours)} (${count(theirs)})`;
}

/** Different totals that are printed; the JSON has all. */
const SHOWN_DIFFERENCES = 5;

function differences(classes: readonly ClassResult[]): string[] {
  const others = classes.filter(({ peers }) => peers?.agrees_with_lucene === false).map(({ id }) => id);
  const lines = classes.flatMap(({ id, peers }) => {
    if (!peers || peers.different.length === 0) return [];
    const shown = peers.different.slice(0, SHOWN_DIFFERENCES);
    return `- ${id}: ${shown.map(differenceText).join(', ')}`;
  });
  return [
    ...(lines.length > 0 ? [["Some of the totals that differ, the peers' in parentheses:", ...lines].join('\n')] : []),
    ...(others.length > 0 ? [`Lucene's totals of ${others.join(', ')} are not those of these parts: it was run on others.`] : []),
  ];
}
