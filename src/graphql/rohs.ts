import { fold } from '../analysis/text.js';
import type { Part } from '../model/documents.js';
import { listOf } from './values.js';

const YES: ReadonlySet<string> = new Set(['true', 'yes', 'compliant']);
const NO: ReadonlySet<string> = new Set(['false', 'no']);

/** Whether a part complies with RoHS, by the first value of its spec `rohs`, else of `rohs_status`; null if that is unknown. */
export function isRohsCompliant(specs: Part['specs']): boolean | null {
  const [value] = [...listOf(specs?.rohs?.value).slice(0, 1), ...listOf(specs?.rohs_status?.value)];
  if (value === undefined || value === null) return null;
  const text = fold(String(value)).trim();
  if (YES.has(text)) return true;
  if (NO.has(text) || text.startsWith('non') || text.startsWith('not')) return false;
  return text.startsWith('rohs') && !text.includes('non') && !text.includes('not') ? true : null;
}
