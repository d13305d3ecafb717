import type { Interpretation } from '../model/ask.js';
import { shorten } from '../model/nearest.js';

/** Why a piece of a question is not read: it stands too far behind, or what stands before it takes all the work that one may take. */
export const REST_UNREAD = 'not read: a question is read to its 1,000th character or 64th word';
export const PIECE_UNREAD = 'not read: the question says more than is read of one';

/** What of a question was not read, as warnings. Source: questions and tables, C6. */
export function unreadWarnings({ readings }: Interpretation): string[] {
  const pieces = readings.filter(({ relaxed }) => relaxed === PIECE_UNREAD);
  const rest = readings.find(({ relaxed }) => relaxed === REST_UNREAD);
  const more = pieces.length > 1 ? ` and ${pieces.length - 1} more of its pieces were` : ' was';
  return [
    ...(pieces.length > 0 ? [`"${shorten(pieces[0].text)}"${more} not read: the question says more than is read of one`] : []),
    ...(rest ? [`"${shorten(rest.text)}" was ${REST_UNREAD}`] : []),
  ];
}
