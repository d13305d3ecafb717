import { describe, expect, it } from 'vitest';
import { SpecMetadataGatherer } from '../../../src/build/spec-metadata-gatherer.js';
import { datatypeOf, specMetadataOf, specNotice } from '../../../src/encoding/spec-facts.js';
import type { SpecMetadata } from '../../../src/model/documents.js';

type Said = Partial<SpecMetadata>;

function metadataOf(type: 'string' | 'number', seen: readonly object[], given?: object) {
  const gatherer = new SpecMetadataGatherer();
  for (const metadata of seen) gatherer.add(metadata as Said);
  const votes = { number: 0, string: 0 };
  const facts = { key: 'k', declared: votes, undeclared: votes, said: JSON.parse(JSON.stringify(gatherer.said)) };
  const record = given as SpecMetadata | undefined;
  return { metadata: specMetadataOf(facts, type, record), notice: specNotice('k', type, record) };
}

describe('datatypeOf', () => {
  it.each([
    [{ datatype: 'string' }, 'string'],
    [{ datatype: 'integer' }, 'integer'],
    [{ datatype: 'decimal' }, 'decimal'],
    [{ datatype: 'float' }, undefined],
    [{ datatype: null }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('of %j is %s', (metadata, datatype) => expect(datatypeOf(metadata)).toBe(datatype));
});

describe('SpecMetadataGatherer', () => {
  const ohm = { name: 'ohm', symbol: 'Ω' };

  it.each<[string, 'string' | 'number', object[], object | undefined, object]>([
    ['of nothing is the type', 'number', [], undefined, { datatype: 'decimal' }],
    ['of nothing is the type', 'string', [], undefined, { datatype: 'string' }],
    [
      'is that of the first part that says something, under its own key',
      'number',
      [
        { key: 'other', name: null, datatype: 'integer', id: 1 },
        { name: 'A', unit: ohm, id: 2 },
        { name: 'B', unit: { name: 'V' } },
      ],
      undefined,
      { name: 'A', datatype: 'integer', unit: ohm, id: 1 },
    ],
    [
      'is what parts say, and of what was given what is missing there',
      'number',
      [{ name: 'A', unit: null, datatype: 'integer', id: 1 }],
      { key: 'k', name: 'Given', unit: ohm, datatype: 'decimal', id: 2 },
      { name: 'A', unit: ohm, datatype: 'integer', id: 1 },
    ],
    [
      'is what was given',
      'number',
      [],
      { key: 'k', name: 'Given', datatype: 'integer', id: 2 },
      { name: 'Given', datatype: 'integer', id: 2 },
    ],
    ['is what was given', 'number', [{ datatype: 'string' }], { key: 'k', datatype: 'integer' }, { datatype: 'integer' }],
    [
      'takes the first datatype that fits the values',
      'number',
      [{ datatype: 'string' }, { datatype: 'float' }, { datatype: 'integer' }, { datatype: 'decimal' }],
      { key: 'k', datatype: 'string' },
      { datatype: 'integer' },
    ],
    ['takes the first datatype that fits the values', 'string', [{ datatype: 'integer' }], undefined, { datatype: 'string' }],
    [
      'leaves __class__ out',
      'string',
      [{ __class__: 'SpecMetadata', unit: { __class__: 'U', name: 'V' } }],
      undefined,
      {
        datatype: 'string',
        unit: { name: 'V' },
      },
    ],
  ])('%s: %s, %j, %j', (_, type, seen, given, expected) =>
    expect(metadataOf(type, seen, given).metadata).toEqual({ key: 'k', ...expected }),
  );

  it('reports where the given datatype is another type', () => {
    expect(metadataOf('number', [], { key: 'k', datatype: 'string' }).notice).toMatch(/specs\.k: .*"string".*number/);
    expect(metadataOf('number', [], { key: 'k', datatype: 'integer' }).notice).toBeUndefined();
    expect(metadataOf('string', [{ datatype: 'decimal' }]).notice).toBeUndefined();
  });

  it('leaves out what is too deep to be written', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 20_000; i++) deep = [deep];
    const { metadata } = metadataOf('string', [{ deep }]);
    expect(JSON.stringify(metadata).length).toBeLessThan(400);
  });

  it('does not change its arguments', () => {
    const seen = Object.freeze({ unit: Object.freeze({ ...ohm }) });
    const { metadata } = metadataOf('string', [seen]);
    expect(metadata.unit).toEqual(ohm);
    expect(metadata.unit).not.toBe(seen.unit);
  });
});
