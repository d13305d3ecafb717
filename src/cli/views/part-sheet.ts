import { parseQuantity } from '../../analysis/quantity.js';
import { formatQuantity } from '../../analysis/quantity-format.js';
import { STOCK_CODES, UNKNOWN_STOCK } from '../../bom/stock-codes.js';
import type { Asset, Catalog, NumberText, Offer, Part, SpecMetadata, SpecValue, UnitOfMeasurement } from '../../partdex.js';
import { formatCount, printable, wrap } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';
import { descriptionOf } from './part-cells.js';

interface Fact {
  readonly name: string;
  readonly value: string;
}

/** A part for a person: description, specs with units, offers with prices. Empty sections are left out. */
export async function renderPart(part: Part, catalog: Catalog, output: Output): Promise<string> {
  const { bold } = colorsOf(output);
  const title = [bold(printable(part.mpn)), printable(part.brand?.name ?? '')].filter((text) => text !== '').join('  ');
  const metadata = new Map(catalog.specs.map((spec) => [spec.key, spec.metadata]));
  const sections = [
    section('', [title, ...paragraph(descriptionOf(part), output, '')].join('\n'), output),
    section('', factTable(await factsOf(part, catalog), output), output),
    section('Specs', specTable(part, metadata, output), output),
    section('Offers', offerTable(part.offers ?? [], output), output),
    section('Descriptions', descriptions(part, output), output),
    section('Documents', factTable(documentsOf(part), output), output),
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

function section(title: string, text: string, output: Output): string {
  if (text === '' || title === '') return text;
  return `${colorsOf(output).bold(title)}\n${indent(text)}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Narrower by the indent of sections. */
function inside(output: Output): Output {
  return { ...output, columns: output.columns - 2 };
}

async function factsOf(part: Part, catalog: Catalog): Promise<Fact[]> {
  const facts: Fact[] = [{ name: 'uid', value: part.uid }];
  const manufacturer = part.manufacturer?.name ?? '';
  if (manufacturer !== (part.brand?.name ?? '')) facts.push({ name: 'manufacturer', value: manufacturer });
  facts.push({ name: 'category', value: await categoriesOf(part, catalog) });
  facts.push({ name: 'page', value: part.catalog_url ?? part.external_links?.product_url ?? '' });
  return facts;
}

/** The categories of a part with their ancestors, except those that are ancestors of another one. */
async function categoriesOf(part: Part, catalog: Catalog): Promise<string> {
  const uids = part.category_uids ?? [];
  const records = await Promise.all(uids.map((uid) => catalog.categories.get(uid)));
  const above = new Set(records.flatMap((category) => category?.ancestor_uids ?? []));
  return records
    .filter((category) => category !== undefined && !above.has(category.uid))
    .map((category) => [...(category?.ancestor_names ?? []), category?.name].join(' › '))
    .join('; ');
}

function documentsOf(part: Part): Fact[] {
  const of = (name: string, documents: readonly Partial<Asset>[] | null | undefined) =>
    (documents ?? []).map(({ url }) => ({ name, value: url ?? '' }));
  return [
    ...of('datasheet', part.datasheets),
    ...of('compliance', part.compliance_documents),
    ...of('reference design', part.reference_designs),
    ...of('CAD model', part.cad_models),
  ];
}

function factTable(facts: readonly Fact[], output: Output): string {
  const { dim } = colorsOf(output);
  const columns: Column<Fact>[] = [
    { title: '', text: ({ name }) => name, style: (text) => dim(text) },
    { title: '', flexible: true, text: ({ value }) => value },
  ];
  const known = facts.filter(({ value }) => value !== '');
  return known.length === 0 ? '' : renderTable(columns, known, output);
}

function specTable({ specs }: Part, known: ReadonlyMap<string, SpecMetadata | undefined>, output: Output): string {
  const entries = Object.entries(specs ?? {}).filter(([key, spec]) => specText(spec, known.get(key)) !== '');
  if (entries.length === 0) return '';
  const { dim } = colorsOf(output);
  const columns: Column<[key: string, spec: SpecValue]>[] = [
    { title: '', text: ([key, spec]) => spec.metadata?.name ?? known.get(key)?.name ?? key },
    { title: '', flexible: true, text: ([key, spec]) => specText(spec, known.get(key)) },
    { title: '', text: ([key]) => key, style: (text) => dim(text) },
  ];
  return renderTable(columns, entries, inside(output));
}

/** `4.7 kΩ, 10 kΩ; −55 to 125 °C`. */
function specText({ value, min_value, max_value, metadata }: SpecValue, known: SpecMetadata | undefined): string {
  const unit = shownUnit(metadata?.unit ?? known?.unit);
  const values = value === null || value === undefined ? [] : [value].flat();
  const written = values.filter((text) => text !== '').map((text) => valueText(text, unit));
  return [written.join(', '), rangeText(min_value, max_value, unit)].filter((text) => text !== '').join('; ');
}

/** A unit without a symbol is shown by its name. */
function shownUnit(unit: UnitOfMeasurement | null | undefined): UnitOfMeasurement | undefined {
  const symbol = unit?.symbol || unit?.name;
  return unit && symbol ? { ...unit, symbol } : undefined;
}

function valueText(value: NumberText, unit: UnitOfMeasurement | undefined): string {
  const quantity = unit && parseQuantity(String(value), unit);
  return quantity ? formatQuantity('value' in quantity ? quantity.value : quantity, unit) : String(value);
}

/** The number of an end, which may be written as a quantity; null if it is missing. */
function endOf(end: NumberText | null | undefined, unit: UnitOfMeasurement): string | null | undefined {
  if (end === null || end === undefined) return null;
  const quantity = parseQuantity(String(end), unit);
  return quantity && 'value' in quantity ? quantity.value : undefined;
}

function rangeText(least: SpecValue['min_value'], most: SpecValue['max_value'], unit: UnitOfMeasurement | undefined): string {
  if (unit) {
    const [min, max] = [least, most].map((end) => endOf(end, unit));
    if (min !== undefined && max !== undefined) return formatQuantity({ min, max }, unit);
  }
  const [from, to] = [least, most].map((end) => (end === null || end === undefined ? '' : valueText(end, unit)));
  if (from !== '' && to !== '') return `${from} to ${to}`;
  return from !== '' ? `≥ ${from}` : to !== '' ? `≤ ${to}` : '';
}

function offerTable(all: readonly Offer[], output: Output): string {
  const columns: Column<Offer>[] = [
    { title: 'seller', flexible: true, text: ({ seller, is_authorized }) => `${seller?.name ?? ''}${is_authorized ? ' ✓' : ''}` },
    { title: 'sku', text: ({ sku }) => sku ?? '' },
    { title: 'stock', align: 'right', text: ({ in_stock_quantity }) => stockText(in_stock_quantity) },
    { title: 'moq', align: 'right', text: ({ moq }) => (moq === null || moq === undefined ? '' : String(moq)) },
    { title: 'packaging', text: ({ packaging }) => packaging ?? '' },
    { title: 'prices', text: pricesText },
  ];
  const offers = all.filter((offer) => columns.some((column) => column.text(offer) !== ''));
  if (offers.length === 0) return '';
  const used = columns.filter((column) => offers.some((offer) => column.text(offer) !== ''));
  const note = offers.some(({ is_authorized }) => is_authorized) ? `\n${colorsOf(output).dim('✓ authorized')}` : '';
  return renderTable(used, offers, inside(output)) + note;
}

function stockText(quantity: Offer['in_stock_quantity']): string {
  if (quantity === null || quantity === undefined) return '';
  const number = Number(quantity);
  if (number === UNKNOWN_STOCK) return '';
  return STOCK_CODES.get(number) ?? (Number.isFinite(number) ? formatCount(number) : String(quantity));
}

/** `1+ 0.20, 100+ 0.15 USD`, for each currency. */
function pricesText({ prices }: Offer): string {
  return Object.entries(prices ?? {})
    .filter(([, breaks]) => breaks?.length > 0)
    .map(([currency, breaks]) => `${breaks.map(([from, price]) => `${from}+ ${price}`).join(', ')} ${currency}`)
    .join('; ');
}

/** Those that are not shown above. */
function descriptions(part: Part, output: Output): string {
  const shown = descriptionOf(part);
  const others = (part.descriptions ?? []).map(({ value }) => value ?? '').filter((value) => value !== shown);
  return others.flatMap((text) => paragraph(text, inside(output), '  ')).join('\n');
}

/** A text in lines of the terminal's width; without a terminal, in one line. */
function paragraph(text: string, output: Output, hanging: string): string[] {
  const line = printable(text);
  if (line === '' || !output.isTTY) return line === '' ? [] : [line];
  return wrap(line, output.columns - hanging.length).map((part, i) => (i === 0 ? part : hanging + part));
}
