import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pattern, type PatternPiece } from '../../../src/analysis/pattern.js';
import { lowerCase, partNumberForm } from '../../../src/analysis/text.js';
import { findPartNumbers } from '../../../src/match/find-part-numbers.js';
import { PartNumberPattern } from '../../../src/match/part-number-pattern.js';
import { planWildcards } from '../../../src/match/wildcard-plan.js';
import { finished } from '../../../src/work/pauses.js';
import { ANY_ONE, ANY_RUN, matchesWhole } from '../../oracle/text.js';
import { forAllAsync } from '../../support/for-all.js';
import { type NumberField, numberField } from '../../support/number-field.js';
import { collidingString, partNumber } from '../../support/strings.js';
import { unbounded } from '../../support/unbounded.js';

const literal = (text: string): PatternPiece => ({ kind: 'literal', text });
const piece = (): fc.Arbitrary<PatternPiece> =>
  fc.oneof(
    fc.constantFrom<PatternPiece>({ kind: 'any_run' }, { kind: 'any_one' }),
    fc.constantFrom('RC06', 'rc0603-', 'LM', '-', ' ', '3', 'b', '0', '00', '0-', 'Ω', '電', '™', 'ß', 'Σ').map(literal),
  );

/** Pieces of the part numbers themselves, with wildcards between them. */
const piecesOf = (numbers: readonly string[]): fc.Arbitrary<PatternPiece[]> =>
  fc
    .tuple(fc.constantFrom(...numbers), fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat(4)))
    .map(([number, cuts, kinds]) => {
      const characters = Array.from(number);
      const places = new Set(cuts.map((cut) => cut % (characters.length + 1)));
      const pieces: PatternPiece[] = [];
      for (let i = 0; i <= characters.length; i++) {
        if (places.has(i)) {
          const kind = kinds.next().value as number;
          pieces.push({ kind: kind === 0 ? 'any_one' : 'any_run' });
          // The wildcard replaces the character here, or precedes it.
          i += kind === 4 ? 3 : kind === 3 ? 1 : 0;
        }
        if (i < characters.length) pieces.push(literal(characters[i]));
      }
      return pieces;
    });

const wildcardsOf = (pieces: readonly PatternPiece[], normalise: (text: string) => string) =>
  pieces.map((one) => (one.kind === 'literal' ? normalise(one.text) : one.kind === 'any_one' ? ANY_ONE : ANY_RUN));

async function expectFound({ dictionary, field }: NumberField, pieces: readonly PatternPiece[]): Promise<void> {
  const ordinals = Array.from({ length: dictionary.size }, (_, i) => i);
  const inForm = wildcardsOf(pieces, partNumberForm);
  const byForm = ordinals.filter((i) => {
    const form = partNumberForm(dictionary.value(i));
    return form !== '' && matchesWhole(inForm, form);
  });
  const normalised = finished(findPartNumbers(field, PartNumberPattern.normalised(pieces), unbounded()));
  expect([...normalised].sort((a, b) => a - b)).toEqual(byForm);
  const asWritten = wildcardsOf(pieces, lowerCase);
  const written = finished(findPartNumbers(field, PartNumberPattern.asWritten(pieces), unbounded()));
  expect([...written].sort((a, b) => a - b)).toEqual(
    ordinals.filter((i) => matchesWhole(asWritten, lowerCase(dictionary.value(i)))),
  );
}

describe('findPartNumbers', () => {
  it('finds what the pattern fits, in form and as written', async () => {
    const numbers = fc.array(fc.oneof(partNumber(), collidingString()), { maxLength: 40, size: 'max' });
    const patterns = fc.array(fc.array(piece(), { minLength: 1, maxLength: 5 }), { minLength: 5, maxLength: 5 });
    const check = async (given: string[], requested: PatternPiece[][]) => {
      const field = numberField(given);
      for (const pieces of requested) await expectFound(field, pieces);
    };
    await forAllAsync([numbers, patterns], check, 200);
  });

  it('finds the part numbers that a pattern was made from', async () => {
    const numbers = fc.array(fc.oneof(partNumber(), partNumber(), collidingString()), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    });
    const requested = numbers.chain((given) =>
      fc.tuple(fc.constant(given), fc.array(piecesOf(given), { minLength: 8, maxLength: 8 })),
    );
    const check = async ([given, patterns]: [string[], PatternPiece[][]]) => {
      const field = numberField(given);
      for (const pieces of patterns) await expectFound(field, pieces);
    };
    await forAllAsync([requested], check, 150);
  });
});

describe('a plan', () => {
  const numbers = Array.from(
    { length: 20_000 },
    (_, i) => `AB${(i * 7919) % 99_991}-${String.fromCharCode(65 + (i % 26))}Z${i % 10}`,
  );
  const field = numberField([...numbers, 'αβ-1', 'q']);
  const pieces = (written: string): PatternPiece[] =>
    Array.from(written, (character) =>
      character === '*' ? { kind: 'any_run' } : character === '?' ? { kind: 'any_one' } : literal(character),
    );
  const planOf = (written: string) => {
    const { forms, wildcards } = field;
    const pattern = new Pattern(pieces(written), partNumberForm);
    return planWildcards(pattern, wildcards, forms.lowerBound(pattern.prefix), forms.prefixEnd(pattern.prefix)).kind;
  };

  it.each([
    ['*777*', 'common'],
    ['*kz8', 'common'],
    ['*xyz*', 'none'],
    ['*z7*', 'any'],
    ['*β*', 'any'],
    ['*q', 'any'],
    ['ab1234?z*', 'range'],
    ['*1*2*', 'scan'],
    ['*1*', 'scan'],
    ['?????*', 'scan'],
    ['*', 'scan'],
    ['a*z?', 'scan'],
    ['q?', 'range'],
  ])('of %s is %s', async (written, kind) => {
    expect(planOf(written)).toBe(kind);
    await expectFound(field, pieces(written));
  });
});
