import type { Part } from '../model/documents.js';
import { type CompanyRecord, companyKey, companyRecord, makerOf } from './company-records.js';
import { lifeCycleOf } from './life-cycle.js';
import { listOf, membersOf } from './values.js';

/** The companies of some parts. */
interface ActiveParts {
  readonly manufacturer: CompanyRecord;
  readonly brand: CompanyRecord;
  count: number;
}

/** What no field of a catalog has of its parts. */
export class PartFacts {
  /** The sellers of broker listings. */
  readonly brokers = new Set<string>();
  /** The parts with the lifecycle status ACTIVE, by their companies: which of them is the maker depends on what the client may see. */
  private readonly active = new Map<string, ActiveParts>();

  add(part: Part): void {
    for (const listing of listOf(part.broker_listings)) {
      const key = companyKey(membersOf(listing).seller);
      if (key !== undefined) this.brokers.add(key);
    }
    if (lifeCycleOf(part.specs?.lifecycle_status) !== 'ACTIVE') return;
    const [manufacturer, brand] = [companyRecord(part.manufacturer), companyRecord(part.brand)];
    const key = JSON.stringify([manufacturer.uid, manufacturer.name, brand.uid]);
    const known = this.active.get(key);
    if (known) known.count++;
    else this.active.set(key, { manufacturer, brand, count: 1 });
  }

  /** How many parts with the lifecycle status ACTIVE each maker has, by its uid. */
  activeParts(hides: (field: string) => boolean): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const shown = (member: string, { uid, name }: CompanyRecord) => ({
      ...(hides(`${member}.uid`) ? {} : { uid }),
      ...(hides(`${member}.name`) || name === null ? {} : { name }),
    });
    for (const { manufacturer, brand, count } of this.active.values()) {
      const part = { manufacturer: shown('manufacturer', manufacturer), brand: shown('brand', brand) };
      const { uid } = companyRecord(makerOf(part as Part).company);
      if (uid !== '') counts.set(uid, (counts.get(uid) ?? 0) + count);
    }
    return counts;
  }
}
