import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../src/analysis/kinds.js';
import { keywordFields, textIndexes } from '../../../src/encoding/text-indexes.js';
import { COLLECTIONS, FIELDS, nearestFields, SPEC_MEMBERS, specField } from '../../../src/model/fields.js';
import { type ObjectSchema, PART, type ValueType } from '../../../src/model/schema.js';

const page = readFileSync('docs/semantics.md', 'utf8');

/** The cells of the rows of the table that follows a text. */
function tableAfter(text: string): string[][] {
  const lines = page.slice(page.indexOf(text)).split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith('|'));
  const end = lines.findIndex((line, i) => i > first && !line.trimStart().startsWith('|'));
  return lines.slice(first, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The type of the values at a path of a document, through lists. */
function typeAt(path: readonly string[], schema: ObjectSchema): ValueType | undefined {
  let type = schema.byName.get(path[0])?.type;
  while (type?.kind === 'list') type = type.of;
  if (path.length === 1) return type;
  return type?.kind === 'object' ? typeAt(path.slice(1), type.schema) : undefined;
}

/** Values of flags, and the fieldname of every text, which is no field of its own. */
const NO_COLUMNS = new Set(['true', 'false', 'words']);

describe('the table of the fields of parts', () => {
  it('is that of docs/semantics.md ("Kinds")', () => {
    const documented = tableAfter('## Kinds')
      .slice(2)
      .flatMap(([kind, names]) =>
        [...names.matchAll(/`([a-z_.<>]+)`(\\\*)?/g)].map(([, name, star]) => [name, kind, Boolean(star)]),
      )
      .filter(([name]) => /^[a-z]+(_[a-z]+)*(\.[a-z_]+)*$/.test(name as string) && !NO_COLUMNS.has(name as string));
    const table = [...FIELDS.parts.values()].map(({ name, kind, isExtension }) => [name, KINDS[kind].title, isExtension]);
    expect(documented.sort()).toEqual(table.sort());
  });

  it('has the weights of docs/semantics.md ("Score")', () => {
    const [names, , weights] = tableAfter('- The weight is that of the best field');
    const documented = names.flatMap((cell, i) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ name, weight: Number(weights[i]) })),
    );
    expect([...keywordFields('parts'), ...keywordFields('categories')]).toEqual(documented);
  });

  it('names members of documents, of the type that the kind reads', () => {
    const readBy = {
      part_number: ['part_number'],
      name: ['text'],
      text: ['text'],
      string: [],
      number: ['quantity'],
      boolean: ['boolean'],
      uid: ['uid'],
      date: ['text'],
    };
    for (const { name, kind, isComputed, isLoose } of FIELDS.parts.values()) {
      const type = typeAt(name.split('.'), PART);
      if (isComputed || isLoose) expect(type, name).toBeUndefined();
      else expect(readBy[kind], name).toContain(type?.kind);
    }
  });
});

describe('text indexes', () => {
  it('have eight fields at most, since masks are bytes', () => {
    for (const collection of COLLECTIONS) {
      for (const fields of Object.values(textIndexes(collection))) expect(fields.length).toBeLessThanOrEqual(8);
    }
  });

  it('hold every text field', () => {
    for (const collection of COLLECTIONS) {
      const indexed = Object.values(textIndexes(collection)).flatMap((fields) => fields.map(({ name }) => name));
      const texts = [...FIELDS[collection].values()].filter(({ kind }) => KINDS[kind].isText).map(({ name }) => name);
      expect(indexed).toEqual(expect.arrayContaining(texts));
    }
  });
});

it('has the names of the members of specs that docs/semantics.md ("Kinds") lists', () => {
  for (const member of SPEC_MEMBERS) expect(page).toContain(`\`${specField('<key>', member)}\``);
});

describe('the fieldnames nearest to an unknown one', () => {
  const keys = () => ['resistance', 'case_package', 'stock_code'];

  it.each([
    ['stock', 'offers.in_stock_quantity'],
    ['in stock', 'offers.in_stock_quantity'],
    ['Price', 'avg_price'],
    ['manufacturer', 'brand.name'],
    ['seller', 'offers.seller.name'],
    ['lead_time', 'offers.factory_lead_days'],
    ['category', 'category_uids'],
  ])('an everyday word: %s', (word, field) => {
    expect(nearestFields('parts', word)[0]).toBe(field);
    expect(nearestFields('parts', word, { specKeys: keys })[0]).toBe(field);
  });

  it('a spec of that very name comes before everyday words', () => {
    expect(nearestFields('parts', 'stock', { specKeys: () => ['stock'] })).toEqual(['specs.stock.value']);
    expect(nearestFields('parts', 'resistance', { specKeys: keys })).toEqual(['specs.resistance.value']);
  });

  it('a word that resembles no field is taken for a spec, if the specs are not known', () => {
    expect(nearestFields('parts', 'resistance')[0]).toBe('specs.resistance.value');
    expect(nearestFields('parts', 'mpm')[0]).toBe('mpn');
    expect(nearestFields('parts', 'brandname')[0]).toBe('brand.name');
    expect(nearestFields('parts', 'xyzzyxyzzy', { specKeys: keys })).not.toContain('specs.xyzzyxyzzy.value');
    expect(nearestFields('brands', 'price')).not.toContain('avg_price');
  });
});
