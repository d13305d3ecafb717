import { expect, it } from 'vitest';
import { digestOf } from '../../../src/analysis/digest.js';
import { DigestTable } from '../../../src/analysis/digest-table.js';

it('numbers digests in the order in which they come', () => {
  const table = new DigestTable();
  for (let i = 0; i < 20_000; i++) expect(table.add(digestOf(`${i % 15_000}`))).toBe(i % 15_000);
  expect(table.size).toBe(15_000);
  for (let i = 0; i < 15_000; i += 7) expect(table.find(digestOf(`${i}`))).toBe(i);
  expect(table.find(digestOf('x'))).toBe(-1);
  expect([table.add([0, 0]), table.add([0, 1]), table.add([0, 0])]).toEqual([15_000, 15_001, 15_000]);
});
