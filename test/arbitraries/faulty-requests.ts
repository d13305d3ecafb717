import fc from 'fast-check';
import type { ExpectedIssue, FaultyMember } from '../oracle/issues.js';

/*
 * Members of a search of parts with faults, each with the issues that it must give. The catalog has the number spec `ohms` and no other
 * spec.
 */

type Expected = Omit<ExpectedIssue, 'pathParts'>;

/** A value with faults inside it; the issues are relative to it. */
interface Faulty<T = unknown> {
  readonly value: T;
  readonly issues: readonly ExpectedIssue[];
}

const at = (step: string | number, issues: readonly ExpectedIssue[]): ExpectedIssue[] =>
  issues.map((issue) => ({ ...issue, pathParts: [String(step), ...issue.pathParts] }));

const here = (expected: Expected): ExpectedIssue[] => [{ ...expected, pathParts: [] }];

const faulty = <T>(value: T, ...issues: Expected[]): Faulty<T> => ({ value, issues: issues.flatMap(here) });

/** A list of faulty values and right ones. */
function listOf<T>(element: fc.Arbitrary<Faulty<T>>, right: T): fc.Arbitrary<Faulty<T[]>> {
  const either = fc.oneof({ weight: 3, arbitrary: element }, { weight: 1, arbitrary: fc.constant(faulty(right)) });
  return fc.array(either, { minLength: 1, maxLength: 4 }).map((elements) => ({
    value: elements.map(({ value }) => value),
    issues: elements.flatMap(({ issues }, i) => at(i, issues)),
  }));
}

/** An object with some of these members, in any order. */
function objectOf(members: Readonly<Record<string, fc.Arbitrary<Faulty>>>): fc.Arbitrary<Faulty<object>> {
  return fc
    .shuffledSubarray(Object.keys(members), { minLength: 1 })
    .chain((names) => fc.tuple(...names.map((name) => members[name].map((member) => ({ name, ...member })))))
    .map((chosen) => ({
      value: Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
      issues: chosen.flatMap(({ name, issues }) => at(name, issues)),
    }));
}

const count = fc.constantFrom(
  ...[-1, 1e6].map((value) => faulty<unknown>(value, { code: 'out_of_range' })),
  ...[1.5, '1', [], Number.NaN].map((value) => faulty<unknown>(value, { code: 'wrong_type' })),
);
const flag = fc.constantFrom(...['yes', 1, []].map((value) => faulty<unknown>(value, { code: 'wrong_type' })));
const notText = fc.constantFrom(...[5, true, {}].map((value) => faulty<unknown>(value, { code: 'wrong_type' })));

/** Clauses of filter queries with what is wrong with them; offsets are those inside the clause. */
const clause = fc.constantFrom<readonly [string, ...Expected[]]>(
  ['uid:a'],
  ['NOT mpn:"a b"'],
  ['nope:x', { code: 'unknown_field', offset: 0, length: 4 }],
  ['nope:[x TO 2]', { code: 'unknown_field', offset: 0, length: 4 }],
  ['-(n\\:o:(ten 1*))', { code: 'unknown_field', offset: 2, length: 4 }],
  ['specs.ohms.value:ten', { code: 'not_a_number', offset: 17, length: 3 }],
  ['specs.ohms.value:"1 2"', { code: 'not_a_number', offset: 17, length: 5 }],
  ['avg_price:(1 OR x😀)', { code: 'not_a_number', offset: 16, length: 3 }],
  ['avg_price:[low TO high}', { code: 'not_a_number', offset: 11, length: 3 }, { code: 'not_a_number', offset: 18, length: 4 }],
  ['specs.ohms.min_value:[1 TO x]', { code: 'not_a_number', offset: 27, length: 1 }],
  ['avg_price:1?', { code: 'wrong_kind', offset: 10, length: 2 }],
  ['offers.is_authorized:t*', { code: 'wrong_kind', offset: 21, length: 2 }],
);

/** Ends of queries that make them no sentence; only the first syntax fault of a text counts. */
const ending = fc.constantFrom<readonly [string, Expected]>(
  ['mpn:(', { code: 'syntax', offset: 5, length: 0 }],
  ['mpn', { code: 'syntax', offset: 0, length: 3 }],
  [')', { code: 'syntax', offset: 0, length: 1 }],
  ['mpn:[a b', { code: 'syntax', offset: 7, length: 1 }],
);

const moved = (issues: readonly Expected[], by: number): Expected[] =>
  issues.map((issue) => ({ ...issue, offset: (issue.offset as number) + by }));

const query = fc
  .tuple(fc.array(clause, { minLength: 1, maxLength: 4 }), fc.option(ending, { freq: 2 }))
  .map(([clauses, end]): Faulty<string> => {
    let text = '';
    const issues: Expected[] = [];
    for (const [written, ...faults] of clauses) {
      if (text !== '') text += ' AND ';
      issues.push(...moved(faults, text.length));
      text += written;
    }
    if (!end) return faulty(text, ...issues);
    const [written, fault] = end;
    return faulty(`${text} ${written}`, ...moved([fault], text.length + 1));
  });
const queries = listOf<unknown>(fc.oneof(query, notText), 'mpn:a');

/** Entries of `sortby` as text, likewise. */
const entry = fc.constantFrom<readonly [string, ...Expected[]]>(
  ['mpn'],
  ['score desc'],
  ['nope', { code: 'unknown_field', offset: 0, length: 4 }],
  ['nope asc', { code: 'unknown_field', offset: 0, length: 4 }],
  ['mpn up', { code: 'wrong_type', offset: 4, length: 2 }],
  ['', { code: 'missing', offset: 0, length: 0 }],
);
const sortText = fc.array(entry, { minLength: 2, maxLength: 4 }).map((entries): Faulty => {
  let text = '';
  const issues: Expected[] = [];
  for (const [written, ...faults] of entries) {
    if (text !== '') text += ', ';
    issues.push(...moved(faults, text.length));
    text += written === '' && text === '' ? 'mpn' : written;
  }
  return faulty(text, ...(entries[0][0] === '' ? issues.slice(1) : issues));
});
const sortKey = objectOf({
  field: fc.constantFrom(faulty<unknown>('nope', { code: 'unknown_field' }), faulty<unknown>(5, { code: 'wrong_type' })),
  order: fc.constant(faulty<unknown>('up', { code: 'wrong_type' })),
  direction: fc.constant(faulty<unknown>('asc', { code: 'unknown_argument' })),
}).map((key) => ('field' in key.value ? key : { value: { field: 'mpn', ...key.value }, issues: key.issues }));
const sortby = fc.oneof(sortText, listOf<unknown>(sortKey, { field: 'mpn' }));

const unknownField = fc.constant(faulty<unknown>({}, { code: 'unknown_field' }));
const unknownMember = fc.constant(faulty<unknown>(1, { code: 'unknown_argument' }));
/** Of a text field: to be counted it must be included. */
const rangesOfText = fc.constantFrom(
  ...[true, 'no'].map((include): Faulty => {
    const issues = include === true ? at('ranges', here({ code: 'wrong_kind' })) : at('include', here({ code: 'wrong_type' }));
    return { value: { include, ranges: 5 }, issues };
  }),
);
const facet = fc.oneof(
  objectOf({
    include: flag,
    exclude_filter: flag,
    start: count,
    limit: count,
    ranges: count,
    contains: notText,
    order: fc.constantFrom(...['up', 1].map((value) => faulty<unknown>(value, { code: 'wrong_type' }))),
    chosen: flag,
    tree: fc.oneof(count, fc.constantFrom(...[0, 21].map((value) => faulty<unknown>(value, { code: 'out_of_range' })))),
    rages: unknownMember,
  }),
  rangesOfText,
);
const names = listOf<unknown>(
  fc.oneof(
    notText,
    fc.constantFrom(...['nope', 'specs.nope', 'offers.nope'].map((name) => faulty<unknown>(name, { code: 'unknown_member' }))),
  ),
  'uid',
);

/** Literal values of a field. */
const values = (right: string, ...wrong: Faulty[]) =>
  listOf<unknown>(fc.constantFrom(...wrong, faulty<unknown>(null, { code: 'wrong_type' })), right);

const MEMBERS: Readonly<Record<string, fc.Arbitrary<Faulty>>> = {
  q: notText,
  qq: unknownMember,
  start: count,
  limit: count,
  sortby,
  filter: objectOf({
    fields: objectOf({
      mpn: values('a'),
      'specs.ohms.value': values('1', faulty<unknown>('ten', { code: 'not_a_number' })),
      'brand.nam': fc.constant(faulty<unknown>(['x'], { code: 'unknown_field' })),
    }),
    queries,
    query: unknownMember,
  }),
  facet: objectOf({ fields: objectOf({ mpn: facet, 'brand.name': facet, nope: unknownField }), queries }),
  stats: objectOf({
    mpn: fc.constant(faulty<unknown>({ include: true }, { code: 'wrong_kind' })),
    'specs.ohms.value': objectOf({ include: flag, limit: unknownMember }),
    nope: unknownField,
  }),
  spec_drilldown: objectOf({ include: flag, limit: count, keys: count, n: unknownMember }),
  after: fc.constantFrom(
    ...['', 'x', 'é'].map((value) => faulty<unknown>(value, { code: 'bad_cursor' })),
    ...[5, {}].map((value) => faulty<unknown>(value, { code: 'wrong_type' })),
  ),
  include: names,
  show: names,
  hide: names,
  slice: objectOf({
    offers: fc.constantFrom(faulty<unknown>('1:2', { code: 'bad_slice' }), faulty<unknown>(5, { code: 'wrong_type' })),
    nope: fc.constant(faulty<unknown>('[0:1]', { code: 'unknown_member' })),
  }),
};

/** Members of a request, in the order in which the request has them. Perhaps none of them has a fault. */
export const faultyMembers: fc.Arbitrary<FaultyMember[]> = fc
  .shuffledSubarray(Object.keys(MEMBERS), { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((name) =>
        MEMBERS[name].map(({ value, issues }): FaultyMember => ({ name, value, issues: at(name, issues) })),
      ),
    ),
  );
