import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEC_MEMBERS } from '../../../src/model/fields.js';
import { SpecMemberNames } from '../../../src/opensearch/spec-member-names.js';
import { specName } from '../../../src/opensearch/terms.js';

const key = fc.oneof(fc.stringMatching(/^[a-c_]{1,3}$/), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }));

describe('the names of the members of spec keys', () => {
  it('take the counts of any of them, and leave out others', () => {
    const keys = fc.uniqueArray(key, { maxLength: 12 });
    const counted = fc.uniqueArray(fc.tuple(key, fc.constantFrom(...SPEC_MEMBERS, 'range')), { selector: String, maxLength: 30 });
    fc.assert(
      fc.property(keys, counted, (known, drawn) => {
        const byName = new Map(drawn.map(([of, member], i) => [specName(of, member), i + 1]));
        const buckets = [...byName]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, count]) => ({ key: name, doc_count: count }));
        const expected = known.flatMap((of) => SPEC_MEMBERS.map((member) => byName.get(specName(of, member)) ?? 0));
        expect([...new SpecMemberNames(known).countsOf(buckets)]).toEqual(expected);
      }),
    );
  });

  it('have places by key and member', () => {
    const names = new SpecMemberNames(['mass', 'a.b']);
    expect(names.placeOf('mass', 'max_value')).toBe(2);
    expect(names.placeOf('a.b', 'value')).toBe(3);
    expect(names.placeOf('length', 'value')).toBeUndefined();
  });
});
