import type { Catalog, CatalogInfo, CatalogSection, CatalogSpec, OpenedCatalog } from '../catalog/catalog.js';
import type { Collection } from '../catalog/collection.js';
import { FrontCollection } from '../catalog/front-collection.js';
import {
  type CatalogInternals,
  CURRENT,
  IN_STOCK,
  INTERNALS,
  inStockOf,
  NUMBER_PLACES,
  numberPlacesOf,
} from '../catalog/internals.js';
import type { CatalogSource } from '../catalog/options.js';
import type { PartCollection } from '../catalog/parts.js';
import type { AskRequest, AskResponse, Interpretation } from '../model/ask.js';
import type { Call } from '../model/call.js';
import type { FilterCompletion } from '../model/completions.js';
import type { Brand, Category, Manufacturer, Part, Seller } from '../model/documents.js';
import type { Explanation } from '../model/explanation.js';
import type { CollectionName } from '../model/fields.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { Directives, SearchRequest } from '../model/requests.js';
import type { SimilarRequest, SimilarResponse } from '../model/similar.js';

class FrontParts extends FrontCollection<Part> implements PartCollection {
  constructor(private readonly parts: () => PartCollection) {
    super(parts);
  }

  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.parts().match(request, call);
  }

  get [NUMBER_PLACES](): ReturnType<typeof numberPlacesOf> {
    return numberPlacesOf(this.parts());
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.parts().explain(request, uid, call);
  }

  interpret(text: string, call?: Call): Promise<Interpretation> {
    return this.parts().interpret(text, call);
  }

  ask(text: string, request?: AskRequest, call?: Call): Promise<AskResponse> {
    return this.parts().ask(text, request, call);
  }

  similar(uid: string, request?: SimilarRequest, call?: Call): Promise<SimilarResponse> {
    return this.parts().similar(uid, request, call);
  }

  get [IN_STOCK](): ReturnType<typeof inStockOf> {
    return inStockOf(this.parts());
  }

  completeFilter(text: string, offset?: number, call?: Call): Promise<FilterCompletion[]> {
    return this.parts().completeFilter(text, offset, call);
  }
}

/** A catalog that changes, over catalogs that do not: each request runs on what it is when the request begins. */
export abstract class FrontCatalog implements Catalog {
  readonly parts: PartCollection = new FrontParts(() => this.now.parts);
  readonly brands: Collection<Brand> = this.front('brands');
  readonly categories: Collection<Category> = this.front('categories');
  readonly sellers: Collection<Seller> = this.front('sellers');
  readonly manufacturers: Collection<Manufacturer> = this.front('manufacturers');

  /** What it is now. */
  protected abstract get now(): OpenedCatalog;

  private front<T>(name: Exclude<CollectionName, 'parts'>): Collection<T> {
    return new FrontCollection(() => this.now[name] as unknown as Collection<T>);
  }

  get info(): CatalogInfo {
    return this.now.info;
  }

  get specs(): readonly CatalogSpec[] {
    return this.now.specs;
  }

  get [INTERNALS](): CatalogInternals {
    return this.now[INTERNALS];
  }

  [CURRENT](): Catalog {
    return this.now;
  }

  sections(): CatalogSection[] {
    return this.now.sections();
  }

  toBytes(call?: Call): Promise<Uint8Array> {
    return this.now.toBytes(call);
  }

  toBlobParts(call?: Call): AsyncIterable<Uint8Array> {
    return this.now.toBlobParts(call);
  }

  toNdjson(name: keyof CatalogSource, call?: Call): AsyncIterable<Uint8Array> {
    return this.now.toNdjson(name, call);
  }

  validate(call?: Call): Promise<void> {
    return this.now.validate(call);
  }

  abstract close(): Promise<void>;
}
