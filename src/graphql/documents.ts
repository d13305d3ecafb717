import type { ImageSet, Part } from '../model/documents.js';
import type { ObjectSource } from './schema.js';
import { intOf, listOf, membersOf, textOf } from './values.js';

/** A datasheet or another document of the interface. */
export function documentSource(given: unknown): ObjectSource {
  const { url, mimetype, metadata, attribution } = membersOf(given);
  const facts = membersOf(metadata);
  return Object.assign(Object.create(null), {
    name: textOf(facts.name),
    page_count: intOf(facts.num_pages),
    created_at: textOf(facts.date_created),
    url: textOf(url),
    credit_string: creditOf(attribution),
    mime_type: textOf(mimetype),
  });
}

/** A picture of the interface: the largest size, and the smaller ones, each replaced by the next larger one if it is missing. */
export function imageSource(set: ImageSet): ObjectSource {
  const sizes = [set.swatch_image, set.small_image, set.medium_image, set.large_image].map((asset) => textOf(asset?.url));
  const url = sizes.findLast((address) => address !== null) ?? null;
  const atLeast = (size: number) => sizes.slice(size).find((address) => address !== null) ?? url;
  return Object.assign(Object.create(null), {
    url,
    url_largest: url,
    url_55px: atLeast(0),
    url_75px: atLeast(1),
    url_90px: atLeast(2),
    credit_string: textOf(set.credit_string),
    credit_url: textOf(set.credit_url),
  });
}

/** The first source of a text, as its credit. */
export function creditOf(attribution: unknown): string | null {
  return textOf(membersOf(listOf(membersOf(attribution).sources as unknown[])[0]).name);
}

/** One line about a part: the short description, else the first of the others. */
export function descriptionOf({ short_description, descriptions }: Part): string | null {
  return textOf(short_description) ?? textOf(listOf(descriptions).find(({ value }) => textOf(value))?.value);
}
