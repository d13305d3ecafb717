import type { Query } from '../compile/queries.js';
import { ALL, allOf, NONE } from '../compile/queries.js';
import { SPEC } from '../schema.js';
import type { EngineAnswer, EngineSession } from '../session.js';
import { keyOfEscaped } from '../terms.js';
import { leftBySets } from './dropped-sets.js';
import { type Beginning, readBeginnings } from './number-beginnings.js';

/*
 * Interpreting a question asks for one count after the other, and what is asked next depends on each. So a question is interpreted with
 * guesses in place of counts that are not known yet; what was guessed is counted in one request, and the question is interpreted again,
 * until nothing had to be guessed. Each round knows what the first guess of the one before stood for, and so it ends.
 */

/** A condition of parts as the engine has it. */
export interface Clause {
  readonly id: number;
  readonly query: Query;
}

/** The number of parts with each spec key, added up over the members of the key. */
export type SpecNumbers = ReadonlyMap<string, number>;

interface Wanted<T> {
  readonly known: Map<string, T>;
  readonly asked: Map<string, readonly Clause[]>;
}

const nothingYet = <T>(): Wanted<T> => ({ known: new Map(), asked: new Map() });
const keyOf = (clauses: readonly Clause[]): string => clauses.map(({ id }) => id).join();

/** Conditions that are counted in one request. */
const AT_ONCE = 64;
const MOST_SPECS = 60_000;

/** The counts of one question: of one point in time. */
export class Enquiry {
  private readonly clauses = new Map<string, Clause>();
  private readonly counts = nothingYet<number>();
  private readonly specs = nothingYet<SpecNumbers>();
  private readonly beginnings = new Map<string, Beginning | undefined>();
  private readonly askedBeginnings = new Set<string>();
  private readonly left = new Map<string, ReadonlyMap<string, number>>();
  private readonly askedLeft = new Map<string, { kept: readonly Clause[]; droppable: readonly (readonly Clause[])[] }>();

  /** @param numberField the index field of the forms of `mpn` */
  constructor(
    private readonly session: EngineSession,
    private readonly numberField: string,
  ) {}

  /** The clause of a text; those of the same text are one. @param make makes its query */
  clause(text: string, make: () => Query): Clause {
    let clause = this.clauses.get(text);
    if (!clause) this.clauses.set(text, (clause = { id: this.clauses.size, query: make() }));
    return clause;
  }

  /** Clauses without repetitions, in an order of their own. */
  united(...lists: readonly (readonly Clause[])[]): readonly Clause[] {
    const byId = new Map(lists.flat().map((clause) => [clause.id, clause]));
    return [...byId.values()].filter(({ query }) => query !== ALL).sort((a, b) => a.id - b.id);
  }

  /** The parts that meet all of some united clauses. @param guess in place of a count that is not known yet */
  count(clauses: readonly Clause[], guess: number): number {
    if (clauses.some(({ query }) => query === NONE)) return 0;
    return asked(this.counts, clauses) ?? guess;
  }

  /** The parts of some that have each spec key; undefined if that is not known yet. */
  specsOf(clauses: readonly Clause[]): SpecNumbers | undefined {
    return asked(this.specs, clauses);
  }

  /** The part numbers that begin with a form; undefined also if they are not known yet. */
  beginning(form: string): Beginning | undefined {
    if (!this.beginnings.has(form)) this.askedBeginnings.add(form);
    return this.beginnings.get(form);
  }

  /** Of the parts that meet the most of some conditions, how many there are for each set of those that they do not meet. */
  leftBySets(kept: readonly Clause[], droppable: readonly (readonly Clause[])[]): ReadonlyMap<string, number> | undefined {
    const key = `${keyOf(kept)}|${droppable.map(keyOf).join('|')}`;
    const known = this.left.get(key);
    if (!known) this.askedLeft.set(key, { kept, droppable });
    return known;
  }

  /** Whether something was guessed since it was last asked. */
  get isPending(): boolean {
    const { counts, specs, askedBeginnings, askedLeft } = this;
    return counts.asked.size + specs.asked.size + askedBeginnings.size + askedLeft.size > 0;
  }

  /** Asks for all that was guessed. */
  async ask(): Promise<void> {
    await this.askCounts();
    const forms = [...this.askedBeginnings];
    this.askedBeginnings.clear();
    for (const [form, found] of await readBeginnings(forms, this.numberField, this.session)) this.beginnings.set(form, found);
    const sets = [...this.askedLeft];
    this.askedLeft.clear();
    for (const [key, { kept, droppable }] of sets) {
      const left = await leftBySets(queryOf(kept), droppable.map(queryOf), this.session);
      this.left.set(key, left);
    }
  }

  private async askCounts(): Promise<void> {
    const counts = [...this.counts.asked];
    const specs = [...this.specs.asked];
    this.counts.asked.clear();
    this.specs.asked.clear();
    for (let from = 0; from < Math.max(counts.length, specs.length); from += AT_ONCE) {
      const some = counts.slice(from, from + AT_ONCE);
      const someSpecs = specs.slice(from, from + AT_ONCE);
      const { aggregations } = await this.session.search(countsBody(some, someSpecs), 'counting parts for a question');
      for (const [i, [key]] of some.entries()) this.counts.known.set(key, aggregations[`c${i}`].doc_count);
      for (const [i, [key]] of someSpecs.entries()) this.specs.known.set(key, specNumbers(aggregations[`s${i}`].has.buckets));
    }
  }
}

function asked<T>({ known, asked: open }: Wanted<T>, clauses: readonly Clause[]): T | undefined {
  const key = keyOf(clauses);
  const found = known.get(key);
  if (found === undefined) open.set(key, clauses);
  return found;
}

const queryOf = (clauses: readonly Clause[]): Query => allOf(clauses.map(({ query }) => query));

function countsBody(counts: readonly [string, readonly Clause[]][], specs: readonly [string, readonly Clause[]][]): object {
  const aggs: Record<string, object> = {};
  for (const [i, [, clauses]] of counts.entries()) aggs[`c${i}`] = { filter: queryOf(clauses) };
  const has = { terms: { field: SPEC.has, size: MOST_SPECS, shard_size: MOST_SPECS } };
  for (const [i, [, clauses]] of specs.entries()) aggs[`s${i}`] = { filter: queryOf(clauses), aggs: { has } };
  return { size: 0, track_total_hits: false, aggs };
}

const RANGE = '.range';

/** The parts with each spec key, by what they have of it: extents are no member of their own. */
export function specNumbers(having: Iterable<EngineAnswer>): SpecNumbers {
  const numbers = new Map<string, number>();
  for (const { key: name, doc_count: parts } of having) {
    if (name.endsWith(RANGE)) continue;
    const key = keyOfEscaped(name.slice(0, name.lastIndexOf('.')));
    numbers.set(key, (numbers.get(key) ?? 0) + parts);
  }
  return numbers;
}
