import type { NumberText, Offer, Part, PriceBreak } from 'partdex';
import { formatAmount, formatCount } from '../parts/numbers.js';
import { priceText, stockOfOffer } from '../parts/offers.js';
import { element, outsideLink } from './dom.js';

/** The sellers of a part with their stock and prices. Offers with stock come first. */
export function offersSection({ offers }: Part): HTMLElement | undefined {
  if (!offers || offers.length === 0) return undefined;
  const sorted = [...offers].sort((a, b) => Number(stockOfOffer(b).isInStock) - Number(stockOfOffer(a).isInStock));
  return element('section', {}, element('h3', {}, formatAmount(offers.length, 'offer')), ...sorted.map(offerCard));
}

function offerCard(offer: Offer): HTMLElement {
  const { seller, sku, is_authorized, product_url } = offer;
  const stock = stockOfOffer(offer);
  return element(
    'article',
    { class: 'offer' },
    element(
      'div',
      { class: 'who' },
      element('strong', {}, outsideLink(product_url ?? seller?.homepage_url, seller?.name ?? 'Unknown seller')),
      is_authorized === true && element('span', { class: 'tag' }, 'authorized'),
      element(
        'span',
        { class: `stock ${stock.isInStock ? 'in-stock' : 'no-stock'}` },
        stock.text && `${stock.text} ${stockUnit(stock.text)}`,
      ),
    ),
    element('p', { class: 'terms' }, sku ? element('span', { class: 'sku' }, sku) : undefined, ...terms(offer)),
    ...Object.entries(offer.prices ?? {}).map(([currency, breaks]) => priceList(currency, breaks)),
  );
}

/** A code is displayed as text, a quantity needs a label. */
function stockUnit(text: string): string {
  return /^\d/.test(text) ? 'in stock' : '';
}

function terms({ moq, packaging, factory_lead_days, order_multiple, eligible_region, last_updated }: Offer): HTMLElement[] {
  const said: [NumberText | null | undefined, (value: string) => string][] = [
    [packaging, (value) => value],
    [moq, (value) => `at least ${countText(value)}`],
    [order_multiple, (value) => `multiples of ${countText(value)}`],
    [factory_lead_days, (value) => `lead time ${countText(value)} days`],
    [eligible_region, (value) => `for ${value}`],
    [last_updated, (value) => `as of ${value.slice(0, 10)}`],
  ];
  return said.flatMap(([value, text]) => (value == null || value === '' ? [] : [element('span', {}, text(String(value)))]));
}

function priceList(currency: string, breaks: readonly PriceBreak[]): HTMLElement {
  const items = breaks.map(([from, price]) =>
    element('li', {}, element('span', { class: 'from' }, `${countText(from)}+`), element('span', {}, priceText(price, currency))),
  );
  return element('ul', { class: 'prices', 'aria-label': `Prices in ${currency}` }, ...items);
}

function countText(count: NumberText): string {
  const number = Number(count);
  return Number.isInteger(number) ? formatCount(number) : String(count);
}
