import type { Asset, ImageSet, Part } from 'partdex';
import { element, fill, outsideLink, safeUrl } from './dom.js';

/**
 * The images of a part, loaded when the user opens the section: their hosts then see the request. Each has its credit below it,
 * linked to the address of the credit, as the terms of the images demand.
 */
export function imagesSection({ imagesets }: Part): HTMLElement | undefined {
  const figures = (imagesets ?? []).flatMap((set) => figureOf(set) ?? []);
  if (figures.length === 0) return undefined;
  const list = element('div', { class: 'images' });
  const hosts = [...new Set(figures.map(({ host }) => host))].join(', ');
  const details = element(
    'details',
    {},
    element('summary', {}, figures.length === 1 ? 'Image' : 'Images', element('span', { class: 'muted' }, `from ${hosts}`)),
    list,
  );
  details.addEventListener('toggle', () => fill(list, ...(details.open ? figures.map(({ show }) => show()) : [])));
  return element('section', {}, details);
}

interface Figure {
  readonly host: string;
  show(): HTMLElement;
}

/** The image of a set in the size that suits the column, else in the next one. */
function figureOf(set: ImageSet): Figure | undefined {
  const { swatch_image, small_image, medium_image, large_image } = set;
  const sizes: (Asset | null | undefined)[] = [medium_image, large_image, small_image, swatch_image];
  const url = sizes.map((asset) => safeUrl(asset?.url)).find((address) => address !== undefined);
  if (!url) return undefined;
  const largest = safeUrl(large_image?.url) ?? url;
  const show = () => {
    const image = element('img', { src: url.href, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' });
    const link = element('a', { href: largest.href, target: '_blank', rel: 'noopener noreferrer', title: largest.href }, image);
    return element('figure', {}, link, credit(set));
  };
  return { host: url.hostname, show };
}

function credit({ credit_string, credit_url }: ImageSet): HTMLElement | false {
  const text = credit_string || credit_url;
  return !!text && element('figcaption', {}, outsideLink(credit_url, text));
}
