import { printable } from '../terminal/format.js';
import { renderTable } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';

/** A member of a record, named by its path. */
interface Line {
  readonly path: string;
  readonly text: string;
}

/** Deeper members are shown as JSON. */
const DEEPEST = 8;

/** Any record as its members, one per line: `brand.name  Acme`. Empty ones are left out. */
export function renderRecord(record: object, output: Output): string {
  const { cyan } = colorsOf(output);
  const lines = [...members(record, '', 0)];
  return renderTable<Line>(
    [
      { title: '', text: ({ path }) => path, style: (text) => cyan(text) },
      { title: '', flexible: true, text: ({ text }) => text },
    ],
    lines,
    output,
  );
}

function* members(value: unknown, path: string, depth: number): Generator<Line, void, undefined> {
  if (value === null || value === undefined || value === '') return;
  if (typeof value !== 'object' || depth > DEEPEST) {
    yield { path, text: typeof value === 'object' ? JSON.stringify(value) : printable(String(value)) };
  } else if (Array.isArray(value)) {
    if (value.every((element) => typeof element !== 'object')) {
      if (value.length > 0) yield { path, text: value.join(', ') };
    } else {
      for (const [i, element] of value.entries()) yield* members(element, `${path}[${i}]`, depth + 1);
    }
  } else {
    for (const [name, member] of Object.entries(value)) yield* members(member, path === '' ? name : `${path}.${name}`, depth + 1);
  }
}
