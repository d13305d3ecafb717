import { list, member } from './values.mjs';

/** Parts with what given records say of their companies (docs/semantics.md, "References"). */

const COMPANY = ['name', 'homepage_url'];
const SELLER = [...COMPANY, 'display_flag', 'has_ecommerce'];

/** A function from a part to the same part, in which companies have the members of their records that they leave out. */
export function referenceFiller(source) {
  const fillerOf = (collection, members) => {
    const records = new Map((source[collection] ?? []).map((record) => [record.uid, record]));
    return (company) => {
      const record = records.get(member(company, 'uid'));
      const lacking = members.filter((name) => member(company, name) === undefined && member(record, name) !== undefined);
      return { ...company, ...Object.fromEntries(lacking.map((name) => [name, record[name]])) };
    };
  };
  const brand = fillerOf('brands', COMPANY);
  const manufacturer = fillerOf('manufacturers', COMPANY);
  const seller = fillerOf('sellers', SELLER);
  const withSeller = (offer) => changed(offer, { seller });
  const withSellers = (offers) => list(offers).map(withSeller);
  return (part) => changed(part, { brand, manufacturer, offers: withSellers, broker_listings: withSellers });
}

/** A copy of an object. Functions replace some of its members, where they are present. */
function changed(object, functions) {
  const there = Object.keys(functions).filter((name) => member(object, name) !== undefined);
  return { ...object, ...Object.fromEntries(there.map((name) => [name, functions[name](object[name])])) };
}
