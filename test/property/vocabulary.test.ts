import fc from 'fast-check';
import { expect, it } from 'vitest';
import { phraseKey } from '../../src/ask/forms.js';
import { CategoryNames } from '../../src/ask/vocabulary-categories.js';
import { Lexicon } from '../../src/ask/vocabulary-lexicon.js';
import { ValueNames } from '../../src/ask/vocabulary-values.js';
import { finished, type Steps, type Task } from '../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../src/work/work.js';
import { edits, keyOf, type OracleFit, placeInName, valueFit } from '../oracle/vocabulary.js';
import { forAll } from '../support/for-all.js';
import { RUNS } from '../support/property/settings.js';

const work = new Work(UNBOUNDED);
/** Learning waits for nothing. */
const done = <T>(task: Task<T>): T => finished(task as Steps<T>);

const group = fc.constantFrom(
  ...['SOT', 'sot', 'SOD', 'LQFP', 'TO', 'x', 'L', 'FL', 'mm', 'mil', 'Channel', 'N', 'I2C', 'SPI', 'Ｘ7R', 'µ'],
  ...['resistor', 'resistors', 'Chip', 'chips', 'Film', 'Größe', '插件', 'Crystal', 'Oscillators', '%'],
  ...['1', '2', '3', '4', '5', '7', '10', '23', '48', '123', '208', '0603', '0.1', '1.5'],
);
const gap = fc.constantFrom('', '', '', '-', '-', ' ', ' ', ' - ', ', ', ',', '/', '(', ')', ') ', '~', ' ~ ', '.', '±');
const text = fc
  .array(fc.tuple(gap, group), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.map(([before, of]) => before + of).join(''));
const span = fc
  .array(fc.tuple(fc.constantFrom('', '', '-', ' '), group), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.map(([before, of]) => before + of).join(''));

it('keys are as the oracle makes them', () => {
  forAll([text], (written) => void expect(phraseKey(written)).toBe(keyOf(written)), RUNS);
});

const values = fc.uniqueArray(
  fc.record({ key: fc.constantFrom('package', 'type', 'features'), value: text, parts: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 12, selector: ({ key, value }) => `${key}\n${value}` },
);

it('finds the values that a plain loop over all of them finds', () => {
  let found = 0;
  forAll(
    [values, fc.array(span, { minLength: 1, maxLength: 3 })],
    (counted, spans) => {
      const keys = spans.map(keyOf);
      const names = done(ValueNames.of(counted, work));
      const candidates = names
        .lookUp(keys)
        .map(({ key, fit, values: own, parts }) => ({ key, fit, values: [...own].sort(), parts }));
      if (candidates.length > 0) found++;
      const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
      expect(candidates.sort(byKey), keys.join(' | ')).toEqual(expectedValues(counted, keys).sort(byKey));
    },
    RUNS,
  );
  expect(found).toBeGreaterThan(5);
});

interface Counted {
  readonly key: string;
  readonly value: string;
  readonly parts: number;
}

const FITS: readonly OracleFit[] = ['whole', 'beginning', 'item', 'inside'];

function expectedValues(counted: readonly Counted[], keys: readonly string[]) {
  return [...new Set(counted.map(({ key }) => key))].flatMap((key) => {
    const fits = counted.filter((one) => one.key === key).map((one) => ({ one, fit: bestFit(keys, one.value) }));
    const fit = FITS.find((some) => fits.some((other) => other.fit === some));
    if (!fit) return [];
    const taken = fits.filter((other) => other.fit !== undefined && (other.fit !== 'inside' || fit === 'inside'));
    const parts = taken.reduce((sum, { one }) => sum + one.parts, 0);
    return [{ key, fit, values: taken.map(({ one }) => one.value).sort(), parts }];
  });
}

function bestFit(keys: readonly string[], value: string): OracleFit | undefined {
  const fits = keys.map((key) => valueFit(key, value));
  return FITS.find((fit) => fits.includes(fit));
}

// Names whose words say more of the one before them, and lists of adjectives, have unit tests.
const name = fc
  .array(
    fc.tuple(
      fc.constantFrom(' ', ' ', ' - ', ', ', '/', ' ('),
      fc.constantFrom('Chip', 'resistor', 'crystal', 'film', 'relay', 'x7'),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((pieces) => pieces.map(([before, of], i) => (i === 0 ? of : before + of)).join(''));

it('finds the categories whose head a span is, or else those that have it anywhere', () => {
  let found = 0;
  forAll(
    [
      fc.array(name, { maxLength: 30 }),
      fc.constantFrom('chip', 'Resistors', 'crystal', 'chip resistor', 'film crystal', 'x7', 'relay'),
    ],
    (given, wanted) => {
      const names = given.filter((text) => !/(?:chip)$/i.test(text) && !/chips?\s*[-,/(]/i.test(text));
      const categories = names.map((text, i) => ({ uid: `c${i}`, name: text, aliases: [], parent: null, parts: 1 }));
      const candidate = done(CategoryNames.of(categories, work)).lookUp([keyOf(wanted)]);
      const places = names.map((text) => placeInName(keyOf(wanted), text));
      const uidsAt = (...some: (typeof places)[number][]) =>
        names.flatMap((_, i) => (some.includes(places[i]) ? [`c${i}`] : [])).sort();
      const heads = uidsAt('whole', 'head');
      const anywhere = uidsAt('whole', 'head', 'elsewhere');
      const isInside = anywhere.length > 20 * heads.length;
      const fit = isInside ? 'inside' : places.includes('whole') ? 'whole' : 'item';
      const expected = anywhere.length === 0 ? undefined : { fit, uids: isInside ? anywhere : heads };
      if (expected) found++;
      expect(candidate && { fit: candidate.fit, uids: [...candidate.uids].sort() }).toEqual(expected);
    },
    RUNS,
  );
  expect(found).toBeGreaterThan(5);
});

it('finds the words within the edits that a plain loop finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '0', 'o', 'é'), minLength: 3, maxLength: 9 });
  forAll(
    [fc.array(fc.record({ word, parts: fc.integer({ min: 1, max: 5 }) }), { maxLength: 20 }), word, fc.nat({ max: 2 })],
    (counted, asked, most) => {
      const words = counted.map((one) => ({ ...one, of: 'word' as const }));
      const found = done(done(Lexicon.of(words, work)).near(asked, most, work));
      const near = [...new Set(counted.map((one) => one.word))].filter((other) => other !== asked && edits(asked, other) <= most);
      expect(found.map(({ text: other }) => other).sort()).toEqual(near.sort());
      for (const { text: other, parts, edits: own } of found) {
        const all = counted.filter((one) => one.word === other);
        expect(parts).toBe(all.reduce((sum, one) => sum + one.parts, 0));
        expect(Math.ceil(own)).toBe(edits(asked, other));
      }
    },
    RUNS,
  );
});
