/**
 * The files and folders that `npm run words` checks; a folder includes everything below it. Add a folder as soon as it is clean;
 * `npm run words -- --count` counts the findings of each one.
 */
export const CHECKED = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  '.dependency-cruiser.cjs',
  'tsup.config.ts',
  'vitest.config.ts',
  'docs',
  'scripts',
  'bench',
  'examples',
  'test/arbitraries',
  'test/browser',
  'test/format',
  'test/oracle',
  'test/package',
  'test/property',
  'test/support',
  'test/unit/analysis',
  'test/unit/bom',
  'test/unit/encoding',
  'test/unit/examples',
  'test/unit/facets',
  'test/unit/index',
  'test/unit/node',
  'test/unit/oracle',
  'test/unit/parser',
  'test/unit/query',
  'test/unit/resolve',
  'test/unit/scripts',
  'test/unit/suggest',
  'test/unit/support',
  'test/unit/work',
  'test/workers',
];

/** The folders of `--count`, with a line for each folder below. `.` is the Markdown files of the top folder. */
export const COUNTED = ['.', 'docs', 'scripts', 'examples', 'bench', 'src', 'test'];

/** Never read: built, generated or installed files, and the list itself. */
export const IGNORED = ['node_modules', 'dist', 'coverage', 'docs/api', 'sample', 'scripts/words/list.mjs'];
