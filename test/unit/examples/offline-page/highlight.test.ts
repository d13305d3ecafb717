import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { marked, markedIn, wordsOf } from '../../../../examples/offline-page/src/view/highlight.js';
import type { Part } from '../../../../src/partdex.js';

/** As much of a mark as is needed to read its text. */
class FakeMark {
  private readonly children: unknown[] = [];

  append(...children: unknown[]): void {
    this.children.push(...children);
  }

  get text(): string {
    return `[${this.children.join('')}]`;
  }
}

beforeEach(() => void vi.stubGlobal('document', { createElement: () => new FakeMark() }));
afterEach(() => void vi.unstubAllGlobals());

/** A text with its marks in brackets. */
const shown = (pieces: readonly unknown[]) => pieces.map((piece) => (piece instanceof FakeMark ? piece.text : piece)).join('');

it.each([
  ['Thick Film 0603', 'film', '', 'Thick [Film] 0603'],
  ['Thick Film 0603', 'fi 06', '', 'Thick [Fi]lm [06]03'],
  ['capacitor', 'cap', '0-9', '[capacitor]'],
  ['a capacitor, ceramic', 'ceramic', '2-9', 'a [capacitor], [ceramic]'],
  ['abcdef', '', '1-2 2-3', 'a[bc]def'],
  ['abcdef', '', '', 'abcdef'],
  // The lower case of this letter is longer.
  ['\u0130 film', 'film', '2-4', '\u0130 [film]'],
])('%j with the words %j and the places %j is %j', (text, q, places, expected) => {
  const found = places
    .split(' ')
    .filter((place) => place !== '')
    .map((place) => place.split('-').map(Number))
    .map(([offset, length]) => ({ offset, length }));
  expect(shown(marked(text, wordsOf(q), found))).toBe(expected);
});

it('places are those of the part and of the text', () => {
  const marks = { words: [], found: new Map([['p', [{ path: 'mpn', offset: 0, length: 2 }]]]) };
  const part = { uid: 'p', mpn: 'NE555' } as Part;
  expect(shown(markedIn(part, 'mpn', part.mpn, marks))).toBe('[NE]555');
  expect(shown(markedIn(part, 'short_description', 'NE', marks))).toBe('NE');
  expect(shown(markedIn({ ...part, uid: 'q' }, 'mpn', part.mpn, marks))).toBe('NE555');
});
