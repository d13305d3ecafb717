import { describe, expect, it } from 'vitest';
import { CompanyGatherer } from '../../../src/build/company-gatherer.js';

describe('CompanyGatherer', () => {
  it('prefers given records to what parts say, and the first part to later ones', () => {
    const gatherer = new CompanyGatherer('brand');
    expect(gatherer.addRecord({ uid: 'g', name: 'Given' })).toBe(true);
    expect(gatherer.addRecord({ uid: 'g', name: 'Again' })).toBe(false);
    gatherer.addMention({ uid: 'g', name: 'Seen' });
    gatherer.addMention({ uid: 's', name: 'First' });
    gatherer.addMention({ uid: 's', name: 'Second' });
    gatherer.addMention({ uid: 's', name: 'Third' });
    gatherer.addMention({ uid: 't', name: 'Same' });
    gatherer.addMention({ uid: 't', name: 'Same' });
    expect(gatherer.has('g') && gatherer.has('s') && !gatherer.has('x')).toBe(true);
    expect([...gatherer.gathered()].map(({ name }) => name)).toEqual(['First', 'Same']);
    expect([...gatherer.notices()]).toEqual([
      'brand g is "Given" in its record and "Seen" in a part; parts keep their own text',
      'brand s is "First" in the first part that names it and "Second" in a part; parts keep their own text',
    ]);
  });

  it('leaves out what has no uid or no name', () => {
    const gatherer = new CompanyGatherer('seller');
    for (const company of [null, undefined, {}, { uid: 'a' }, { name: 'A' }, { uid: '', name: 'A' }])
      gatherer.addMention(company);
    gatherer.addMention({ uid: 'b', name: '' });
    gatherer.addMention({ uid: '__proto__', name: 'P' });
    expect([...gatherer.gathered()].map(({ uid }) => uid)).toEqual(['b', '__proto__']);
  });
});
