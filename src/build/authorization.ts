import { decodeUtf8, utf8Bytes } from '../analysis/utf8.js';
import { type Authorized, type AuthorizedSellers, authorizeOffers, readAuthorized } from '../model/authorized.js';
import type { SourceDocument } from './source-documents.js';

/** Decides `is_authorized` of offers by lists of makers and by membership (docs/semantics.md, "Authorized sellers"). */
export class Authorization {
  private readonly sellers: AuthorizedSellers;

  /** @throws ValidationError */
  constructor(terms: Authorized) {
    this.sellers = readAuthorized(terms);
  }

  /** The document with the offers as the terms have them; undefined where they are so already. @param stored its JSON text */
  decide(stored: Uint8Array, { source, line }: SourceDocument): SourceDocument | undefined {
    const part = JSON.parse(decodeUtf8(stored, 0, stored.length)) as Record<string, unknown>;
    if (!authorizeOffers(part, this.sellers)) return undefined;
    const text = utf8Bytes(JSON.stringify(part));
    return { source, line, text, value: () => part, stored: () => text };
  }
}
