/** `npm run bench:kernels`: the kernels against naive loops, and what each fast path saves. Run from the sources, unlike the rest. */
import { readOptions, wholeNumber } from '../commands/options.js';
import { UsageError } from '../commands/usage-error.js';
import { figure, table } from '../report/table.js';
import { blockPairs } from './blocks.js';
import { choicePairs, fewPairs } from './choices.js';
import { columnPairs } from './columns.js';
import { countPairs } from './counts.js';
import { objectPairs } from './objects.js';
import { measurePair, type Pair, type PairResult } from './pair.js';
import { setPairs } from './sets.js';
import { measureSwitches, type SwitchResult } from './switches.js';

const HELP = `npm run bench:kernels -- [options]

  --only <text>       pairs, constants or fast paths whose name has this text
  --switches          measure what each fast path saves, in place of the kernels
  --parts <number>    with --switches: how many generated parts; default 20,000
  --json              print the results as JSON instead of a table
`;

const OPTIONS = {
  only: { type: 'string' },
  switches: { type: 'boolean', default: false },
  parts: { type: 'string', default: '20000' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function kernels(only: string | undefined): PairResult[] {
  const pairs = [
    ...setPairs(),
    ...columnPairs(),
    ...countPairs(),
    ...choicePairs(),
    ...fewPairs(),
    ...objectPairs(),
    ...blockPairs(),
  ];
  const isChosen = ({ name, constant = '' }: Pair) => only === undefined || name.includes(only) || constant.includes(only);
  return pairs.filter(isChosen).map(measurePair);
}

function kernelsTable(results: readonly PairResult[]): string {
  const rows = results.map(({ name, on, constant = '', fast_us, naive_us, ratio, quartiles }) => [
    name,
    on,
    constant,
    figure(fast_us),
    figure(naive_us),
    figure(ratio),
    quartiles.map(figure).join(' … '),
  ]);
  return table(['first against second', 'on', 'constant', 'first µs', 'second µs', 'ratio', 'quartiles'], rows, [
    'on',
    'constant',
  ]);
}

function switchesTable(results: readonly SwitchResult[]): string {
  const rows = results.map(({ name, question, with_ms, without_ms, ratio }) => [
    name,
    question,
    figure(with_ms),
    figure(without_ms),
    figure(ratio),
  ]);
  return table(['fast path', 'question', 'with, ms', 'without, ms', 'ratio'], rows, ['question']);
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(3), OPTIONS);
  if (options.help) return console.log(HELP);
  const print = <T>(results: readonly T[], asTable: (results: readonly T[]) => string) =>
    console.log(options.json ? JSON.stringify(results, null, 1) : asTable(results));
  if (!options.switches) return print(kernels(options.only), kernelsTable);
  const parts = wholeNumber('--parts', options.parts) as number;
  print(await measureSwitches(parts, options.only?.split(',')), switchesTable);
}

try {
  await run();
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${HELP}` : error);
  process.exitCode = 1;
}
