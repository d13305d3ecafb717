import { decodeUtf8 } from '../../analysis/utf8.js';
import { END } from '../../build/part-entries.js';
import { PartScanner, readPart } from '../../build/part-scanner.js';
import * as slots from '../../build/part-slots.js';
import type { SourceDocument } from '../../build/source-documents.js';
import type { Company, SpecMetadata } from '../../model/documents.js';
import type { CompanyCollection } from '../../model/schema.js';

/** A spec of a part: what it says is read from the part's text when it is asked for. */
class SpecFact {
  /** @param metadata the range of its metadata; `[0, 0)` for none */
  constructor(
    private readonly source: Uint8Array,
    private readonly from: number,
    private readonly to: number,
    private readonly metadataFrom: number,
    private readonly metadataTo: number,
  ) {}

  metadata(): Partial<SpecMetadata> | undefined {
    const { source, metadataFrom, metadataTo } = this;
    return metadataTo === 0 ? undefined : JSON.parse(decodeUtf8(source, metadataFrom, metadataTo));
  }

  /** Whether another one has the same text. */
  isSame({ source, from, to }: SpecFact): boolean {
    if (to - from !== this.to - this.from) return false;
    for (let i = from, at = this.from; i < to; i++, at++) if (source[i] !== this.source[at]) return false;
    return true;
  }
}

/** A company that a part refers to. */
export interface CompanyFact {
  readonly collection: CompanyCollection;
  readonly uid: string;
  /** Whether the part names it. */
  readonly isNamed: boolean;
  readonly text: string;
}

/** What of a part concerns the whole catalog. */
export interface PartFacts {
  readonly uid: string;
  /** The bytes to store. */
  readonly stored: Uint8Array;
  readonly redirected: readonly string[];
  readonly categories: readonly string[];
  /** By key, in the order of the document. */
  readonly specs: ReadonlyMap<string, SpecFact>;
  /** In the order in which a build gathers them. */
  readonly companies: readonly CompanyFact[];
}

/** Texts of companies that are kept. */
const MOST_NAMED = 4096;

const COLLECTION_OF: ReadonlyMap<number, CompanyCollection> = new Map([
  [slots.BRAND, 'brands'],
  [slots.MANUFACTURER, 'manufacturers'],
  [slots.SELLER, 'sellers'],
  [slots.BROKER, 'sellers'],
]);

/** Reads what of a part concerns the whole catalog: its references, specs and companies. */
export class PartFactsReader {
  private readonly keys: string[] = [];
  /** What companies with these texts are: many parts have the same sellers. */
  private readonly named = new Map<string, { readonly uid: string; readonly isNamed: boolean }>();
  private readonly part: PartScanner;

  constructor() {
    this.part = new PartScanner(
      slots.partSlots({
        spec: (key) => {
          this.keys.push(key);
          return slots.SPEC + this.keys.length - 1;
        },
        currency: () => 0,
      }),
    );
  }

  /** @throws InvalidDocumentError for what is not a part */
  read(document: SourceDocument): PartFacts {
    const { part } = this;
    const stored = readPart(document, part);
    const specs = new Map<string, SpecFact>();
    const companies: CompanyFact[] = [];
    const brokers: CompanyFact[] = [];
    const categories: string[] = [];
    part.rewind();
    for (let slot = part.next(); slot !== END; slot = part.next()) {
      if (slot >= slots.SPEC) specs.set(this.keys[slot - slots.SPEC], this.readSpec());
      else if (slot === slots.CATEGORY) categories.push(part.text(part.entry));
      else {
        const collection = COLLECTION_OF.get(slot);
        if (!collection) continue;
        const company = this.readCompany(collection);
        if (company) (slot === slots.BROKER ? brokers : companies).push(company);
      }
    }
    return {
      uid: part.text(part.uid),
      stored,
      redirected: part.redirectedUids(),
      categories,
      specs,
      companies: [...companies, ...brokers],
    };
  }

  private readSpec(): SpecFact {
    const { part } = this;
    const { entry } = part;
    const end = part.objectEnd;
    let metadata = -1;
    for (let slot = part.next(end); slot !== END; slot = part.next(end)) {
      if (slot === slots.SPEC_METADATA) metadata = part.entry;
    }
    const [from, to] = metadata < 0 ? [0, 0] : [part.from(metadata), part.to(metadata)];
    return new SpecFact(part.source(entry), part.from(entry), part.to(entry), from, to);
  }

  private readCompany(collection: CompanyCollection): CompanyFact | undefined {
    const { part } = this;
    const text = this.objectText(part.entry);
    const end = part.objectEnd;
    while (part.next(end) !== END);
    let named = this.named.get(text);
    if (!named) {
      const { uid, name } = JSON.parse(text) as Partial<Company>;
      named = { uid: typeof uid === 'string' ? uid : '', isNamed: typeof name === 'string' };
      if (this.named.size === MOST_NAMED) this.named.clear();
      this.named.set(text, named);
    }
    return named.uid === '' ? undefined : { collection, ...named, text };
  }

  private objectText(entry: number): string {
    const { part } = this;
    return decodeUtf8(part.source(entry), part.from(entry), part.to(entry));
  }
}
