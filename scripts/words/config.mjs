/**
 * What `npm run words` checks: files, folders (with all below them) and `*.md` for the Markdown files beside this repository's
 * package.json. Add a folder as soon as it is clean; `npm run words -- --count` says how far each one is.
 */
export const CHECKED = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs', 'scripts'];

/** Folders whose findings `--count` counts, one line for each folder below them. */
export const COUNTED = ['.', 'docs', 'scripts', 'examples', 'bench', 'src', 'test'];

/** Never read: built, generated or installed. */
export const IGNORED = ['node_modules', 'dist', 'coverage', 'docs/api', 'sample', 'scripts/words/list.mjs'];
