/**
 * A setup file: every test runs with scratches that check how their arrays are used, and with operations on sets of rows
 * that check that a set has one owner, who uses it up once. `test/support/checking-scratch.ts` says what is checked.
 */
import { afterEach, expect, vi } from 'vitest';
import { ScratchPool } from '../../src/index/row-set/scratch.js';
import { checkedOperations } from './checked-operations.js';
import { CheckingScratch } from './checking-scratch.js';

ScratchPool.create = (rowCount, work) => new CheckingScratch(rowCount, work);

afterEach(() => {
  expect(CheckingScratch.faults.splice(0)).toEqual([]);
});

vi.mock('../../src/index/row-set/row-set.js', async (importOriginal) => checkedOperations(await importOriginal()));
