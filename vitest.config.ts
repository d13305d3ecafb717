import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/property/**', 'test/package/**'] },
      },
      {
        extends: true,
        test: { name: 'property', include: ['test/property/**/*.test.ts'], testTimeout: 15 * 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/package/build.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
