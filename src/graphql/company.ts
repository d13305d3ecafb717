import type { AnswerContext } from './answer-context.js';
import { type CompanyKind, type CompanyRecord, companyRecord } from './records.js';
import type { Arguments, ObjectSource } from './schema.js';
import { slugOf } from './values.js';

/** A company of the interface. */
export function companySource({ uid, id, name, aliases, homepageUrl, displayFlag }: CompanyRecord): ObjectSource {
  return Object.assign(Object.create(null), {
    id: id ?? (uid === '' ? null : uid),
    name,
    aliases,
    display_flag: displayFlag,
    homepage_url: homepageUrl,
    slug: name === null ? null : slugOf(name),
  });
}

/** A company as a part has it, with what only its record says of it. */
export async function companyOf(
  given: unknown,
  kind: CompanyKind,
  { records, work }: AnswerContext,
): Promise<ObjectSource | null> {
  const own = companyRecord(given);
  if (own.uid === '' && own.name === null) return null;
  const record = (await records.companies(kind, work)).byUid.get(own.uid);
  return companySource({
    uid: own.uid,
    id: record?.id ?? own.id,
    // What a part leaves out of these is filled already, from records that were given.
    name: own.name,
    aliases: record?.aliases ?? own.aliases,
    homepageUrl: own.homepageUrl,
    displayFlag: own.displayFlag ?? (kind === 'sellers' ? null : (record?.displayFlag ?? null)),
  });
}

const ACTIVE_PARTS = 'specs.lifecycle_status.value:Active';

/** The companies of a collection: those of some ids or slugs, or all. */
export async function companies(
  kind: CompanyKind,
  { ids, slugs, min_number_of_active_parts: leastParts }: Arguments,
  context: AnswerContext,
): Promise<ObjectSource[]> {
  const directory = await context.records.companies(kind, context.work);
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
  return chosen.map(companySource);
}

/** How many parts whose lifecycle status is active each manufacturer has. */
async function activeParts(context: AnswerContext): Promise<ReadonlyMap<string, number>> {
  if (context.spec('lifecycle_status')?.type !== 'string') return new Map();
  const facets = new Map([['manufacturer.uid', Number.POSITIVE_INFINITY]]);
  const { facet_results } = await context.searchOf({ filter: { queries: [ACTIVE_PARTS] } }).ask({ facets });
  return new Map(facet_results.fields['manufacturer.uid'].facets.map(({ value, count }) => [value, count]));
}
