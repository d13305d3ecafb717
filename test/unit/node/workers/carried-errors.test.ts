import { describe, expect, it } from 'vitest';
import * as errors from '../../../../src/model/errors.js';
import { Issues, invalid } from '../../../../src/model/issues.js';
import { packError, ThrownByCallback, unpackError } from '../../../../src/node/workers/carried-errors.js';

function carried(error: unknown, thrown?: readonly unknown[]): Error {
  return unpackError(structuredClone(packError(error)), thrown) as Error;
}

/** An error with more issues than are listed, and with values that no message can hold. */
function several(): errors.ValidationError {
  const issues = new Issues({ queries: [], limit: Symbol('x') });
  issues.addWrongType(['limit'], 'an integer', Symbol('x'));
  for (let i = 0; i < 200; i++) issues.addWrongType(['queries', i], 'an object', () => i);
  return issues.error() as errors.ValidationError;
}

const place = { query: 'a:(', offset: 3, length: 0, found: '', expected: ['a value', '"("'] };

const unreadable = new errors.UnreadableFileError('/a.pdx', 'it is gone', {
  cause: Object.assign(new Error('ENOENT'), { code: 'ENOENT', errno: -2 }),
});

const ERRORS: readonly errors.PartdexError[] = [
  invalid('unknown_field', ['filter', 'fields', 'x'], ': no such field', {
    found: 'x',
    nearest: ['uid'],
    argument: ['filter', 'fields'],
  }),
  invalid('syntax', ['filter', 'queries', 0], ': no end', place),
  several(),
  new errors.NotFoundError('no part'),
  new errors.InvalidDocumentError('no uid', { source: 'parts.ndjson', line: 7, path: 'uid' }),
  new errors.CorruptCatalogError('parts/documents', 'is damaged', 'corrupt_catalog', { cause: new RangeError('far') }),
  new errors.CorruptCatalogError('header', 'is newer', 'catalog_too_new'),
  new errors.CatalogTooLargeError('large'),
  new errors.ClosedError(),
  new errors.AbortedError(AbortSignal.abort('why')),
  new errors.BudgetExceededError('over', {
    budget: 'time',
    limit: 5,
    milliseconds: 6,
    step: 'counting',
    clause: 'a:b',
    estimated: true,
  }),
  new errors.BudgetExceededError('over', { budget: 'bytes', limit: 5, milliseconds: 6, step: 'counting' }),
  new errors.WorkerFailedError('it ran out of memory'),
  new errors.ClusterError('it is red', { step: 'search', clusterStatus: 503, node: 'host:9200' }),
  new errors.ClusterError('it is gone', { step: 'search' }),
  new errors.UnsupportedError('a suggester', 'build it from a file'),
  unreadable,
  new errors.UnwritableFileError('/a.pdx', 'it is full'),
  new errors.UnreadableTableError('parts.csv', 'a quote is never closed', 7),
];

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

const ISSUE_ERRORS = ['ValidationError', 'FilterSyntaxError'];

describe('errors of partdex', () => {
  it.each(ERRORS.map((error) => [error.name, error] as const))('%s arrives as one, with its members', (_, error) => {
    const found = carried(error);
    expect(found).toBeInstanceOf(error.constructor);
    expect(found.constructor).toBe(error.constructor);
    expect(Object.entries(found)).toEqual(Object.entries(error));
    expect(found.message).toBe(error.message);
    expect(found.stack).toBe(error.stack);
    expect(textOf(found.cause)).toBe(textOf(error.cause));
  });

  it('of requests describe their issues in the names of an interface there as well', () => {
    const found = carried(several()) as errors.ValidationError;
    expect(found.issues).toEqual(several().issues);
    expect(found.issues).toHaveLength(101);
    expect(found.describe(({ path }, predicate) => `<${path}>${predicate}`).slice(0, 1)).toEqual([
      '<queries[0]> must be an object, not a function',
    ]);
  });

  it.each(Object.entries(errors).filter(([name]) => !ISSUE_ERRORS.includes(name)))(
    '%s keeps its identity',
    (name, { prototype }) => {
      const error = Object.setPrototypeOf(Object.assign(new Error('x'), { name }), prototype) as Error;
      expect(carried(error)).toBeInstanceOf(prototype.constructor);
      expect(carried(error).name).toBe(name);
    },
  );
});

it('keeps what a system error says of its cause', () => {
  const cause = carried(unreadable).cause as NodeJS.ErrnoException;
  expect([cause.code, cause.errno]).toEqual(['ENOENT', -2]);
});

it('gives any other error as an Error with its message', () => {
  const found = carried(new TypeError('x is not a function'));
  expect(found.constructor).toBe(Error);
  expect(found.message).toBe('x is not a function');
});

it.each([['a text'], [5], [null], [undefined]])('turns a thrown value into an error: %j', (thrown) => {
  expect(carried(thrown).message).toBe(String(thrown));
});

it('follows causes, but not for ever', () => {
  const error = new Error('circle');
  error.cause = error;
  expect((carried(error).cause as Error).message).toBe('circle');
});

it('gives back the very thing that a callback threw', () => {
  const reason = { any: 'thing' };
  expect(carried(new ThrownByCallback(1), ['other', reason])).toBe(reason);
});
