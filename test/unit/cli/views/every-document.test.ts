import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS } from '../../../../src/cli/options.js';
import { renderTable } from '../../../../src/cli/terminal/table.js';
import type { Output } from '../../../../src/cli/terminal/terminal.js';
import { renderAggregations } from '../../../../src/cli/views/aggregations.js';
import { namesOfUids } from '../../../../src/cli/views/field-labels.js';
import { renderPart } from '../../../../src/cli/views/part-sheet.js';
import { renderRecord } from '../../../../src/cli/views/record-sheet.js';
import { collectionOf, columnsOf } from '../../../../src/cli/views/records.js';
import type { ObjectSchema } from '../../../../src/model/schema.js';
import { BRAND, CATEGORY, MANUFACTURER, PART, SELLER } from '../../../../src/model/schema.js';
import { buildCatalog, type Catalog, type CatalogSource, type Part } from '../../../../src/partdex.js';
import { documentsOf, withRequired } from '../../../arbitraries/documents.js';
import { CapturedTerminal } from '../../../support/captured-terminal.js';
import { forAllAsync } from '../../../support/for-all.js';

const HIDDEN = PART.members.filter(({ visibility }) => visibility === 'hidden').map(({ name }) => name);

const pipe = new CapturedTerminal().stdout;
const narrow = new CapturedTerminal({ isTTY: true, hasColors: true, columns: 60 }).stdout;

/** Some valid documents, each with a uid of its own; whatever else they may have is drawn. */
function several(schema: ObjectSchema, required: Record<string, unknown>) {
  return fc
    .array(withRequired(documentsOf(schema, 'allowed'), required), { maxLength: 8 })
    .map((documents) => documents.map((document, i) => ({ ...document, uid: `u${i}` })));
}

const COUNTED = ['brand.name', 'brand.uid', 'category_uids', 'offers.seller.uid', 'offers.in_stock_quantity', 'mpn'];

async function renderCounts(catalog: Catalog, output: Output): Promise<string> {
  const response = await catalog.parts.search({
    facet: {
      fields: {
        ...Object.fromEntries(COUNTED.map((name) => [name, { include: true }])),
        avg_price: { include: true, ranges: 5 },
      },
    },
    stats: { avg_price: { include: true }, 'offers.moq': { include: true } },
    spec_drilldown: { include: true },
  });
  return renderAggregations(response, catalog, await namesOfUids(response, catalog), output);
}

async function renderAll(catalog: Catalog): Promise<void> {
  for (const name of COLLECTIONS) {
    const include = name === 'parts' ? HIDDEN : [];
    const { results } = await collectionOf(catalog, name).search({ include, limit: 100 });
    const records = results.map(({ item }) => item);
    for (const output of [pipe, narrow]) {
      renderTable(columnsOf(name, { include }, 'USD'), records, output);
      renderTable(columnsOf(name, { show: ['uid', 'name', 'offers', 'specs.a.b.value', 'custom'] }, 'USD'), records, output);
      if (name === 'parts') expect(await renderCounts(catalog, output)).not.toContain('undefined');
      for (const record of records) {
        renderRecord(record, output);
        if (name === 'parts') expect(await renderPart(record as Part, catalog, output)).not.toContain('undefined');
      }
    }
  }
}

describe('every valid document', () => {
  it('can be shown in every form', () =>
    forAllAsync(
      [
        several(PART, { mpn: 'm' }).map((parts) => parts.map((part) => ({ ...part, redirected_uids: [] }))),
        several(BRAND, { name: 'n' }),
        several(MANUFACTURER, { name: 'n' }),
        several(SELLER, { name: 'n' }),
        several(CATEGORY, { name: 'n' }).map((all) => all.map((each) => ({ ...each, parent_uid: null, children_uids: [] }))),
      ],
      async (parts, brands, manufacturers, sellers, categories) => {
        const source = { parts, brands, manufacturers, sellers, categories } as unknown as CatalogSource;
        const catalog = await buildCatalog(source);
        await renderAll(catalog);
        await catalog.close();
      },
      15,
    ));
});

describe('the sheet of a part', () => {
  const sheet = async (members: object) => {
    const catalog = await buildCatalog({ parts: [{ uid: '1', mpn: 'A', ...members }] });
    const text = await renderPart((await catalog.parts.get('1', { include: HIDDEN })) as Part, catalog, pipe);
    await catalog.close();
    return text;
  };

  it.each([
    { datasheets: [{}] },
    { datasheets: [{ url: '' }, null], cad_models: [{}], reference_designs: [{ title: 't' }], compliance_documents: [{}] },
    { descriptions: [{}, { value: '' }, null] },
    { offers: [{}, null, { prices: {} }, { prices: { USD: [] } }, { seller: {} }] },
    { specs: { a: {}, b: { value: [] }, c: null, d: { value: '' }, e: { metadata: { unit: { name: 'volt' } } } } },
    { brand: {}, manufacturer: {}, external_links: {} },
  ])('leaves out what has nothing to show: %j', async (members) => {
    expect(await sheet(members)).toBe('A\n\nuid  1');
  });

  it('shows quantities and ranges in their unit, and other texts as they are', async () => {
    const unit = { name: 'degree Celsius', symbol: 'C' };
    const value = ['1500', '85 C', '-40C ~ 125C', '25+', 'n/a', '10V'];
    expect(await sheet({ specs: { t: { value, metadata: { name: 'Temperature', datatype: 'decimal', unit } } } })).toContain(
      'Temperature  1500 C, 85 C, −40 to 125 C, ≥ 25 C, n/a, 10V',
    );
  });

  it('shows the other members too', async () => {
    const text = await sheet({
      descriptions: [{}, { value: 'second' }, { value: 'third' }],
      datasheets: [{}, { url: 'https://example.org/d.pdf' }],
      offers: [{}, { sku: 'S', prices: { USD: [], EUR: [['1', '2']] } }],
    });
    expect(text).toBe(
      [
        'A',
        'second',
        '',
        'uid  1',
        '',
        'Offers',
        '  sku  prices',
        '  S    1+ 2 EUR',
        '',
        'Descriptions',
        '  third',
        '',
        'Documents',
        '  datasheet  https://example.org/d.pdf',
      ].join('\n'),
    );
  });
});
