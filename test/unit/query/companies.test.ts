import { describe, expect, it } from 'vitest';
import { RowSet, rowsOf } from '../../../src/index/row-set/row-set.js';
import { Universe } from '../../../src/index/universe.js';
import type { Part } from '../../../src/partdex.js';
import { BRAND, bindCompany, CompanyRecords, needCompany, SELLER } from '../../../src/query/companies.js';
import { CompanyLeaf } from '../../../src/query/leaves/company-leaf.js';
import type { Leaf } from '../../../src/query/leaves/leaf.js';
import { restrict } from '../../../src/query/plan.js';
import { finished, type Steps } from '../../../src/work/pauses.js';
import { segmentOf } from '../../support/segments.js';
import { loadNeeds } from '../../support/tasks.js';
import { scratchOf, unbounded } from '../../support/unbounded.js';

const NAMES = ['Acme', 'Acme Power', 'Power Acme', 'Other'];

/** Of 4,000 parts most are of one brand, and some have offers of two sellers. */
const parts = Array.from({ length: 4000 }, (_, i) => {
  const name = NAMES[i % 50 < 40 ? 0 : (i % 3) + 1];
  const sellers = [NAMES[i % 4], NAMES[(i >> 2) % 4]].slice(0, i % 3);
  return {
    uid: `u${String(i).padStart(4, '0')}`,
    mpn: `M${i}`,
    brand: { uid: `b-${name}`, name },
    offers: sellers.map((seller, at) => ({ sku: `${i}-${at}`, seller: { name: seller } })),
  };
}) as unknown as Part[];

const built = segmentOf({ parts });

async function bound(text: string, fields: typeof BRAND, records = new CompanyRecords([])) {
  const { segment } = await built;
  await loadNeeds((needs) => needCompany(text, fields, segment, records, needs));
  const node = finished(bindCompany(text, fields, segment, records, unbounded()));
  return { segment, node, uids: (await segment.field('uid')?.dictionary.load()) as { value(ordinal: number): string } };
}

async function rowsMeant(text: string, fields: typeof BRAND): Promise<number[]> {
  const { segment, node } = await bound(text, fields);
  if (node.kind === 'none') return [];
  const scratch = scratchOf(segment);
  const set = (node as Leaf).toSet(scratch);
  return Array.from(rowsOf(set, scratch).subarray(0, set.count));
}

describe('a condition on a brand or seller', () => {
  it('has the rows of all names that have its words side by side', async () => {
    const { segment, uids } = await bound('acme', BRAND);
    const ranks = (await segment.uidOrder.load()).ranks;
    const wanted = parts.filter(({ brand }) => brand?.name?.includes('Power Acme')).map(({ uid }) => uid);
    const rows = await rowsMeant('power acme', BRAND);
    expect(rows.map((row) => uids.value(ranks[row])).sort()).toEqual(wanted);
    expect(await rowsMeant('acme', BRAND)).toHaveLength(parts.filter(({ brand }) => brand?.name !== 'Other').length);
    expect(await rowsMeant('power other', BRAND)).toEqual([]);
    expect(await rowsMeant('other', SELLER)).toHaveLength(
      parts.filter(({ offers }) => offers?.some(({ seller }) => seller?.name === 'Other')).length,
    );
  });

  it('keeps the same rows of a set, looked up one by one or not', async () => {
    for (const fields of [BRAND, SELLER]) {
      const all = new Set(await rowsMeant('acme', fields));
      const { segment, node } = await bound('acme', fields);
      expect(node).toBeInstanceOf(CompanyLeaf);
      const scratch = scratchOf(segment);
      for (const step of [1, 3, 700]) {
        scratch.reset();
        const given = scratch.list(segment.rowCount);
        let count = 0;
        for (let row = 5; row < segment.rowCount; row += step) given[count++] = row;
        const before = Array.from(given.subarray(0, count));
        const set = finished(restrict(node, RowSet.list(given, count), new Universe(scratch)));
        const kept = rowsOf(set, scratch).subarray(0, set.count);
        expect(Array.from(kept)).toEqual(before.filter((row) => all.has(row)));
      }
    }
  });

  it('has the parts of the records that are called so', async () => {
    class Records extends CompanyRecords {
      // biome-ignore lint/correctness/useYield: nothing takes time here
      override *uidsNamed(text: string): Steps<readonly string[]> {
        return text === 'renamed' ? ['b-Other', 'b-unknown'] : [];
      }
    }
    const records = new Records([]);
    const { node } = await bound('renamed', BRAND, records);
    expect((node as CompanyLeaf).estimate).toBe(parts.filter(({ brand }) => brand?.name === 'Other').length);
    expect((await bound('forgotten', BRAND, records)).node.kind).toBe('none');
  });
});
