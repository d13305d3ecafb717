import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRAND, CATEGORY, MANUFACTURER, type ObjectSchema, OFFER, PART, SELLER, SPEC_VALUE } from '../../../src/model/schema.js';
import { hasRecorded, RECORDED_FILE, readRecorded } from '../../support/recorded-answers.js';
import { Served } from '../../support/served.js';

/**
 * Requests to the hosted service that others have recorded, asked again of a catalog of everything that was answered: the answers
 * have the same members with values of the same types. Programs written for the service read them.
 */

/** Members of recorded answers that are outside the interface. */
const SET_ASIDE = new Set(['snippet', 'user_country', 'user_currency']);
/** Members that an answer here has besides. */
const EXTENSIONS = new Set(['warnings', 'next', 'values']);
const SCHEMAS = new Map<unknown, ObjectSchema>(
  [BRAND, CATEGORY, MANUFACTURER, OFFER, PART, SELLER, SPEC_VALUE].map((schema) => [schema.className, schema]),
);

/** What an answer lacks, has too much, or has of another type. */
function differences(recorded: unknown, answered: unknown, path: string, found: Set<string> = new Set()): Set<string> {
  const [before, now] = [typeOf(recorded), typeOf(answered)];
  if (before !== now && before !== 'null' && now !== 'null') found.add(`${path}: ${before} became ${now}`);
  else if (before === 'list' && now === 'list') {
    const others = answered as unknown[];
    (recorded as unknown[]).forEach((element, i) => {
      const other = counterpart(element, i, others);
      if (other !== undefined) differences(element, other, `${path}[]`, found);
    });
  } else if (before === 'object' && now === 'object') compareMembers(recorded as object, answered as object, path, found);
  return found;
}

/** The element of a list that describes the same object. */
function counterpart(element: unknown, i: number, others: readonly unknown[]): unknown {
  const uid = uidOf(element);
  return uid === undefined ? others[i] : others.find((other) => uidOf(other) === uid);
}

function uidOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uid, item } = value as { uid?: unknown; item?: unknown };
  return uid ?? uidOf(item);
}

function compareMembers(recorded: object, answered: object, path: string, found: Set<string>): void {
  const members = answered as Record<string, unknown>;
  const documented = SCHEMAS.get(members.__class__)?.byName;
  for (const [name, value] of Object.entries(recorded)) {
    if (SET_ASIDE.has(name)) continue;
    if (!Object.hasOwn(members, name)) found.add(`${path}.${name} is missing`);
    else differences(value, members[name], `${path}.${name}`, found);
  }
  for (const name of Object.keys(members)) {
    if (!Object.hasOwn(recorded, name) && !documented?.has(name) && !EXTENSIONS.has(name)) found.add(`${path}.${name} is new`);
  }
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

/** The uids that a search has found, or each query of a match. */
function foundUids(answer: object): unknown[] {
  const { results = [] } = answer as { results?: { item?: object; items?: object[] }[] };
  return results.map(({ item, items }) => (items ? items.map(uidOf).sort() : uidOf(item)));
}

/** The uids of records whose name says what was searched: of others nothing that says it was recorded. */
function namedUids(answer: object): unknown[] {
  const { request, results } = answer as { request: { q: string }; results: { item: { uid: string; name?: string } }[] };
  const named = results.filter(({ item }) => item.name?.toLowerCase().split(/\W+/).includes(request.q));
  return named.map(({ item }) => item.uid);
}

describe('shapes are compared', () => {
  it.each([
    [{ a: 1 }, {}, 'x.a is missing'],
    [{ a: 1 }, { a: '1' }, 'x.a: number became string'],
    [{ a: [{ b: true }] }, { a: [{ b: [] }] }, 'x.a[].b: boolean became list'],
    [{}, { a: 1 }, 'x.a is new'],
    [{ __class__: 'Brand' }, { __class__: 'Brand', name2: '' }, 'x.name2 is new'],
  ])('%j and %j', (recorded, answered, expected) => {
    expect([...differences(recorded, answered, 'x')]).toEqual([expected]);
  });

  it('but for what is set aside, null, and documented members', () => {
    expect(differences({ snippet: 1, a: null }, { a: 1, warnings: [] }, 'x').size).toBe(0);
    expect(differences({ __class__: 'Brand' }, { __class__: 'Brand', homepage_url: null }, 'x').size).toBe(0);
  });
});

if (!hasRecorded) process.stdout.write(`skipped: there is no ${RECORDED_FILE}\n`);

describe.skipIf(!hasRecorded)('recorded requests', () => {
  const { answers, source } = hasRecorded ? readRecorded() : { answers: [], source: { parts: [] } };
  let served: Served;

  beforeAll(async () => {
    served = await Served.of(source, { classNames: true });
  });

  afterAll(() => served.catalog.close());

  it('are all there', () => {
    expect(answers.length).toBeGreaterThanOrEqual(18);
    expect(new Set(answers.map(({ url }) => url.split('/')[1]))).toEqual(new Set(['parts', 'categories', 'sellers', 'brands']));
  });

  it.each(answers)('answers from the recorded documents of one answer: $name', async ({ url, answer, source: own }) => {
    const alone = await Served.of(own, { classNames: true });
    const { status, body } = await alone.send(url);
    await alone.catalog.close();
    expect(status, body).toBe(200);
    const answered = JSON.parse(body) as Record<string, unknown>;
    // Of one answer only a part was recorded.
    const compared = 'request' in answer || !('results' in answer) ? answered : { results: answered.results };
    expect([...differences(answer, compared, '')]).toEqual([]);
  });

  it.each(answers)('answers from all recorded documents: $name', async ({ url, answer }) => {
    const { status, body } = await served.send(url);
    expect(status, body).toBe(200);
    const answered = JSON.parse(body) as object;
    if (!('results' in answer)) expect(Object.keys(answered)).toEqual(expect.arrayContaining(Object.keys(answer)));
    else if (url.startsWith('/parts/match')) expect(foundUids(answered)).toEqual(foundUids(answer).slice(0, 20));
    else {
      expect(foundUids(answer)).toEqual(expect.arrayContaining(foundUids(answered)));
      expect(foundUids(answered)).toEqual(expect.arrayContaining(namedUids(answer)));
    }
  });
});
