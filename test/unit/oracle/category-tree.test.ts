import { describe, expect, it } from 'vitest';
import { createOracle } from '../../oracle/oracle.js';

const part = (uid: string, ...category_uids: string[]) => ({ uid, mpn: 'm', category_uids });
const category = (uid: string, members: object = {}) => ({ uid, name: uid.toUpperCase(), ...members });
const parent = (uid: string, parent_uid: string) => category(uid, { parent_uid });

const parts = [part('1', 'chip', 'wire'), part('2', 'chip'), part('3', 'res'), part('4', 'loose'), part('5', 'excerpt')];
const oracle = createOracle({
  parts,
  categories: [
    parent('wire', 'res'),
    parent('chip', 'res'),
    category('root'),
    parent('res', 'root'),
    category('own', {
      parent_uid: 'root',
      num_parts: 7,
      ancestor_names: ['Given'],
      children_uids: [],
      ancestor_uids: ['other', 'root'],
    }),
    parent('below', 'own'),
    category('excerpt', { parent_uid: 'gone', ancestor_uids: ['far', 'gone'] }),
  ],
});
const shown = (uid: string) => {
  const { parent_uid, ancestor_uids, ancestor_names, children_uids, num_parts } = oracle.get('categories', uid) as object as {
    [name: string]: unknown;
  };
  return [parent_uid, ancestor_uids, ancestor_names, children_uids, num_parts];
};

describe('categories', () => {
  it.each([
    ['root', [null, [], [], ['own', 'res'], 3]],
    ['res', ['root', ['root'], ['ROOT'], ['chip', 'wire'], 3]],
    ['chip', ['res', ['root', 'res'], ['ROOT', 'RES'], [], 2]],
    ['wire', ['res', ['root', 'res'], ['ROOT', 'RES'], [], 1]],
    ['own', ['root', ['other', 'root'], ['Given'], [], 7]],
    ['below', ['own', ['other', 'root', 'own'], [], [], 0]],
    ['excerpt', ['gone', ['far', 'gone'], [], [], 1]],
  ])('%s has what its record gives, and else what the tree says', (uid, members) => expect(shown(uid)).toEqual(members));

  it('are found by their shown members', () => {
    const found = (field: string, value: string) =>
      oracle.search('categories', { filter: { fields: { [field]: [value] } } }).ordered.map(({ uid }) => uid);
    expect(found('ancestor_uids', 'root')).toEqual(['below', 'chip', 'own', 'res', 'wire']);
    expect(found('parent_uid', 'res')).toEqual(['chip', 'wire']);
  });

  const chain = (length: number) =>
    Array.from({ length }, (_, i) => (i === 0 ? category('0') : parent(String(i), String(i - 1))));

  it.each<[string, object[]]>([
    ['unknown parent', [parent('a', 'nobody')]],
    ['unknown parent that is not among the ancestors', [category('a', { parent_uid: 'x', ancestor_uids: ['y'] })]],
    ['own parent', [parent('a', 'a')]],
    ['circle', [parent('a', 'b'), parent('b', 'c'), parent('c', 'a')]],
    ['101 levels', chain(101)],
  ])('make no tree: %s', (_, categories) => {
    expect(() => createOracle({ parts, categories })).toThrow(/parent_uid/);
  });

  it('may have 100 levels', () => expect(createOracle({ parts, categories: chain(100) }).get('categories', '99')).toBeDefined());
});
