import type { RowSet } from '../index/row-set/row-set.js';
import type { Interpretation } from '../model/ask.js';
import type { Filter } from '../parser/ast.js';
import { RecentCache } from '../work/recent-cache.js';
import { bytesOf, ownSet } from './kept-parts.js';

/** How a question was understood. */
export interface Answered {
  readonly understood: Interpretation;
  /** The conditions of the readings by their texts. */
  readonly printed: ReadonlyMap<string, Filter>;
  /** The rows that its request finds, by segment. */
  readonly sets: readonly RowSet[] | undefined;
}

/**
 * Questions asked a moment ago: the next page, another facet and a changed filter come with the same text. `npm run bench:questions`
 * has the time of a new text beside that of one asked again.
 */
export class RecentQuestions {
  private readonly recent = new RecentCache<Answered>({ entries: 256, weight: 8 << 20, weightOf });

  /** The caller gets an interpretation of its own. */
  find(text: string, suggests: boolean): Answered | undefined {
    const found = this.recent.find(keyOf(text, suggests));
    return found && { ...found, understood: structuredClone(found.understood) };
  }

  keep(text: string, suggests: boolean, { understood, printed, sets }: Answered): void {
    const own = { understood: structuredClone(understood), printed, sets: sets?.map(ownSet) };
    this.recent.keep(keyOf(text, suggests), own);
  }
}

const keyOf = (text: string, suggests: boolean): string => `${suggests ? '?' : ' '}${text}`;

/** Bytes of an interpretation for each letter of its question and for each condition, about. */
const LETTER_BYTES = 256;
const CONDITION_BYTES = 512;

function weightOf({ understood, printed, sets }: Answered): number {
  return (
    LETTER_BYTES * understood.text.length +
    CONDITION_BYTES * printed.size +
    (sets ?? []).reduce((sum, set) => sum + bytesOf(set), 0)
  );
}
