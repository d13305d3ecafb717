import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCatalog, type SearchRequest, ValidationError } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { holds } from '../../support/property/settings.js';
import { rejectionOf } from '../../support/thrown.js';

const part = (uid: string, mpn: string, name: string, ...values: string[]) => ({
  uid,
  mpn,
  brand: { uid: name, name },
  descriptions: values.map((value) => ({ value })),
});
const catalog = buildCatalog({
  parts: [
    part('a', 'GRM188', 'Murata', 'ceramic capacitor 100nF'),
    part('b', 'GRM189', 'Murata', 'ceramic capacitor'),
    part('c', 'RC0603', 'Yageo', 'thick film resistor'),
    part('d', 'RC0604', 'Yageo', 'thick film resistor', 'resitor'),
    part('e', 'NE555P', 'Texas Instruments', 'precision timer'),
    part('f', 'NE556P', 'Texas Instruments', 'dual timer, film'),
  ],
} as never);

async function suggestions(q: string, request: SearchRequest = {}): Promise<string[] | undefined> {
  const { parts } = await catalog;
  return (await parts.search({ q, suggest: true, ...request })).suggestions;
}

describe('corrections of q', () => {
  it.each<[string, string[]]>([
    ['capcitor', ['capacitor']],
    ['muratta', ['murata']],
    ['Muratta capcitor', ['murata capacitor']],
    ['timre', ['timer']],
    // Words of four to seven letters may have one error, longer ones two, shorter ones none.
    ['tmire', []],
    ['timmer', ['timer']],
    ['cpaacitro', ['capacitor']],
    ['nfx', []],
    // Of several near words those that differ less come first, then those of more parts.
    ['ne557p', ['ne555p', 'ne556p']],
    ['yageo capcitor', []],
    ['thick flim', ['thick film']],
    // A word that some part has is corrected if the question finds nothing with it.
    ['yageo precision timer', []],
    ['murata resitor', []],
    ['"capcitor"', []],
    ['-capacitor capcitor', []],
    ['-resistor capcitor', ['-resistor capacitor']],
    ['capcitor-100nf', ['capacitor-100nf']],
    ['rc0603 resitor', ['rc0604 resitor', 'rc0603 resistor']],
    ['ceramic-capcitor', ['ceramic-capacitor']],
    ['capcit*', []],
    ['zzzzzzzz', []],
    ['capacitor', []],
    ['', []],
  ])('%j', async (q, expected) => {
    expect(await suggestions(q)).toEqual(expected);
  });

  it('find something with the filters of the request', async () => {
    expect(await suggestions('ne557p', { filter: { fields: { mpn: ['NE556P'] } } })).toEqual(['ne556p']);
    expect(await suggestions('capcitor', { filter: { queries: ['brand.name:yageo'] } })).toEqual([]);
  });

  it('are there only where they are asked for', async () => {
    const { parts, brands } = await catalog;
    const plain = await parts.search({ q: 'capcitor' });
    expect(plain).not.toHaveProperty('suggestions');
    expect(plain.request).not.toHaveProperty('suggest');
    expect((await parts.search({ q: 'capcitor', suggest: true })).request.suggest).toBe(true);
    expect((await brands.search({ q: 'yagoe', suggest: true })).suggestions).toEqual(['yageo']);
    expect(await rejectionOf(parts.search({ suggest: 1 as never }))).toBeInstanceOf(ValidationError);
  });

  it('are arguments of URLs, and warnings there', async () => {
    const api = createRestApi(await catalog, { isValidKey: () => true });
    const ask = async (url: string) => JSON.parse((await api.handle(`${url}&apikey=k`)).body);
    const found = await ask('/parts/search?q=ne557p&suggest=true');
    expect(found.suggestions).toEqual(['ne555p', 'ne556p']);
    expect(found.warnings).toEqual(['nothing was found; did you mean "ne555p" or "ne556p"?']);
    expect(await ask('/parts/search?q=ne557p')).toMatchObject({ hits: 0, warnings: [] });
    expect((await ask('/brands/search?q=yageo&suggest')).suggestions).toEqual([]);
  });

  it('show nothing that a key may not see', async () => {
    const scopes = [{ hide: ['descriptions'] }, { filter: 'brand.name:yageo' }];
    for (const scope of scopes) {
      const api = createRestApi(await catalog, { isValidKey: () => scope });
      const { suggestions: texts } = JSON.parse((await api.handle('/parts/search?q=capcitor&suggest&apikey=k')).body);
      expect(texts).toEqual([]);
    }
  });

  it('are at most five texts that all find something, and a word with one error is among those it is near', () => {
    const words = ['capacitor', 'ceramic', 'resistor', 'timer', 'murata', 'ne555p', 'thick', 'precision'];
    const typo = fc.tuple(fc.constantFrom(...words), fc.nat(8), fc.constantFrom('drop', 'swap', 'add', 'change'));
    return holds(
      typo,
      async ([word, place, how]) => {
        const at = place % (word.length - 1);
        const [a, b, before, behind] = [word[at], word[at + 1], word.slice(0, at), word.slice(at + 2)];
        const changed = how === 'drop' ? b : how === 'swap' ? b + a : how === 'add' ? `${a}q${b}` : `q${b}`;
        const typed = before + changed + behind;
        const { parts } = await catalog;
        const { hits, suggestions: texts = [] } = await parts.search({ q: typed, suggest: true });
        if (hits === 0 && typed.length >= 4) expect(texts, typed).toContain(word);
        expect(texts.length).toBeLessThanOrEqual(5);
        for (const q of texts) expect((await parts.search({ q, limit: 0 })).hits, q).toBeGreaterThan(0);
      },
      10,
    );
  });
});
