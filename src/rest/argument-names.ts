import type { Issue } from '../model/issue.js';
import { shorten } from '../model/nearest.js';

/** An issue as text, with the argument named as a URL writes it: `facet[fields][mpn][limit] must be …`. */
export function inUrl(issue: Issue, predicate: string): string {
  return `${argumentName(issue.pathParts)}${predicate}`;
}

function argumentName([head, ...steps]: readonly string[]): string {
  if (head === undefined) return 'the request';
  // Inside the JSON of `queries`, members are named as in JSON.
  if (head === 'queries' && steps.length > 1)
    return `queries[${steps[0]}].${steps
      .slice(1)
      .map((step) => shorten(step))
      .join('.')}`;
  return `${head === 'uids' ? 'uid' : shorten(head)}${steps.map((step) => `[${shorten(step)}]`).join('')}`;
}
