/** Two ways to compute the same: the engine's, and a naive loop or the other choice that the engine has. */
export interface Pair {
  /** What is computed. */
  readonly name: string;
  /** The inputs, where the ratio depends on them. */
  readonly on: string;
  /** The constant of the engine that chooses between the two, if one does. */
  readonly constant?: string;
  /** Both return a checksum, which must be the same. */
  readonly fast: () => number;
  readonly naive: () => number;
}

export interface PairResult {
  readonly name: string;
  readonly on: string;
  readonly constant: string | undefined;
  /** Microseconds of CPU time of one run of the engine's way: the fastest round. */
  readonly fast_us: number;
  readonly naive_us: number;
  /** Naive over fast, the median of the rounds: above 1 the engine's way is faster. */
  readonly ratio: number;
  readonly quartiles: readonly [number, number];
}

/** Least CPU time of a round of each way, in microseconds. */
const ROUND_US = 8_000;
const ROUNDS = 15;
/** Runs before the first round, for the compiler. */
const WARM_UP_US = 60_000;

/** Measures both ways in turn: a change in the speed of the machine meets both. CPU time, so that a busy machine matters less. */
export function measurePair({ name, on, constant, fast, naive }: Pair): PairResult {
  const [expected, found] = [naive(), fast()];
  if (expected !== found) throw new Error(`${name}, ${on}: ${found} instead of ${expected}`);
  for (const run of [fast, naive]) timeOf(run, WARM_UP_US);
  const runs = { fast: runsFor(fast), naive: runsFor(naive) };
  const ratios: number[] = [];
  const best = { fast: Number.POSITIVE_INFINITY, naive: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    const quick = repeated(fast, runs.fast);
    const slow = repeated(naive, runs.naive);
    best.fast = Math.min(best.fast, quick);
    best.naive = Math.min(best.naive, slow);
    ratios.push(slow / quick);
  }
  ratios.sort((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor((ratios.length - 1) * share)];
  return { name, on, constant, fast_us: best.fast, naive_us: best.naive, ratio: at(0.5), quartiles: [at(0.25), at(0.75)] };
}

/** How many runs fill a round. */
function runsFor(run: () => number): number {
  return Math.max(1, Math.ceil(ROUND_US / timeOf(run, ROUND_US)));
}

/** Microseconds of CPU time of one run, over as many as fit the given time. */
function timeOf(run: () => number, microseconds: number): number {
  const began = cpuMicroseconds();
  let runs = 0;
  let used = 0;
  do {
    run();
    runs++;
    used = cpuMicroseconds() - began;
  } while (used < microseconds);
  return used / runs;
}

/** What the runs return is added up here, so that no compiler leaves them out. */
const sink = { sum: 0 };

function repeated(run: () => number, times: number): number {
  const began = cpuMicroseconds();
  for (let i = 0; i < times; i++) sink.sum += run();
  return (cpuMicroseconds() - began) / times;
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
