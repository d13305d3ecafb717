import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PAGE = 'docs/semantics.md';

/** The headings of the page. */
const headings = new Set(readFileSync(PAGE, 'utf8').match(/(?<=^#+ ).+$/gm));

/** A file as one line, without the marks at which lines of comments begin. */
const joinedLines = (file: string) => readFileSync(file, 'utf8').replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');

/** What is quoted right after the page's name: `docs/semantics.md, "A", "B" and "C"`, `docs/semantics.md's ("A")`. */
function headingsNamed(text: string): string[] {
  const quotes = [...text.matchAll(/docs\/semantics\.md(?:'s)?,? \(?((?:"[^"]+"(?:, | and )?)+)/g)].map(([, quoted]) => quoted);
  return quotes.flatMap((quoted) => Array.from(quoted.matchAll(/"([^"]+)"/g), ([, heading]) => heading));
}

it('comments point at headings that docs/semantics.md has', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const pointers = files.flatMap((file) => headingsNamed(joinedLines(`src/${file}`)).map((heading) => ({ file, heading })));
  expect(pointers).toContainEqual({ file: 'model/requests.ts', heading: 'Order and pages' });
  expect(pointers.filter(({ heading }) => !headings.has(heading))).toEqual([]);
});
