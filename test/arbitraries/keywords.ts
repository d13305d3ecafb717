import fc from 'fast-check';
import type { CollectionName } from '../../src/model/fields.js';
import type { Catalog } from '../oracle/fields.js';
import { keywordFields, keywordValues } from '../oracle/q.js';
import { words } from './text.js';
import { mangled } from './vocabularies.js';

/** One term of `q` that asks for a value, in one of the ways to write it. */
function keyword([text, at, how, excluded]: [string, number, number, string]): string {
  const characters = [...text];
  const cut = at % (characters.length + 1);
  const escaped = (part: string[]) => part.join('').replace(/[\s"*?\\]/g, '\\$&');
  const ways = [
    text,
    `"${text.replace(/["\\]/g, '\\$&')}"`,
    escaped(characters),
    `${escaped(characters.slice(0, cut))}*${escaped(characters.slice(cut + 1))}`,
    `${escaped(characters.slice(0, cut))}?${escaped(characters.slice(cut + 1))}`,
    mangled([text, at, at % 3]),
    text.replace(/[^\p{L}\p{N}]/gu, ''),
  ];
  return `${excluded}${ways[how % ways.length]}`;
}

/** Keyword queries made of words of the records. */
export function keywords(catalog: Catalog, collection: CollectionName): fc.Arbitrary<string> {
  const valuesOfRow = catalog.rows[collection].map((row) =>
    keywordFields(catalog, collection).flatMap(({ name }) => keywordValues(catalog, collection, row, name)),
  );
  const signs = fc.constantFrom('', '', '', '', '', '-', 'NOT ');
  const termOf = (text: fc.Arbitrary<string>) => fc.tuple(text, fc.nat(), fc.nat(), signs).map(keyword);
  const known = valuesOfRow.filter((values) => values.length > 0).map((values) => termOf(fc.constantFrom(...values)));
  const term = fc.oneof(...known, termOf(words()));
  const ofOneRow = fc.oneof(...known.map((arbitrary) => fc.tuple(arbitrary, arbitrary)), fc.tuple(term, term));
  return fc.oneof(
    { weight: 6, arbitrary: term },
    { weight: 3, arbitrary: ofOneRow.map((terms) => terms.join(' ')) },
    { weight: 1, arbitrary: fc.array(term, { minLength: 2, maxLength: 3 }).map((terms) => terms.join('  ')) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...SYNTAX), maxLength: 12 }) },
  );
}

const SYNTAX = ['a', '1', '-', '"', '\\', '*', '?', ' ', 'NOT', 'µ', '™', '\ud800'];
