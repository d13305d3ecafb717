import { statusOf } from '../analysis/life-cycle.js';
import type { SpecValue } from '../model/documents.js';
import { listOf } from './values.js';

/** The lifecycle status of a part: that of the first value of its spec; UNKNOWN without one. */
export function lifeCycleOf(spec: SpecValue | null | undefined): string {
  const [status] = listOf(spec?.value);
  return statusOf(String(status ?? ''));
}
