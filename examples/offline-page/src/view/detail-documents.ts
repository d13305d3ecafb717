import type { AttributedAsset, Attribution, Part } from 'partdex';
import { element, outsideLink, safeUrl, setText, shownJson } from './dom.js';

/** Datasheets and other documents, as links. */
export function documentsSection(part: Part): HTMLElement | undefined {
  const links = [
    ...assetLinks(part.datasheets, () => 'Datasheet'),
    ...assetLinks(part.compliance_documents, ({ subtypes }) => subtypes?.join(', ') || 'Compliance document'),
    ...assetLinks(part.reference_designs, ({ title }) => title || 'Reference design'),
    ...assetLinks(part.cad_models, () => 'CAD model'),
    ...pageLink(part.external_links?.product_url, 'Product page'),
    ...pageLink(part.external_links?.evalkit_url, 'Evaluation kit'),
    ...pageLink(part.external_links?.freesample_url, 'Free sample'),
    ...pageLink(part.catalog_url, 'Catalog page'),
  ];
  if (links.length === 0) return undefined;
  return element('section', {}, element('h3', {}, 'Documents'), element('ul', { class: 'documents' }, ...links));
}

function assetLinks<Asset extends AttributedAsset>(
  assets: readonly Asset[] | null | undefined,
  text: (asset: Asset) => string,
): HTMLElement[] {
  return (assets ?? []).map((asset) => {
    const from = [safeUrl(asset.url)?.hostname, sourcesOf(asset.attribution)].filter(Boolean).join(', ');
    return element('li', {}, outsideLink(asset.url, text(asset)), element('span', { class: 'muted' }, from));
  });
}

function pageLink(address: string | null | undefined, text: string): HTMLElement[] {
  return address
    ? [element('li', {}, outsideLink(address, text), element('span', { class: 'muted' }, safeUrl(address)?.hostname ?? ''))]
    : [];
}

export function descriptionsSection({ descriptions }: Part): HTMLElement | undefined {
  if (!descriptions || descriptions.length === 0) return undefined;
  const items = descriptions.map(({ value, attribution }) => {
    const sources = sourcesOf(attribution);
    return element('li', {}, value, sources !== '' && element('span', { class: 'muted' }, sources));
  });
  return element('section', {}, element('h3', {}, 'Descriptions'), element('ul', { class: 'descriptions' }, ...items));
}

/** The complete record of the part, to show where a value comes from. */
export function jsonSection(part: Part): HTMLElement {
  const text = element('pre', { tabindex: 0 });
  const details = element('details', {}, element('summary', {}, 'The part as JSON'), text);
  details.addEventListener('toggle', () => {
    setText(text, details.open ? shownJson(part) : '');
  });
  return element('section', {}, details);
}

function sourcesOf(attribution: Attribution | null | undefined): string {
  return (attribution?.sources ?? []).map(({ name }) => name).join(', ');
}
