import fc from 'fast-check';
import { it } from 'vitest';
import type { BomLine } from '../../src/bom/bom-line.js';
import { matchLines } from '../../src/bom/match-lines.js';
import { isSameMaker } from '../../src/bom/matched/makers.js';
import { numberPlacesOf } from '../../src/catalog/internals.js';
import { matchQueries, plainNumbers } from '../arbitraries/matching.js';
import type { Catalog } from '../oracle/fields.js';
import { holdsFor } from '../support/property/report.js';

function lists(catalog: Catalog): fc.Arbitrary<BomLine[]> {
  const numbers = plainNumbers(catalog);
  const texts = matchQueries(catalog).map(({ brand, seller }) =>
    [brand, seller].map((text) => (typeof text === 'string' ? text : '')),
  );
  const line = fc.tuple(fc.option(numbers, { nil: '' }), fc.array(numbers, { maxLength: 2 }), texts);
  const asLine = ([mpn, skus, [brand, seller]]: [string, string[], string[]]): BomLine => {
    return { line: 1, cells: [], mpn, skus, brand, seller, reference: '', quantity: {} };
  };
  return fc.array(line.map(asLine), { minLength: 1, maxLength: 8 });
}

it('finds the same parts of a list whether or not numbers that no part has are known before', () =>
  holdsFor(lists, async (catalog, lines) => {
    const placesOf = numberPlacesOf(catalog.parts);
    if (!placesOf) return 'the parts have no method that knows their numbers';
    for (const exact of [false, true]) {
      const settings = { exact, wildcards: false, isSameMaker };
      const [found, expected] = await Promise.all(
        [{ ...settings, placesOf }, settings].map(async (one) =>
          JSON.stringify(await matchLines(lines, (request) => catalog.parts.match(request), one)),
        ),
      );
      if (found !== expected) return `lines\n  are ${found}\n  not ${expected}`;
    }
    return undefined;
  }));
