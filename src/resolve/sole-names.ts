import { parseSpecField } from '../model/fields.js';
import { OFFER_PREFIX, OFFERS } from '../model/offer-fields.js';
import type { Filter } from '../parser/ast.js';

/** The one field that a filter names, or undefined if it names none or several. A condition on an offer names a field of offers. */
export function soleField(filter: Filter): string | undefined {
  const names = new Set<string>();
  const open = [{ filter, prefix: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { filter: node, prefix } = next;
    if (node.kind === 'field' && node.field !== OFFERS) names.add(prefix + node.field);
    else if (node.kind === 'offers') open.push({ filter: node.child, prefix: OFFER_PREFIX });
    else if (node.kind === 'not') open.push({ filter: node.child, prefix });
    else if (node.kind === 'and' || node.kind === 'or') for (const child of node.children) open.push({ filter: child, prefix });
  }
  return names.size === 1 ? [...names][0] : undefined;
}

/** The spec key whose fields are the only ones that a filter names, or undefined. */
export function soleSpecKey(filter: Filter): string | undefined {
  const keys = new Set<string | undefined>();
  const open: Filter[] = [filter];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'field') keys.add(parseSpecField(next.field)?.key);
    else if (next.kind === 'offers') keys.add(undefined);
    else if (next.kind === 'not') open.push(next.child);
    else if (next.kind === 'and' || next.kind === 'or') for (const child of next.children) open.push(child);
  }
  return keys.size === 1 ? [...keys][0] : undefined;
}
