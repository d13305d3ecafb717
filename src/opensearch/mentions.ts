import { SpecMetadataGatherer } from '../build/spec-metadata-gatherer.js';
import { datatypeOf, specTypeOf, typeOfDatatype } from '../encoding/spec-facts.js';
import type { CheckedPart, CheckedSpecValue } from '../model/checked-documents.js';
import type { Company } from '../model/documents.js';
import { isObject } from '../model/plain.js';
import type { CompanyCollection } from '../model/schema.js';
import type { KeyFacts, Records, StoredRecord } from './facts.js';

/** A company as a part names it, and where. */
export function* companiesOf(part: CheckedPart): Iterable<{ collection: CompanyCollection; company: Partial<Company> }> {
  const places: [CompanyCollection, unknown][] = [
    ['brands', part.brand],
    ['manufacturers', part.manufacturer],
    ...(part.offers ?? []).map(({ seller }): [CompanyCollection, unknown] => ['sellers', seller]),
    ...(part.broker_listings ?? []).map(({ seller }): [CompanyCollection, unknown] => ['sellers', seller]),
  ];
  for (const [collection, company] of places) if (isObject(company)) yield { collection, company };
}

/** What a key is called and how its values vote, of the parts of one update. */
interface Gathered {
  readonly declared: { number: number; string: number };
  readonly undeclared: { number: number; string: number };
  readonly metadata: SpecMetadataGatherer;
}

/** What parts bring that the records beside an index do not have: companies, and spec keys with their types. */
export class Mentions {
  private readonly companies = new Map<string, StoredRecord>();
  private readonly keys = new Map<string, Gathered>();

  constructor(private readonly records: Records) {}

  add(part: CheckedPart): void {
    for (const { collection, company } of companiesOf(part)) {
      const { uid, name } = company;
      if (typeof uid !== 'string' || typeof name !== 'string' || this.records[collection].has(uid)) continue;
      const id = `${collection}=${uid}`;
      if (this.companies.has(id)) continue;
      this.companies.set(id, { collection, key: uid, given: false, record: company as Company });
    }
    for (const [key, spec] of Object.entries(part.specs ?? {})) if (spec && !this.records.specs.has(key)) this.addSpec(key, spec);
  }

  private addSpec(key: string, spec: CheckedSpecValue): void {
    let gathered = this.keys.get(key);
    if (!gathered) {
      const none = () => ({ number: 0, string: 0 });
      this.keys.set(key, (gathered = { declared: none(), undeclared: none(), metadata: new SpecMetadataGatherer() }));
    }
    if (spec.metadata) gathered.metadata.add(spec.metadata);
    const values = (spec.value ?? []).filter((value) => value !== null && value !== undefined);
    const votes = Math.max(1, values.length);
    const type = typeOfDatatype(datatypeOf(spec.metadata));
    if (type) gathered.declared[type] += votes;
    else {
      // Without a value the lower bound votes, or the upper one.
      const voters = values.length > 0 ? values : [spec.min_value ?? spec.max_value];
      const numbers = voters.filter((value) => typeof value === 'number').length;
      gathered.undeclared.number += numbers;
      gathered.undeclared.string += votes - numbers;
    }
  }

  /** The records to add. */
  list(): StoredRecord[] {
    const keys = [...this.keys].map(([key, { declared, undeclared, metadata }]): StoredRecord => {
      const { said } = metadata;
      const type = specTypeOf({ key, declared, undeclared, said }, this.records.spec_metadata.get(key)?.record);
      const record: KeyFacts = { key, type, said };
      return { collection: 'specs', key, given: false, record };
    });
    return [...this.companies.values(), ...keys];
  }
}
