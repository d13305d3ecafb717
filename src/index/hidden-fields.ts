import { HAS_VALUES, isExtentMember, parseSpecField } from '../model/fields.js';
import { OFFER_PREFIX, OFFERS, parsePriceField } from '../model/offer-fields.js';
import type { OfferCounts } from './offer-counts.js';
import { Section } from './section.js';
import type { Segment, SoughtValue } from './segment.js';
import type { TextIndex } from './text/text-index.js';

/**
 * A view of a segment in which some fields have no values: nothing searches, filters, sorts or counts them. The view shares all
 * sections with the segment, also those that are loaded later. The field `uid` is never hidden, because it identifies the rows.
 */
export function hideFields(segment: Segment, isHidden: (field: string) => boolean): Segment {
  const hides = (name: string) => name !== 'uid' && isHidden(name);
  const texts = new Map<TextIndex, TextIndex>();
  const text = (name: string): TextIndex => {
    const index = segment.text(name);
    let view = texts.get(index);
    if (!view) texts.set(index, (view = hideTextFields(index, hides)));
    return view;
  };
  const hidesCurrency = (currency: string) => hides(`${OFFER_PREFIX}prices.${currency}`);
  const fieldOf = (name: string, sought?: SoughtValue) => {
    if (hides(name)) return name === 'has' && isShownMember(sought, hides) ? segment.field(name) : undefined;
    const price = parsePriceField(name);
    if (price) return segment.priceField(price, hidesCurrency);
    return isExtentMember(parseSpecField(name)?.member) ? segment.rangeField(name, hides) : segment.field(name);
  };
  let numberFields: Segment['numberFields'] | undefined;
  return Object.create(segment, {
    whole: { value: segment },
    hides: { value: hides },
    field: { value: fieldOf },
    offers: { value: hides(OFFERS) ? undefined : segment.offers && hideFields(segment.offers, isHidden) },
    text: { value: text },
    numberFields: { get: () => (numberFields ??= segment.numberFields.filter(({ info }) => !hides(info.name))) },
    ...(hides('offers') && { offerCounts: { value: noOffers(segment) } }),
  }) as Segment;
}

/** Whether a value of the field `has` is that of a member which is not hidden: the field is hidden with any of its members. */
function isShownMember(sought: SoughtValue | undefined, hides: (field: string) => boolean): boolean {
  const isWhole = sought?.kind === 'value' || sought?.kind === 'term';
  const member = isWhole ? HAS_VALUES.get(sought.text as string) : undefined;
  return member !== undefined && !hides(member);
}

/** Part numbers that match equally well are in the order of their numbers of offers, which nobody must see in it. */
function noOffers({ name, rowCount }: Segment): Section<OfferCounts> {
  return new Section<OfferCounts>(`${name}/hidden-offers`, 0, async () => new Uint8Array(rowCount));
}

/** A view of a text index in which some fields are not searched; the index itself if it has none of them. */
function hideTextFields(index: TextIndex, hides: (field: string) => boolean): TextIndex {
  const searched = index.fields.reduce((mask, { name, of = [name] }, i) => (of.some(hides) ? mask : mask | (1 << i)), 0);
  if (searched === index.searched) return index;
  return Object.create(index, {
    searched: { value: searched },
    weights: { value: index.weights.map((_, mask) => index.weights[mask & searched]) },
    bitOf: { value: (field: string) => index.bitOf(field) & searched },
    // The best rows of the build may be so by a hidden field.
    championsOf: { value: () => undefined },
  }) as TextIndex;
}
