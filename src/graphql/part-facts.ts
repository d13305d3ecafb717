import type { Part } from '../model/documents.js';
import { companyKey, companyRecord, makerOf } from './company-records.js';
import { lifeCycleOf } from './life-cycle.js';
import { listOf, membersOf } from './values.js';

/** What no field of a catalog has of its parts. */
export class PartFacts {
  /** The sellers of broker listings. */
  readonly brokers = new Set<string>();
  /** How many parts with the lifecycle status ACTIVE each maker has, by its uid. */
  readonly activeParts = new Map<string, number>();

  add(part: Part): void {
    for (const listing of listOf(part.broker_listings)) {
      const key = companyKey(membersOf(listing).seller);
      if (key !== undefined) this.brokers.add(key);
    }
    const { uid } = companyRecord(makerOf(part).company);
    if (uid === '' || lifeCycleOf(part.specs?.lifecycle_status) !== 'ACTIVE') return;
    this.activeParts.set(uid, (this.activeParts.get(uid) ?? 0) + 1);
  }
}
