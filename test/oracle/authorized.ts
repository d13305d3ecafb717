/** Which offers are authorized (docs/semantics.md, "Authorized sellers"). */
import { type Doc, isObject, listOf, member, type OracleSource } from './documents.js';

export interface Terms {
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  readonly members?: readonly string[];
}

/** The source with what the terms say written into its offers. */
export function authorizedBy<Source extends OracleSource>(source: Source, { lists = {}, members = [] }: Terms): Source {
  const parts = source.parts.map((part) => {
    const { manufacturer, brand, offers } = part as Doc;
    const isNamed = member(manufacturer, 'uid') !== undefined || member(manufacturer, 'name') !== undefined;
    const maker = member(isNamed ? manufacturer : brand, 'uid') as string | undefined;
    const list = maker !== undefined && Object.hasOwn(lists, maker) ? lists[maker] : undefined;
    const decided = listOf(offers).map((offer) => {
      const seller = member(member(offer, 'seller'), 'uid') as string | undefined;
      if (!isObject(offer) || seller === undefined) return offer;
      const own = offer.is_authorized === true;
      return { ...offer, is_authorized: list ? list.includes(seller) : members.includes(seller) || own };
    });
    return { ...(part as Doc), offers: decided };
  });
  return { ...source, parts };
}
