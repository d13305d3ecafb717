import { parseSpecField } from '../model/fields.js';
import type { Filter } from '../parser/ast.js';

/** The one field that a filter names, or undefined if it names none or several. */
export function soleField(filter: Filter): string | undefined {
  const names = new Set<string>();
  const open: Filter[] = [filter];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'field') names.add(next.field);
    else if (next.kind === 'not') open.push(next.child);
    else if (next.kind === 'and' || next.kind === 'or') for (const child of next.children) open.push(child);
  }
  return names.size === 1 ? [...names][0] : undefined;
}

/** The spec key whose fields are the only ones that a filter names, or undefined. */
export function soleSpecKey(filter: Filter): string | undefined {
  const keys = new Set<string | undefined>();
  const open: Filter[] = [filter];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'field') keys.add(parseSpecField(next.field)?.key);
    else if (next.kind === 'not') open.push(next.child);
    else if (next.kind === 'and' || next.kind === 'or') for (const child of next.children) open.push(child);
  }
  return keys.size === 1 ? [...keys][0] : undefined;
}
