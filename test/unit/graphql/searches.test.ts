import { describe, expect, it } from 'vitest';
import { executorOf, smallCatalog } from '../../support/graphql-queries.js';

interface Bucket {
  company: { id: string | null; name: string };
  count: number;
}

async function search(args: string, fields = 'hits', field = 'search') {
  const { data, errors, extensions } = await executorOf(await smallCatalog())(`{ ${field}${args && `(${args})`} { ${fields} } }`);
  expect(errors).toBeUndefined();
  return { ...data[field], extensions };
}

const hits = async (args: string) => (await search(args)).hits as number;
const mpns = async (args: string, field = 'search') => {
  const { results } = await search(args, 'results { part { mpn } }', field);
  return results.map(({ part }: { part: { mpn: string } }) => part.mpn) as string[];
};

describe('search', () => {
  it('finds by keywords; total is hits', async () => {
    expect(await search('q: "resistor"', 'total hits results { description part { mpn } }')).toMatchObject({
      total: 1,
      hits: 1,
      results: [{ description: 'RES 10K OHM', part: { mpn: 'RC0603FR-0710KL' } }],
    });
    expect(await hits('')).toBe(4);
    expect(await hits('q: null')).toBe(4);
  });

  it.each([
    ['manufacturer_id: "569"', 2, 'the id of a record'],
    ['manufacturer_id: 569', 2, 'an id as a number'],
    ['manufacturer_id: "m-yag"', 2, 'a uid'],
    ['manufacturer_id: "yageo"', 2, 'a name'],
    ['manufacturer_id: "Phycomp"', 2, 'an alias'],
    ['manufacturer_id: ["569", "m-mur"]', 3, 'a list'],
    ['manufacturer_id: []', 4, 'an empty list'],
    ['manufacturer_id: null', 4, 'null'],
    ['manufacturer: "TI"', 1, 'a name without a record'],
    ['manufacturer_id: "Texas"', 0, 'a word of a name'],
    ['distributor_id: "459"', 1, 'a distributor by its id'],
    ['distributor_id: "Farnell"', 2, 'a distributor by its name'],
    ['distributor_id: "Corner Shop"', 1, 'a distributor without a record'],
    ['category_id: "c-res"', 3, 'a category and what is below it'],
    ['category_id: "Passive Components"', 4, 'a category by its name'],
    ['category_id: "/passive-components/capacitors"', 1, 'a category by its path'],
    ['case_package: "0603"', 3, 'a value'],
    ['case_package: ["0603", "0402"]', 3, 'values'],
    ['resistance: "10000"', 1, 'a number'],
    ['resistance: 1e4', 1, 'a number that is one'],
    ['resistance: "10000 Ω"', 1, 'a number as a bucket shows it'],
    ['resistance: "(10__10000)"', 2, 'a range'],
    ['resistance: "(__10000)"', 2, 'a range without a lower end'],
    ['resistance: "(10001__)"', 1, 'a range without an upper end'],
    ['resistance: ["10", "(100000__1e7)"]', 2, 'a number or a range'],
    ['case_package: "0603", manufacturer_id: "569"', 2, 'two filters'],
    ['resistance: "ten"', 0, 'an invalid number'],
    ['nothing: 1', 0, 'an unknown key'],
    ['case_package: {a: 1}', 0, 'an object'],
  ])('filters {%s}: %i', async (filters, count) => {
    expect(await hits(`filters: {${filters}}`)).toBe(count);
  });

  it('is widened by a list: the total is the sum of the buckets', async () => {
    const { manufacturer_agg } = await search('', 'manufacturer_agg { company { id name } count }');
    const chosen = (manufacturer_agg as Bucket[]).filter(({ company }) => company.id !== null);
    const ids = chosen.map(({ company }) => `"${company.id}"`).join();
    expect(await hits(`filters: {manufacturer_id: [${ids}]}`)).toBe(chosen.reduce((sum, { count }) => sum + count, 0));
  });

  it('warns of unknown filters and sorts', async () => {
    const { hits: found, extensions, warnings } = await search('filters: {nothing: 1}, sort: "nonsense"', 'hits warnings');
    expect(found).toBe(0);
    expect(extensions.warnings).toEqual([expect.stringContaining('"nothing"'), expect.stringContaining('"nonsense"')]);
    expect(warnings).toEqual(extensions.warnings);
    expect(await mpns('sort: "nonsense"')).toEqual(await mpns(''));
  });

  it.each([
    ['what a q has that means nothing', '{ search(q: "- resistor") { hits } }', '"-" alone'],
    ['the same where a page is requested', '{ search(q: "- resistor") { results { part { mpn } } } }', '"-" alone'],
    ['a range whose ends are exchanged', '{ search(filters: {resistance: "(16__8)"}) { manufacturer_agg { count } } }', '16'],
  ])('warns of %s', async (_name, query, warning) => {
    const { extensions } = await executorOf(await smallCatalog())(query);
    expect(extensions?.warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('sorts, pages, and finds what is in stock', async () => {
    expect(await mpns('sort: "mpn"')).toEqual(['GRM188R71H104KA93D', 'NE555P', 'RC0603FR-0710KL', 'RC0603FR-071ML']);
    expect(await mpns('sort: "mpn", sort_dir: desc, limit: 2')).toEqual(['RC0603FR-071ML', 'RC0603FR-0710KL']);
    expect(await mpns('sort: "resistance", sort_dir: desc, start: 1, limit: 2')).toEqual(['RC0603FR-0710KL', 'NE555P']);
    expect(await mpns('in_stock_only: true, sort: "mpn"')).toEqual(['GRM188R71H104KA93D', 'RC0603FR-0710KL']);
  });

  it('reports all invalid limits together', async () => {
    const { errors } = await executorOf(await smallCatalog())('{ search(start: 1001, limit: 101) { hits } }');
    expect(errors?.[0]).toMatchObject({
      message: 'start must be between 0 and 1000; limit must be between 0 and 100',
      path: ['search'],
    });
    expect((await executorOf(await smallCatalog())('{ search(limit: -1) { hits } }')).errors).toHaveLength(1);
  });

  it('rejects quantities in another unit, and names that of the attribute', async () => {
    const execute = executorOf(await smallCatalog());
    const failed = async (query: string) => {
      const { errors } = await execute(query);
      const { message, extensions } = (errors ?? [])[0] as unknown as { message: string; extensions: { issues: object[] } };
      return { message, issues: extensions.issues };
    };
    for (const value of ['5V', '(1k__5V)', '(5V__)']) {
      const { message, issues } = await failed(`{ search(filters: {resistance: "${value}"}) { hits } }`);
      expect(issues).toMatchObject([
        { code: 'wrong_unit', path: 'filter.fields.resistance', found: value.includes('__') ? '5V' : value },
      ]);
      expect(message).toMatch(/^filters: "5V" is in volt, and resistance is in ohm \(written /);
    }
    const { data, extensions } = await execute('{ search(filters: {resistance: ["ten", "10k"]}) { hits } }');
    expect([data.search.hits, extensions?.warnings]).toEqual([1, [expect.stringContaining('"ten" is neither a number')]]);
  });

  it.each([
    ['manufacturer_agg(size: 101) { count }', 'manufacturer.uid'],
    ['distributor_agg(size: 101) { count }', 'offers.seller.uid'],
    ['category_agg(size: 101) { count }', 'category_uids'],
    ['spec_aggs(attribute_names: ["resistance"], size: 101) { min }', 'specs.resistance.value'],
    ['spec_aggs(attribute_names: [], size: 101) { min }', 'specs.*.value'],
  ])('names the facet of an invalid size: %s', async (field, name) => {
    const { errors } = await executorOf(await smallCatalog())(`{ search { ${field} } }`);
    const { message, extensions } = (errors ?? [])[0] as unknown as { message: string; extensions: { issues: object[] } };
    expect(extensions.issues).toMatchObject([{ pathParts: ['facet', 'fields', name, 'limit'] }]);
    expect(message).toBe(`${field.slice(0, field.indexOf('('))}.size must be between 0 and 100`);
  });

  it('has issues as data, and names arguments as the document does', async () => {
    const { errors } = await executorOf(await smallCatalog())('{ search(start: 1001, limit: 101) { hits } }');
    const { extensions } = (errors ?? [])[0] as unknown as { extensions: { issues: { code: string; path: string }[] } };
    expect(extensions.issues.map(({ code, path }) => [code, path])).toEqual([
      ['out_of_range', 'start'],
      ['out_of_range', 'limit'],
    ]);
    const later = executorOf(await smallCatalog(), { dialect: 'sup' });
    const first = async (query: string) => (await later(query)).errors?.[0].message;
    expect(await first('{ supSearch { manufacturerAgg(size: 101) { count } } }')).toBe(
      'manufacturerAgg.size must be between 0 and 100',
    );
    const ids = Array.from({ length: 21 }, () => '"x"').join();
    expect(await first(`{ supParts(ids: [${ids}]) { mpn } }`)).toBe('ids must be at most 20, not 21');
    const { data } = await later('{ supMultiMatch(queries: [{manufacturer: "x", limit: 101}, {}]) { error } }');
    expect(data.supMultiMatch).toEqual([
      { error: 'limit must be between 0 and 100' },
      { error: 'a query needs a text for one of "mpn", "sku", "mpnOrSku", "manufacturer", "seller": it has none' },
    ]);
  });

  it('counts manufacturers, distributors, categories', async () => {
    const company = 'company { id name } count';
    const found = await search(
      '',
      `manufacturer_agg { ${company} } distributor_agg { ${company} } category_agg { category { name } count }`,
    );
    expect(found.manufacturer_agg).toEqual([
      { company: { id: '569', name: 'Yageo' }, count: 2 },
      { company: { id: 'm-mur', name: 'Murata' }, count: 1 },
      { company: { id: null, name: 'TI' }, count: 1 },
    ]);
    expect(found.distributor_agg).toEqual([
      { company: { id: 's-far', name: 'Farnell' }, count: 2 },
      { company: { id: null, name: 'Corner Shop' }, count: 1 },
      { company: { id: '459', name: 'Digi-Key' }, count: 1 },
    ]);
    expect(found.category_agg.slice(0, 3)).toEqual([
      { category: { name: 'Passive Components' }, count: 4 },
      { category: { name: 'Resistors' }, count: 3 },
      { category: { name: 'Chip Resistors' }, count: 2 },
    ]);
    const filtered = await search('filters: {manufacturer_id: "569"}', `manufacturer_agg { ${company} }`);
    expect(filtered.manufacturer_agg).toHaveLength(1);
    expect((await search('', `manufacturer_agg(size: 1) { ${company} }`)).manufacturer_agg).toHaveLength(1);
    const { errors } = await executorOf(await smallCatalog())(`{ search { manufacturer_agg(size: 101) { ${company} } } }`);
    expect(errors?.[0].message).toContain('size must be between 0 and 100');
  });

  it('counts attributes', async () => {
    const aggs =
      'spec_aggs(attribute_names: ["resistance", "case_package", "nothing"]) { attribute { shortname } min max display_min display_max buckets { display_value float_value count } }';
    const { spec_aggs, extensions } = await search('', aggs);
    expect(spec_aggs).toEqual([
      {
        attribute: { shortname: 'resistance' },
        ...{ min: 10, max: 1000000, display_min: '10 Ω', display_max: '1 MΩ' },
        buckets: [
          { display_value: '10 Ω', float_value: 10, count: 1 },
          { display_value: '10 kΩ', float_value: 10000, count: 1 },
          { display_value: '1 MΩ', float_value: 1000000, count: 1 },
        ],
      },
      {
        attribute: { shortname: 'case_package' },
        ...{ min: null, max: null, display_min: null, display_max: null },
        buckets: [{ display_value: '0603', float_value: null, count: 3 }],
      },
    ]);
    expect(extensions.warnings[0]).toContain('"nothing"');
  });

  it('shows which filters there are and which were applied', async () => {
    const fields =
      'applied_category { name } applied_filters { shortname name values display_values } suggested_filters { shortname } all_filters { shortname } cad_agg { count } suggested_categories { count } specs_view_attribute_groups { name }';
    const found = await search('filters: {category_id: "c-res", resistance: ["10", "(1__2)"]}', fields);
    expect(found.applied_category).toEqual({ name: 'Resistors' });
    expect(found.applied_filters).toEqual([
      { shortname: 'resistance', name: 'Resistance', values: ['10', '(1__2)'], display_values: ['10 Ω', '(1__2)'] },
    ]);
    expect(found.suggested_filters).toEqual([{ shortname: 'resistance' }]);
    expect([found.cad_agg, found.suggested_categories]).toEqual([[{ count: 1 }], [{ count: 1 }, { count: 1 }]]);
    expect(found.specs_view_attribute_groups).toEqual([{ name: 'Technical Specifications' }]);
  });
});

describe('search_mpn', () => {
  it.each([
    ['rc0603', ['RC0603FR-0710KL', 'RC0603FR-071ML']],
    ['RC-0603-FR071', ['RC0603FR-0710KL', 'RC0603FR-071ML']],
    ['*555*', ['NE555P']],
    ['ne555p', ['NE555P']],
    ['603', []],
    ['311-10KCT', []],
    ['---', []],
  ])('%s', async (q, found) => expect(await mpns(`q: "${q}"`, 'search_mpn')).toEqual(found));

  it('tells in its own warnings that nothing fits what has no letter and no digit', async () => {
    const { warnings } = await search('q: "---"', 'warnings', 'search_mpn');
    expect(warnings).toEqual(['q: "---" has no letter and no digit, so no part number fits it']);
  });

  it('takes filters and sorts as search does', async () => {
    expect(await mpns('q: "rc", filters: {resistance: "(__10000)"}', 'search_mpn')).toEqual(['RC0603FR-0710KL']);
    expect(await mpns('q: "rc", sort_dir: desc, sort: "mpn"', 'search_mpn')).toEqual(['RC0603FR-071ML', 'RC0603FR-0710KL']);
    expect((await search('', 'hits', 'search_mpn')).hits).toBe(4);
  });
});
