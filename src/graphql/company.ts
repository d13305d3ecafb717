import { LIFE_CYCLE_KEY, statusOf } from '../analysis/life-cycle.js';
import { specField } from '../model/fields.js';
import type { AnswerContext } from './answer-context.js';
import { type CompanyKind, type CompanyRecord, companyKey, companyRecord } from './company-records.js';
import { countMakers, makersOf } from './makers.js';
import type { Arguments, ObjectSource } from './schema.js';
import { slugOf } from './values.js';

/** A company of the interface. */
export interface CompanySource {
  readonly display_flag: string | null;
}

/** @param isBroker whether it stands in a listing of a broker; undefined if it does not stand in a seller of a part */
export function companySource(record: CompanyRecord, isBroker?: boolean): CompanySource {
  const { uid, id, name, aliases, homepageUrl, displayFlag } = record;
  return Object.assign(Object.create(null), {
    id: id ?? (uid === '' ? null : uid),
    name,
    aliases,
    display_flag: displayFlag,
    homepage_url: homepageUrl,
    slug: name === null ? null : slugOf(name),
    is_broker: isBroker ?? ((_args: Arguments, context: AnswerContext) => isListedBroker(record, context)),
  });
}

/** Whether a broker listing of the catalog names the company. */
async function isListedBroker(record: CompanyRecord, { records, work, hides }: AnswerContext): Promise<boolean> {
  if (hides(`broker_listings.seller.${record.uid === '' ? 'name' : 'uid'}`) || !(await records.partsHave('broker_listings')))
    return false;
  const { brokers } = await records.partFacts(work);
  return brokers.has(companyKey(record) ?? '');
}

/** A company as a part has it, with what only its record says of it. */
export async function companyOf(
  given: unknown,
  kind: CompanyKind,
  { records, work }: AnswerContext,
  isBroker?: boolean,
): Promise<CompanySource | null> {
  const own = companyRecord(given);
  if (own.uid === '' && own.name === null) return null;
  const record = (await records.companies(kind, work)).byUid.get(own.uid);
  return companySource(
    {
      uid: own.uid,
      id: record?.id ?? own.id,
      // What a part leaves out of these is filled already, from records that were given.
      name: own.name,
      aliases: record?.aliases ?? own.aliases,
      homepageUrl: own.homepageUrl,
      displayFlag: own.displayFlag ?? (kind === 'sellers' ? null : (record?.displayFlag ?? null)),
    },
    isBroker,
  );
}

/** The makers or sellers of the catalog: those of some ids or slugs, or all. */
export async function companies(
  kind: 'makers' | 'sellers',
  { ids, slugs, min_number_of_active_parts: leastParts }: Arguments,
  context: AnswerContext,
): Promise<ObjectSource[]> {
  const { records, work } = context;
  const directory = kind === 'makers' ? (await makersOf(context)).directory : await records.companies(kind, work);
  let chosen = directory.records;
  if (ids || slugs) {
    const bySlug = slugs
      ? new Map([...directory.records].reverse().map((record) => [slugOf(record.name ?? ''), record]))
      : undefined;
    const found = [
      ...((ids ?? []) as string[]).map((id) => directory.identified(id)),
      ...((slugs ?? []) as string[]).map((slug) => bySlug?.get(slug)),
    ];
    chosen = [...new Set(found.filter((record) => record !== undefined))];
  }
  if (typeof leastParts === 'number' && leastParts > 0) {
    const counts = await activeParts(context);
    chosen = chosen.filter(({ uid }) => (counts.get(uid) ?? 0) >= leastParts);
  }
  return chosen.map((record) => companySource(record));
}

const STATUS = specField(LIFE_CYCLE_KEY, 'value');

/**
 * How many parts whose lifecycle status is ACTIVE each maker has, by its uid: counted once for a catalog; for a client that some
 * members are hidden from, for its request.
 */
async function activeParts(context: AnswerContext): Promise<ReadonlyMap<string, number>> {
  const { records, work } = context;
  if (!context.spec(LIFE_CYCLE_KEY) || context.hides(STATUS)) return new Map();
  if (context.hidesMembers) return countActive(context);
  return records.activeParts.get('all', work, () => countActive(context));
}

async function countActive(context: AnswerContext): Promise<ReadonlyMap<string, number>> {
  const { records, work, whole, hides } = context;
  // The first value decides, and only documents have the order of several.
  if (whole.collections.parts.isMultiValued(STATUS)) return (await records.partFacts(work)).activeParts(hides);
  const search = context.searchUnfiltered({});
  const { facet_results } = await search.ask({ facets: new Map([[STATUS, Number.POSITIVE_INFINITY]]) });
  const statuses = facet_results.fields[STATUS].facets.map(({ value }) => value);
  const active = statuses.filter((value) => statusOf(value) === 'ACTIVE');
  if (active.length === 0) return new Map();
  const conditions = { filter: { fields: { [STATUS]: active } } };
  const counted = await countMakers(conditions, context, (asked) => context.searchUnfiltered(asked));
  return new Map(counted.map(({ uid, count }) => [uid, count]));
}
