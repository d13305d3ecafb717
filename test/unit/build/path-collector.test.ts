import { describe, expect, it } from 'vitest';
import { PathCollector } from '../../../src/build/path-collector.js';
import { PlainDictionary } from '../../../src/index/dictionary/plain-dictionary.js';
import { bundleOf } from '../../support/sections.js';

function pathsOf(...documents: object[]): string[] {
  const collector = new PathCollector();
  for (const document of documents) collector.add(document);
  const paths = new PlainDictionary('test', bundleOf(collector.arrays()), 'raw');
  paths.validate('test');
  return Array.from({ length: paths.size }, (_, i) => paths.value(i));
}

describe('PathCollector', () => {
  it('names every member of every document once, through lists, in code-point order', () => {
    const documents = [
      { uid: 'a', offers: [{ sku: 1 }, { seller: { name: 'S' } }], specs: { b: null } },
      { uid: 'b', offers: { sku: 2 }, list: [[{ x: 1 }], 5, null], é: 1, z: 1 },
    ];
    const names = [
      'list',
      'list.x',
      'offers',
      'offers.seller',
      'offers.seller.name',
      'offers.sku',
      'specs',
      'specs.b',
      'uid',
      'z',
      'é',
    ];
    expect(pathsOf(...documents)).toEqual(names);
  });

  it('takes any name, and one path that two names have once', () => {
    const strange = JSON.parse('{"__proto__": {"constructor": 1}, "a.b": 1, "a": {"b": {"": 2}}, "__class__": {"x": 1}, "": 3}');
    expect(pathsOf(strange)).toEqual(['', '__proto__', '__proto__.constructor', 'a', 'a.b', 'a.b.']);
  });

  it('goes no deeper than the requested names', () => {
    let deep: object = { end: 1 };
    for (let i = 0; i < 10_000; i++) deep = i % 2 === 0 ? { d: deep } : [deep];
    const paths = pathsOf({ deep });
    // Through 50 lists and 50 objects.
    expect(paths).toEqual(Array.from({ length: 51 }, (_, i) => `deep${'.d'.repeat(i)}`));
  });

  it('returns no paths for no documents', () => expect(pathsOf()).toEqual([]));

  it('returns the names at a path', () => {
    const collector = new PathCollector();
    collector.add({ offers: [{ prices: { USD: [] } }, { prices: { EUR: [], GBP: 1 } }], 'a.b': { c: 1 } });
    expect(collector.namesAt('offers', 'prices')).toEqual(['USD', 'EUR', 'GBP']);
    expect(collector.namesAt('a.b')).toEqual(['c']);
    expect(collector.namesAt('offers', 'prices', 'USD')).toEqual([]);
    expect(collector.namesAt('nowhere', 'prices')).toEqual([]);
  });
});
