/** Tests that put others in place of modules (`vi.mock`): they load modules of their own, other tests share them. */
export const REPLACING = [
  'test/unit/build/part-merger.test.ts',
  'test/unit/node/file-sink.test.ts',
  'test/unit/node/kept-inflater.test.ts',
  'test/faults/live-faults.test.ts',
  'test/property/yielding.test.ts',
];
