import { tokens } from '../../analysis/text.js';
import type { Droppable, Evidence, Found } from '../../ask/evidence.js';
import { FIELDS, parseSpecField } from '../../model/fields.js';
import type { Filter } from '../../parser/ast.js';
import { printFilter } from '../../parser/print.js';
import type { ResolvedFilter } from '../../resolve/resolved-filter.js';
import type { Task } from '../../work/pauses.js';
import { compileFilter } from '../compile/filters.js';
import { allOf, anyOf, NONE, noneOf, type Query, term } from '../compile/queries.js';
import { beginsWith } from '../compile/ranges.js';
import type { SearchContext } from '../compile/search.js';
import { bestOf } from '../in-process.js';
import { STRINGS } from '../schema.js';
import { specName } from '../terms.js';
import type { Clause } from './clause.js';
import type { Enquiry, SpecNumbers } from './enquiry.js';

/** What conditions mean in a catalog on a cluster. */
export interface ConditionContext {
  readonly context: SearchContext;
  /** The meaning of a condition; undefined if no request may have it. */
  resolve(condition: Filter): ResolvedFilter | undefined;
  /** The parts of the whole catalog with each member of a spec. */
  readonly specs: SpecNumbers;
}

/** Parts by the clauses that they meet. */
interface CountedParts extends Found {
  readonly clauses: readonly Clause[];
}

const SOME = 1;
const NO_SPECS: SpecNumbers = new Map();

/** The fields whose texts are read for words that stand side by side. */
const TEXTS = [...FIELDS.parts.values()].filter(({ kind, weight }) => weight > 0 || kind === 'text').map(({ name }) => name);

/** A computation that is done already. */
// biome-ignore lint/correctness/useYield: it neither pauses nor waits
function* done<T>(value: T): Task<T> {
  return value;
}

/**
 * Counts parts for one reading of a question: what is not known yet is guessed, and noted in the enquiry. A guess is that some part meets
 * a condition, and that a word is no part number; `Guesses` tells more.
 */
export class CountedEvidence implements Evidence {
  readonly everything: CountedParts;
  private readonly found = new Map<Filter, CountedParts>();

  /** @param scope what all parts meet */
  constructor(
    private readonly enquiry: Enquiry,
    private readonly conditions: ConditionContext,
    scope: readonly Clause[],
  ) {
    this.everything = this.counted({ kind: 'all' }, enquiry.united(scope));
  }

  find(condition: Filter): Task<CountedParts> {
    let found = this.found.get(condition);
    if (!found) {
      found = this.counted(condition, this.clausesOf(condition));
      this.found.set(condition, found);
    }
    return done(found);
  }

  both(a: Found, b: Found): Task<CountedParts> {
    const [first, second] = [a as CountedParts, b as CountedParts];
    if (first === this.everything || first === second) return done(second);
    if (second === this.everything) return done(first);
    const condition: Filter = { kind: 'and', children: [first.condition, second.condition] };
    return done(this.counted(condition, this.enquiry.united(first.clauses, second.clauses), [first, second]));
  }

  within(context: Found, condition: Filter): Task<CountedParts> {
    const within = context as CountedParts;
    const both: Filter = { kind: 'and', children: [within.condition, condition] };
    return done(this.counted(both, this.enquiry.united(within.clauses, this.clausesOf(condition)), [within]));
  }

  countBoth(a: Found, b: Found): Task<number> {
    const [first, second] = [a as CountedParts, b as CountedParts];
    return done(this.countOf(this.enquiry.united(first.clauses, second.clauses), [first, second]));
  }

  without(a: Found, b: Found): Task<CountedParts> {
    const [first, second] = [a as CountedParts, b as CountedParts];
    const key = `not ${second.clauses.map(({ id }) => id).join()}`;
    const none = this.enquiry.clause(key, () => noneOf(allOf(second.clauses.map(({ query }) => query))));
    const condition: Filter = { kind: 'and', children: [first.condition, { kind: 'not', child: second.condition }] };
    return done(this.counted(condition, this.enquiry.united(first.clauses, [none]), [first]));
  }

  countWithin(context: Found, condition: Filter): Task<number> {
    const within = context as CountedParts;
    return done(this.countOf(this.enquiry.united(within.clauses, this.clausesOf(condition)), [within]));
  }

  mostWithSpec(context: Found): Task<(field: string) => number> {
    const having = this.specsOf(context as CountedParts);
    return done((field) => {
      const spec = parseSpecField(field);
      return spec ? (having.get(specName(spec.key, spec.member)) ?? 0) : 0;
    });
  }

  countHaving(context: Found, field: string): Task<number> {
    const { clauses, parts } = context as CountedParts;
    const spec = parseSpecField(field);
    if (!spec || parts === 0) return done(0);
    const name = specName(spec.key, spec.member);
    const having = this.known(clauses);
    if (having) return done(having.get(name) ?? 0);
    const { guesses } = this.enquiry;
    return done(guesses.varied(`${clauses.length} ${name}`, this.conditions.specs.get(name) ?? 0));
  }

  /** How many of some parts have each member of a spec; those of the whole catalog where that is not known yet. */
  private specsOf({ clauses, parts }: CountedParts): SpecNumbers {
    return parts === 0 ? NO_SPECS : (this.known(clauses) ?? this.conditions.specs);
  }

  /** Undefined if it is not known yet. */
  private known(clauses: readonly Clause[]): SpecNumbers | undefined {
    return clauses.length === 0 ? this.conditions.specs : this.enquiry.specsOf(clauses);
  }

  forget(): void {}

  rowsRead(texts: readonly string[]): Task<number> {
    const { fields } = this.conditions.context;
    const own = TEXTS.flatMap((name) => fields.find(name)?.text ?? []);
    const indices = [...new Set([...own, STRINGS.text])];
    let rows = 0;
    for (const text of texts) {
      const words = [...new Set(tokens(text))];
      if (tokens(text).length < 2) continue;
      const read = () => anyOf(indices.map((index) => allOf(words.map((word) => term(index, word)))));
      rows += this.enquiry.count([this.enquiry.clause(`rows ${words.join(' ')}`, read)], 0);
    }
    return done(rows);
  }

  numbered(form: string): Task<{ readonly mpn: boolean; readonly sku: boolean }> {
    return done({ mpn: this.hasNumber('mpn', form), sku: this.hasNumber('offers.sku', form) });
  }

  private hasNumber(name: string, form: string): boolean {
    return this.isThere(this.enquiry.clause(`${name} is ${form}`, () => term(this.formsOf(name), form)));
  }

  beginsNumber(form: string): Task<boolean> {
    return done(this.isThere(this.enquiry.clause(`mpn begins ${form}`, () => beginsWith(this.formsOf('mpn'), form))));
  }

  /** The index field of the forms of part numbers. */
  private formsOf(name: string): string {
    return this.conditions.context.layout.fields.get(name)?.form as string;
  }

  /** Whether some part in scope meets a clause that few do. */
  private isThere(clause: Clause): boolean {
    return this.enquiry.count(this.enquiry.united(this.everything.clauses, [clause]), 0) > 0;
  }

  fewestDropped(kept: Found, droppable: readonly Droppable[]): Task<readonly number[] | undefined> {
    const clauses = droppable.map(({ found }) => (found as CountedParts).clauses);
    const left = this.enquiry.leftBySets((kept as CountedParts).clauses, clauses);
    return done(bestOf(left, droppable));
  }

  private counted(condition: Filter, clauses: readonly Clause[], of: readonly CountedParts[] = []): CountedParts {
    return { condition, clauses, parts: this.countOf(clauses, of) };
  }

  /** @param of parts that those are among */
  private countOf(clauses: readonly Clause[], of: readonly CountedParts[]): number {
    return of.some(({ parts }) => parts === 0) ? 0 : this.enquiry.count(clauses, SOME);
  }

  /** What parts in scope that meet a condition meet. */
  private clausesOf(condition: Filter): readonly Clause[] {
    const { everything, conditions } = this;
    const compiled = (): Query => {
      const filter = conditions.resolve(condition);
      return filter ? compileFilter(filter, conditions.context) : NONE;
    };
    return this.enquiry.united(everything.clauses, [this.enquiry.clause(`: ${printFilter(condition)}`, compiled)]);
  }
}
