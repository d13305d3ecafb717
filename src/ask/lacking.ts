import { fold } from '../analysis/text.js';
import type { Piece } from './pieces.js';
import { stem } from './stems.js';

/** The words with which texts say that a part lacks something. */
const LACK_WORDS = ['without', 'w/o', 'no', 'non', 'not'];
/** What is normally open where `NO` stands before it. */
const NORMALLY_OPEN = new Set(['contact', 'sensor', 'nc']);

/** How texts say that a part lacks what a piece means. */
export function lackingTexts({ texts: [text = ''] = [] }: Piece): string[] {
  const isOpen = NORMALLY_OPEN.has(stem(fold(text)));
  return LACK_WORDS.filter((word) => word !== 'no' || !isOpen).map((word) => `${word} ${text}`);
}
