import { parseSpecField, SPEC_MEMBERS, type SpecMember, specField } from '../model/fields.js';
import type { ResolvedDrilldown } from '../resolve/resolved-search.js';
import { readAllValues } from './all-values.js';
import { CountPlan, firstOf } from './compile/counts.js';
import type { PartField, PartFields } from './compile/fields.js';
import { hasInterval } from './compile/filters.js';
import type { CompiledSearch } from './compile/search.js';
import { countFields, tooManyValues } from './count-with.js';
import { type CountedField, countedValues } from './counted-field.js';
import { type Candidate, Candidates } from './decode/candidate-keys.js';
import { BestKeys, type RankedField, type RankedKey, usefulnessOf } from './decode/usefulness.js';
import type { OpenedIndex } from './opened.js';
import { SPEC } from './schema.js';
import type { EngineAnswer, EngineSession } from './session.js';
import type { SpecMemberNames } from './spec-member-names.js';

/** The spec keys that a drilldown returns. */
export interface RankedKeys {
  readonly keys: readonly RankedKey[];
  /** Number of keys that the hits have. */
  readonly carried: number;
  /** The ranges of those keys of which more hits have an interval than a value. */
  readonly extents: readonly { readonly name: string; readonly counts: CountedField }[];
}

/** Keys that are counted in the first request, and how many times as many in each further one. */
const FIRST_BATCH = 64;
const GROWTH = 6;
/** Names of fields of specs that parts may have together. */
const MOST_NAMES = 65_000;
const COVERAGE = 'coverage';

/**
 * The spec drilldown (docs/semantics.md): one aggregation tells how many hits have each field of a spec; then the keys that most of them
 * have are counted, until no further key can be among the best, since a key is no more useful than the share of hits that has it.
 */
export class Drilldown {
  private plan = new CountPlan([]);

  /** @param names of the members of the spec keys of the catalog */
  constructor(
    private readonly request: ResolvedDrilldown,
    private readonly names: SpecMemberNames,
    private readonly fields: PartFields,
    private readonly context: Pick<OpenedIndex, 'valueCount'>,
  ) {}

  /** Adds the coverage of all keys to the request for the hits. */
  addTo(plan: CountPlan): void {
    this.plan = plan;
    plan.ask(COVERAGE, { terms: { field: SPEC.has, size: MOST_NAMES, shard_size: MOST_NAMES, order: { _key: 'asc' } } });
    for (const name of this.widened()) {
      const field = this.fields.find(name);
      if (field) plan.askQuery(`has ${name}`, field.has, name);
    }
  }

  /** Members of specs that are counted without their own filters. */
  private widened(): string[] {
    if (!this.request.excludeFilter) return [];
    return this.plan.widened().filter((name) => memberPlace(name) >= 0 && this.fields.find(name) !== undefined);
  }

  async rank(answer: EngineAnswer, compiled: CompiledSearch, session: EngineSession): Promise<RankedKeys> {
    const candidates = this.candidates(answer);
    const best = new BestKeys(this.request.keys, this.request.filteredKeys);
    let size = FIRST_BATCH;
    for (let at = 0; ; size *= GROWTH) {
      const batch = candidates.slice(at, at + size).filter(({ bound }) => bound >= best.least);
      if (batch.length === 0) break;
      at += batch.length;
      for (const key of await this.count(batch, compiled, session)) best.add(key);
    }
    const keys = best.ranked();
    return { keys, carried: candidates.size, extents: await this.extents(keys, compiled, session) };
  }

  /** The keys that hits have, those of most hits first. */
  private candidates(answer: EngineAnswer): Candidates {
    const { total, found } = this.plan.answered(COVERAGE, answer);
    if (found.sum_other_doc_count > 0) throw tooManyValues('the names of specs');
    const counts = this.names.countsOf(found.buckets);
    const unbound = new Set(this.request.filteredKeys);
    for (const name of this.widened()) {
      const { key, member } = parseSpecField(name) as { key: string; member: SpecMember };
      const place = this.names.placeOf(key, member);
      if (place !== undefined) counts[place] = this.plan.query(`has ${name}`, answer, name);
      // Of a member that is counted over other parts, no bound is known.
      unbound.add(key);
    }
    return new Candidates(this.names.keys, counts, unbound, total);
  }

  private async count(batch: readonly Candidate[], compiled: CompiledSearch, session: EngineSession): Promise<RankedKey[]> {
    const { excludeFilter, limit } = this.request;
    const asked = batch.map(({ key, having }) => ({ key, members: this.membersOf(key, having) }));
    const all = asked.flatMap(({ members }) => members);
    const { plan, answer } = await countFields(compiled, session, all.length, (plan) => {
      for (const field of all) plan.askField(field, excludeFilter, firstOf(field, limit, this.context));
    });
    const counted: RankedKey[] = [];
    for (const { key, members } of asked) {
      const fields: RankedField[] = [];
      for (const field of members) {
        const counts = await this.valuesOf(field, plan, answer, { compiled, session });
        fields.push({ name: field.name, isString: field.kind.numbers === undefined, counts });
      }
      counted.push({ key, usefulness: usefulnessOf(fields[0]), fields });
    }
    return counted;
  }

  /** The members of a key that some hit has. */
  private membersOf(key: string, having: Uint32Array): PartField[] {
    const fields: PartField[] = [];
    for (let i = 0; i < having.length; i++) {
      if (having[i] > 0) fields.push(this.fields.find(specField(key, SPEC_MEMBERS[i])) as PartField);
    }
    return fields;
  }

  /** The values of a field; of one with more than a request counts, they are read in pages. */
  private async valuesOf(
    field: PartField,
    plan: CountPlan,
    answer: EngineAnswer,
    { compiled, session }: { readonly compiled: CompiledSearch; readonly session: EngineSession },
  ): Promise<CountedField> {
    const { excludeFilter } = this.request;
    const counts = plan.field(field, excludeFilter, answer);
    if (counts) return counts;
    const values = await readAllValues(field, plan, compiled, session, excludeFilter ? field.name : undefined);
    return countedValues(plan.partsOf(field, excludeFilter, answer), values);
  }

  /** The ranges of number keys of which more hits have an interval than a value. */
  private async extents(
    keys: readonly RankedKey[],
    compiled: CompiledSearch,
    session: EngineSession,
  ): Promise<RankedKeys['extents']> {
    const { isNumber, excludeFilter } = this.request;
    const candidates = keys.filter(({ key, fields }) => isNumber(key) && (excludeFilter || mayHaveMoreIntervals(fields)));
    if (candidates.length === 0) return [];
    const asked = candidates.map(({ key }) => {
      const range = this.fields.find(specField(key, 'range')) as PartField;
      const value = this.fields.find(specField(key, 'value')) as PartField;
      return { range, value, without: excludeFilter ? range.name : undefined };
    });
    const { plan, answer } = await countFields(compiled, session, asked.length, (plan) => {
      for (const { range, value, without } of asked) {
        plan.askField(range, excludeFilter);
        plan.askQuery(`interval ${range.name}`, hasInterval(range), without);
        plan.askQuery(`value ${range.name}`, value.has, without);
      }
    });
    const extents: { name: string; counts: CountedField }[] = [];
    for (const { range, without } of asked) {
      const intervals = plan.query(`interval ${range.name}`, answer, without);
      if (intervals <= plan.query(`value ${range.name}`, answer, without)) continue;
      extents.push({ name: range.name, counts: await this.valuesOf(range, plan, answer, { compiled, session }) });
    }
    return extents;
  }
}

/** The place of a fieldname among the members of its spec key; -1 for other fields. */
const memberPlace = (name: string): number => SPEC_MEMBERS.indexOf(parseSpecField(name)?.member as SpecMember);

/** Whether as many parts have an end as have a value, at least if no part has both ends. */
function mayHaveMoreIntervals(fields: readonly RankedField[]): boolean {
  let difference = 0;
  for (const { name, counts } of fields) {
    difference += parseSpecField(name)?.member === 'value' ? -counts.having : counts.having;
  }
  return difference > 0;
}
