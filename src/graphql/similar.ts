import type { Part } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';

/** Parts that `similar_parts` lists: the field has no argument. */
export const SIMILAR_PARTS = 10;

/** The parts that could stand in for one, as many as the client may have of them; none where the client may not see which part it is. */
export async function similarTo({ uid }: Part, limit: number, context: AnswerContext): Promise<readonly Part[]> {
  if (uid === undefined) return [];
  const items = await context.similar(uid, limit);
  context.partsReturned += items.length;
  return items;
}
