import { afterEach, describe, expect, it } from 'vitest';
import type { PatternPiece } from '../../../src/analysis/pattern.js';
import { partNumberForm } from '../../../src/analysis/text.js';
import { EDGE, SYMBOL_OF, trigram } from '../../../src/encoding/trigrams.js';
import { BLOCK_ORDINALS } from '../../../src/encoding/wildcard-arrays.js';
import { PartNumberPattern } from '../../../src/match/part-number-pattern.js';
import type { WildcardPlan } from '../../../src/match/wildcard-plan.js';
import { WildcardSearch } from '../../../src/match/wildcard-search.js';
import { fastPaths } from '../../../src/work/fast-paths.js';
import { finished } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { ANY_ONE, ANY_RUN, matchesWhole } from '../../oracle/text.js';
import { numberField } from '../../support/number-field.js';
import { Impatient, inTurns, unbounded } from '../../support/unbounded.js';

/** More than two steps of a search; every number once. */
const NUMBERS = Array.from({ length: 10_000 }, (_, i) => `AB${(i * 7919) % 99_991}-${'KLM'[i % 3]}${i % 7 === 0 ? 'xz' : ''}`);
const { dictionary, forms, wildcards } = numberField(NUMBERS);
const ORDINALS = Array.from({ length: dictionary.size }, (_, i) => i);

const pieces = (text: string): PatternPiece[] =>
  Array.from(text, (character) =>
    character === '*' ? { kind: 'any_run' } : character === '?' ? { kind: 'any_one' } : { kind: 'literal', text: character },
  );

/** Ordinals that match, by reading every form. */
function matching(text: string, among: readonly number[] = ORDINALS): number[] {
  const wanted = Array.from(text, (character) => (character === '*' ? ANY_RUN : character === '?' ? ANY_ONE : character));
  return among.filter((ordinal) => matchesWhole(wanted, partNumberForm(dictionary.value(ordinal))));
}

/** What a plan finds, in the order in which it is found, and the number of calls that report it. */
function search(text: string, plan: WildcardPlan, work: Work = unbounded()): { found: number[]; calls: number } {
  const found: number[] = [];
  let calls = 0;
  const pattern = PartNumberPattern.normalised(pieces(text));
  const wildcardSearch = new WildcardSearch(forms, wildcards, pattern, (ordinals, count) => {
    calls++;
    found.push(...ordinals.subarray(0, count));
  });
  finished(wildcardSearch.run(plan, work));
  return { found, calls };
}

/** Places of the longest lists of trigrams, the longest last. */
function longestLists(count: number): number[] {
  const places: number[] = [];
  for (let place = 0; wildcards.trigramAt(place) !== undefined; place++) places.push(place);
  return places.sort((a, b) => wildcards.listBytes(a) - wildcards.listBytes(b)).slice(-count);
}

/** Ordinals of the blocks that a list names. */
function ordinalsOf(list: number): number[] {
  const blocks = new Uint32Array(wildcards.listBytes(list));
  const count = wildcards.readList(list, blocks);
  return [...blocks.subarray(0, count)]
    .flatMap((block) => Array.from({ length: BLOCK_ORDINALS }, (_, i) => block * BLOCK_ORDINALS + i))
    .filter((ordinal) => ordinal < dictionary.size);
}

afterEach(() => {
  fastPaths.automaton = true;
});

describe.each([true, false])('a wildcard search, with the automaton: %s', (automaton) => {
  it('by scan finds every match, ascending, in several steps', () => {
    fastPaths.automaton = automaton;
    for (const text of ['*7*k', '*1*2*3*', 'ab????l', '*xz', '*']) {
      const { found } = search(text, { kind: 'scan' });
      expect(found).toEqual(matching(text));
    }
    expect(search('*', { kind: 'scan' }).calls).toBeGreaterThan(2);
  });

  it('by range finds the matches at those places in the order of forms, and no others', () => {
    fastPaths.automaton = automaton;
    const among = [...forms.order.subarray(100, 9_000)];
    expect(search('*7*k', { kind: 'range', from: 100, to: 9_000 }).found).toEqual(matching('*7*k', among));
    expect(search('*', { kind: 'range', from: 5, to: 5 })).toEqual({ found: [], calls: 0 });
  });

  it('by common lists finds the matches in blocks that all lists name', () => {
    fastPaths.automaton = automaton;
    const place = (symbols: readonly number[]) => wildcards.placeOf(trigram(symbols[0], symbols[1], symbols[2]));
    const [b, x, z, one, two] = Array.from('bxz12', (character) => SYMBOL_OF[character.charCodeAt(0)]);
    const lists = [place([b, one, two]), place([x, z, EDGE])];
    const common = lists.map(ordinalsOf).reduce((a, b) => a.filter((ordinal) => b.includes(ordinal)));
    expect(common.length).toBeGreaterThan(0);
    expect(common.length).toBeLessThan(ordinalsOf(lists[0]).length);
    expect(search('*', { kind: 'common', lists }).found).toEqual(common);
    expect(search('*7*k', { kind: 'common', lists: lists.slice(0, 1) }).found).toEqual(matching('*7*k', ordinalsOf(lists[0])));
  });

  it('by any of some lists finds the matches in blocks that one of them names, each once', () => {
    fastPaths.automaton = automaton;
    const lists = longestLists(4);
    const among = [...new Set(lists.flatMap(ordinalsOf))].sort((a, b) => a - b);
    expect(search('*7*k', { kind: 'any', lists }).found).toEqual(matching('*7*k', among));
    expect(search('*', { kind: 'any', lists }).found).toEqual(among);
  });
});

it('a wildcard search without a plan finds nothing and reports nothing', () => {
  expect(search('*', { kind: 'none' })).toEqual({ found: [], calls: 0 });
});

it('wildcard searches that take turns do not mix up their ordinals', () => {
  const texts = ['*7*k', '*8*l', '*9*m'];
  const found = texts.map((): number[] => []);
  const searches = texts.map((text, i) => {
    const pattern = PartNumberPattern.normalised(pieces(text));
    const collect = (ordinals: Uint32Array, count: number) => void found[i].push(...ordinals.subarray(0, count));
    return new WildcardSearch(forms, wildcards, pattern, collect).run({ kind: 'scan' }, new Impatient());
  });
  inTurns(searches);
  expect(found).toEqual(texts.map((text) => matching(text)));
});

it('a wildcard search ends when its call does', () => {
  const work = new Work(UNBOUNDED);
  const stopped = new Error('stopped');
  const run = () => {
    work.end(stopped);
    // The clock is read every 50,000 units of work; a scan of all part numbers that compares each is more.
    for (let i = 0; i < 10; i++) search('*1*', { kind: 'range', from: 0, to: dictionary.size }, work);
  };
  expect(run).toThrow(stopped);
});
