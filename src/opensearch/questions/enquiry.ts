import type { Query } from '../compile/queries.js';
import { ALL, allOf, NONE } from '../compile/queries.js';
import { SPEC } from '../schema.js';
import type { EngineAnswer, EngineSession } from '../session.js';
import type { Clause } from './clause.js';
import { DroppedSets } from './dropped-sets.js';
import { Guesses } from './guesses.js';
import { type Beginning, beginningsBody, FORMS_AT_ONCE, readBeginnings } from './number-beginnings.js';

/*
 * Interpreting a question asks for one count after the other, and what is asked next depends on each. So a question is interpreted with
 * guesses in place of counts that are not known yet, several times with different ones; what was guessed is counted in one request, and
 * the question is interpreted again, until nothing had to be guessed. Each round knows what the first guess of the one before stood for,
 * and so it ends; since a round asks for what other guesses lead to as well, it ends after a few.
 */

/** The number of parts with each member of a spec, by its name in terms. */
export type SpecNumbers = ReadonlyMap<string, number>;

const keyOf = (clauses: readonly Clause[]): string => clauses.map(({ id }) => id).join();

/** Conditions that are counted in one of the searches of a request. */
const AT_ONCE = 128;
/** Counts, and counts of all specs, beyond which no other guesses are tried in a round. */
const [MOST_ASKED, MOST_SPECS_ASKED] = [320, 6];
/** Names of members of specs that parts may have together. */
const MOST_NAMES = 65_000;
const STEP = 'counting parts for a question';

/** What one search of a round asks for. */
interface Asked {
  readonly body: object;
  read(answer: EngineAnswer): void | Promise<void>;
}

/** The counts of one question: of one point in time. */
export class Enquiry {
  readonly guesses: Guesses;
  private readonly clauses = new Map<string, Clause>();
  private readonly counts = new Map<string, number>();
  /** Counts that follow from others. */
  private readonly inferred = new Map<string, number | undefined>();
  private readonly askedCounts = new Map<string, readonly Clause[]>();
  private readonly specs = new Map<string, SpecNumbers>();
  private readonly askedSpecs = new Map<string, readonly Clause[]>();
  private readonly beginnings = new Map<string, Beginning | undefined>();
  private readonly askedBeginnings = new Set<string>();
  private readonly left = new Map<string, ReadonlyMap<string, number>>();
  private readonly askedLeft = new Map<string, DroppedSets>();
  private empty: readonly ReadonlySet<number>[] = [];

  /**
   * @param numberField the index field of the forms of `mpn`
   * @param total about how many parts there are
   */
  constructor(
    private readonly session: EngineSession,
    private readonly numberField: string,
    total: number,
  ) {
    this.guesses = new Guesses(total, { of: (clauses) => this.counts.get(keyOf(clauses)) });
  }

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

  /** The parts that meet all of some united clauses. @param usual what is guessed of most: 0, or 1 for some */
  count(clauses: readonly Clause[], usual: number): number {
    if (clauses.some(({ query }) => query === NONE)) return 0;
    const key = keyOf(clauses);
    const known = this.counts.get(key) ?? this.follows(key, clauses);
    if (known !== undefined) return known;
    this.askedCounts.set(key, clauses);
    return this.guesses.count(key, clauses, usual);
  }

  /** What meets more conditions than no part meets is no part; a condition that all parts meet may be left out. */
  private follows(key: string, clauses: readonly Clause[]): number | undefined {
    if (clauses.length < 2) return undefined;
    if (this.inferred.has(key)) return this.inferred.get(key);
    const ids = new Set(clauses.map(({ id }) => id));
    const isEmpty = this.empty.some((none) => none.size <= ids.size && [...none].every((id) => ids.has(id)));
    const total = this.counts.get('');
    const telling = clauses.filter((clause) => total === undefined || this.counts.get(keyOf([clause])) !== total);
    const found = isEmpty ? 0 : telling.length < clauses.length ? this.counts.get(keyOf(telling)) : undefined;
    this.inferred.set(key, found);
    return found;
  }

  /** The parts of some that have each member of a spec; undefined if that is not known yet. */
  specsOf(clauses: readonly Clause[]): SpecNumbers | undefined {
    const key = keyOf(clauses);
    const known = this.specs.get(key);
    if (!known) this.askedSpecs.set(key, clauses);
    return known;
  }

  /** The part numbers that begin with a form; undefined also if they are not known yet. */
  beginning(form: string): Beginning | undefined {
    if (!this.beginnings.has(form)) this.askedBeginnings.add(form);
    return this.beginnings.get(form);
  }

  /** Of the parts that meet the most of some conditions, how many there are for each set of those that they do not meet. */
  leftBySets(kept: readonly Clause[], droppable: readonly (readonly Clause[])[]): ReadonlyMap<string, number> {
    const key = `${keyOf(kept)}|${droppable.map(keyOf).join('|')}`;
    const known = this.left.get(key);
    if (known) return known;
    this.askedLeft.set(key, new DroppedSets(queryOf(kept), droppable.map(queryOf)));
    return droppable.length === 0 ? new Map() : new Map([[String(this.guesses.place(key, droppable.length)), 1]]);
  }

  /** Whether something was guessed since it was last asked. */
  get isPending(): boolean {
    const { askedCounts, askedSpecs, askedBeginnings, askedLeft } = this;
    return askedCounts.size + askedSpecs.size + askedBeginnings.size + askedLeft.size > 0;
  }

  /** Whether one request may ask for more. */
  get hasRoom(): boolean {
    return this.askedCounts.size < MOST_ASKED && this.askedSpecs.size < MOST_SPECS_ASKED;
  }

  /** Asks for all that was guessed, in one request. */
  async ask(): Promise<void> {
    const asked = [...this.countsAsked(), ...this.beginningsAsked(), ...this.leftAsked()];
    const answers = await this.session.searches(
      asked.map(({ body }) => body),
      STEP,
    );
    for (const [i, { read }] of asked.entries()) await read(answers[i]);
    this.inferred.clear();
  }

  private countsAsked(): Asked[] {
    const counts = inOrderOfUse([...this.askedCounts]);
    const specs = [...this.askedSpecs];
    this.askedCounts.clear();
    this.askedSpecs.clear();
    const asked: Asked[] = [];
    for (let from = 0; from < counts.length; from += AT_ONCE) {
      const some = counts.slice(from, from + AT_ONCE);
      asked.push({
        body: countsBody(some.map(([, clauses]) => clauses)),
        read: ({ aggregations }) => {
          for (const [key, clauses] of some) this.note(key, clauses, countIn(aggregations, clauses));
        },
      });
    }
    const names = { terms: { field: SPEC.has, size: MOST_NAMES, shard_size: MOST_NAMES } };
    for (const [key, clauses] of specs) {
      asked.push({
        body: { query: queryOf(clauses), size: 0, track_total_hits: false, aggs: { names } },
        read: ({ aggregations }) => void this.specs.set(key, specNumbers(aggregations.names.buckets)),
      });
    }
    return asked;
  }

  private note(key: string, clauses: readonly Clause[], parts: number): void {
    this.counts.set(key, parts);
    if (parts === 0) this.empty = [...this.empty, new Set(clauses.map(({ id }) => id))];
  }

  private beginningsAsked(): Asked[] {
    const forms = [...this.askedBeginnings];
    this.askedBeginnings.clear();
    const asked: Asked[] = [];
    for (let from = 0; from < forms.length; from += FORMS_AT_ONCE) {
      const some = forms.slice(from, from + FORMS_AT_ONCE);
      asked.push({
        body: beginningsBody(some, this.numberField),
        read: (answer) => {
          for (const [form, found] of readBeginnings(some, answer)) this.beginnings.set(form, found);
        },
      });
    }
    return asked;
  }

  private leftAsked(): Asked[] {
    const sets = [...this.askedLeft];
    this.askedLeft.clear();
    return sets.map(([key, dropped]) => ({
      body: dropped.body(),
      read: async (answer) => void this.left.set(key, await dropped.read(answer, this.session)),
    }));
  }
}

const queryOf = (clauses: readonly Clause[]): Query => allOf(clauses.map(({ query }) => query));

/** Counts the parts that meet all of some clauses, and the same for others: clauses with which several begin are looked for once. */
function countsBody(counts: readonly (readonly Clause[])[]): object {
  return { size: 0, track_total_hits: false, aggs: { [EVERYTHING]: { filter: ALL }, ...countsWithin(counts) } };
}

type AskedCount = readonly [key: string, clauses: readonly Clause[]];

/**
 * Counts with the clauses first that most counts have, so that many begin with the same clauses (Han, Pei and Yin 2000, "Mining Frequent
 * Patterns without Candidate Generation", section 2); neighbours are most alike.
 */
function inOrderOfUse(counts: readonly AskedCount[]): AskedCount[] {
  const uses = new Map<Clause, number>();
  for (const [, clauses] of counts) for (const clause of clauses) uses.set(clause, (uses.get(clause) ?? 0) + 1);
  const places = [...uses].sort(([a, m], [b, n]) => n - m || a.id - b.id).map(([clause]) => clause);
  const placeOf = new Map(places.map((clause, place) => [clause, place]));
  const ordered = counts.map(([key, clauses]) => {
    const byPlace = clauses.map((clause) => placeOf.get(clause) as number).sort((a, b) => a - b);
    return { key, byPlace };
  });
  ordered.sort((a, b) => compareLists(a.byPlace, b.byPlace));
  return ordered.map(({ key, byPlace }) => [key, byPlace.map((place) => places[place])]);
}

/** The order of lists by their first difference; one that another begins with is before it. */
function compareLists(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

const EVERYTHING = 'all';
const nameOf = ({ id }: Clause): string => `c${id}`;

function countsWithin(counts: readonly (readonly Clause[])[]): Record<string, object> {
  const byFirst = new Map<Clause, (readonly Clause[])[]>();
  for (const [first, ...others] of counts) {
    if (!first) continue;
    const known = byFirst.get(first);
    if (known) known.push(others);
    else byFirst.set(first, [others]);
  }
  return Object.fromEntries(
    Array.from(byFirst, ([first, others]) => {
      const isLast = others.every(({ length }) => length === 0);
      return [nameOf(first), { filter: first.query, ...(!isLast && { aggs: countsWithin(others) }) }];
    }),
  );
}

function countIn(aggregations: EngineAnswer, clauses: readonly Clause[]): number {
  if (clauses.length === 0) return aggregations[EVERYTHING].doc_count;
  return clauses.reduce((found, clause) => found[nameOf(clause)], aggregations).doc_count;
}

function specNumbers(having: readonly EngineAnswer[]): SpecNumbers {
  return new Map(having.map(({ key, doc_count: parts }) => [key, parts]));
}
