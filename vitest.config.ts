import { defineConfig } from 'vitest/config';
import { REPLACING } from './test/support/replacing.js';

/** Minutes for a property; `npm run test:all` draws 300 times as many values as `npm test`. */
const PROPERTY_MINUTES = Number(process.env.PARTDEX_RUNS ?? 0) < 5000 ? 15 : 240;

export default defineConfig({
  // Examples import the package by name; here that is the sources.
  resolve: { tsconfigPaths: true },
  test: {
    // The projects share what one of them has transformed; it is kept in node_modules.
    experimental: { fsModuleCache: true },
    // A slow test is a bug, but a busy machine should not report it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // vitest leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    // The files of a process share the modules that they load: loading and compiling them for each file took a third of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/property/**',
            'test/package/**',
            'test/browser/**',
            'test/faults/**',
            'test/workers/**',
            'test/cluster/**',
            ...REPLACING,
          ],
          setupFiles: ['test/support/reproducible.ts', 'test/support/checking-row-sets.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'replacing',
          include: REPLACING,
          isolate: true,
          testTimeout: PROPERTY_MINUTES * 60_000,
          setupFiles: ['test/support/reproducible.ts', 'test/support/checking-row-sets.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: ['test/property/**/*.test.ts'],
          exclude: REPLACING,
          setupFiles: ['test/support/reproducible.ts', 'test/support/checking-row-sets.ts'],
          testTimeout: PROPERTY_MINUTES * 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          exclude: REPLACING,
          globalSetup: ['test/support/faults/build.ts'],
          setupFiles: ['test/support/reproducible.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'workers',
          include: ['test/workers/**/*.test.ts'],
          globalSetup: ['test/support/workers/build.ts'],
          setupFiles: ['test/support/reproducible.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/support/package/build.ts'],
          setupFiles: ['test/support/reproducible.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
