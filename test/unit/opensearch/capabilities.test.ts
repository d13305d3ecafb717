import { expect, it } from 'vitest';
import { INTERNALS } from '../../../src/catalog/internals.js';
import { UnsupportedError } from '../../../src/model/errors.js';
import { listCapabilities, refusalOf } from '../../../src/opensearch/capabilities.js';
import { type Catalog, overlay } from '../../../src/partdex.js';

it('says of everything that is refused what to do instead', () => {
  const refused = listCapabilities(20_000).filter(({ supported }) => !supported);
  expect(refused.length).toBeGreaterThan(5);
  for (const { what, reason, instead } of refused)
    expect([what, reason, instead].every((text) => text && text.length > 5)).toBe(true);
  const error = refusalOf('completions');
  expect(error).toBeInstanceOf(UnsupportedError);
  expect(error).toMatchObject({ code: 'unsupported', status: 501 });
  expect(refused.some(({ what, instead }) => what === error.what && instead === error.instead)).toBe(true);
});

it('names the clauses that the cluster allows', () => {
  const clauses = (most: number | undefined) => listCapabilities(most).find(({ what }) => what.includes('10,000 conditions'));
  expect(clauses(20_000)).toMatchObject({ supported: true });
  expect(clauses(1024)).toMatchObject({ supported: false, reason: expect.stringContaining('1024') });
  expect(clauses(undefined)?.supported).toBe(false);
});

it('lists what other rooms refuse of a catalog on a cluster, in their words', async () => {
  const remote = { [INTERNALS]: { origin: undefined, running: { checkOpen() {} } } } as unknown as Catalog;
  const error = await overlay(remote, {}).catch((reason: UnsupportedError) => reason);
  expect(error).toBeInstanceOf(UnsupportedError);
  const { what, instead } = error as UnsupportedError;
  expect(listCapabilities(20_000)).toContainEqual(expect.objectContaining({ what, instead, supported: false }));
});
