import { compareCodePoints, partNumberForm } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import type { CheckedPart } from '../model/checked-documents.js';
import type { PartSuggestion, SuggestionReason } from '../model/match-requests.js';
import { refusalOf } from './capabilities.js';
import type { MatchScope, NumberCondition, NumberField, ReadMatch } from './compile/match.js';
import { compileNearMatches, conditionName, hasNearMatches, LEAST_CHARACTERS, LONGEST_NUMBER } from './compile/near-matches.js';
import type { SearchContext } from './compile/search.js';
import { compareFields, compareReasons, nearMatchText, oneEdit } from './in-process.js';
import { textsOf } from './part-values.js';
import { type IndexField, STORED_PART } from './schema.js';
import type { EngineAnswer, EngineSession } from './session.js';

/** A part with a part number near the requested one. */
export interface NearMatch extends Omit<PartSuggestion, 'item'> {
  readonly part: object;
}

/** A number of a part that is near a requested one. */
interface NearNumber {
  readonly reason: SuggestionReason;
  readonly distance: number;
  readonly field: NumberField;
  readonly value: string;
  readonly condition: NumberCondition;
}

const FIELDS: readonly NumberField[] = ['mpn', 'offers.sku', 'aka_mpns'];

/** The near matches of queries that find nothing: one request to the cluster for all of them. */
export async function findNearMatches<Read extends ReadMatch>(
  unmatched: readonly Read[],
  scope: MatchScope,
  context: SearchContext,
  session: EngineSession,
): Promise<Map<Read, readonly NearMatch[]>> {
  const asked = unmatched.flatMap((read) => {
    if (read.conditions.some(isLong)) throw refusalOf('near matches');
    const body = compileNearMatches(read, scope, context);
    return body ? [{ read, body }] : [];
  });
  const answers = await session.searches(
    asked.map(({ body }) => body),
    'looking for near numbers',
  );
  return new Map(
    asked.map(({ read }, i) => [read, answers[i].hits.hits.map((hit: EngineAnswer) => nearMatch(hit, read, context))]),
  );
}

const isLong = (condition: NumberCondition): boolean =>
  hasNearMatches(condition) && [...partNumberForm(condition.reading as string)].length > LONGEST_NUMBER;

function nearMatch(hit: EngineAnswer, read: ReadMatch, context: SearchContext): NearMatch {
  const part = JSON.parse(hit._source[STORED_PART]);
  const met = new Set<string>(hit.matched_queries ?? []);
  const near = nearNumbers(part, read, context);
  near.sort((a, b) => compareReasons(a, b) || compareFields(a.field, b.field) || compareCodePoints(a.value, b.value));
  const { reason, field, value, condition } = near.find(
    (one) => one.reason === 'same_number' || meetsOthers(read, met),
  ) as NearNumber;
  const names = [...read.conditions.map(({ name }) => name), ...otherNames(read)];
  const unmet = names.filter((name) => !met.has(conditionName(name))).map((name) => ({ name, text: read.query[name] ?? '' }));
  const facts = { reason, field, value, requested: condition.reading as string, condition: condition.name, unmet };
  return { part, reason, field, value, text: nearMatchText(facts) };
}

const otherNames = ({ query }: ReadMatch) => (['brand', 'seller', 'q'] as const).filter((name) => query[name] !== undefined);

const meetsOthers = (read: ReadMatch, met: ReadonlySet<string>): boolean =>
  otherNames(read).every((name) => met.has(conditionName(name)));

/** The numbers of a part that are near those of a query. */
function nearNumbers(part: CheckedPart, { conditions }: ReadMatch, { layout }: SearchContext): NearNumber[] {
  const near: NearNumber[] = [];
  for (const condition of conditions.filter(hasNearMatches)) {
    const wanted = partNumberForm(condition.reading as string);
    for (const field of FIELDS) {
      const { definition } = layout.fields.get(field) as IndexField;
      const isAsked = condition.fields.includes(field);
      for (const value of textsOf(part, definition, NO_CONTEXT)) {
        const form = partNumberForm(value);
        if (form === wanted) near.push({ reason: isAsked ? 'same_number' : 'other_field', distance: 0, field, value, condition });
        else if (isAsked) near.push(...similarity(wanted, form).map((one) => ({ ...one, field, value, condition })));
      }
    }
  }
  return near;
}

/** Part numbers depend on nothing but the part. */
const NO_CONTEXT = {
  priceCurrency: '',
  companies: { brands: new Map(), manufacturers: new Map(), sellers: new Map() },
  ancestorsOf: () => [],
};

/** How two forms are similar, if they are. */
function similarity(wanted: string, form: string): Pick<NearNumber, 'reason' | 'distance'>[] {
  const [length, other] = [[...wanted].length, [...form].length];
  if (length < LEAST_CHARACTERS || other < LEAST_CHARACTERS) return [];
  if (form.startsWith(wanted) || wanted.startsWith(form)) return [{ reason: 'suffix', distance: Math.abs(length - other) }];
  const [a, b] = [utf8Bytes(wanted), utf8Bytes(form)];
  const distance = oneEdit(a, a.length, b, b.length);
  return distance === 0 ? [] : [{ reason: 'edit', distance }];
}
