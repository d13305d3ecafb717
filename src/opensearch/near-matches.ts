import type { PartSuggestion } from '../model/match-requests.js';
import { refusalOf } from './capabilities.js';
import type { MatchScope, ReadMatch } from './compile/match.js';
import type { SearchContext } from './compile/search.js';
import type { EngineSession } from './session.js';

/** A part with a part number near the requested one. */
export interface NearMatch extends Omit<PartSuggestion, 'item'> {
  readonly part: object;
}

export async function findNearMatches<Read extends ReadMatch>(
  unmatched: readonly Read[],
  _scope: MatchScope,
  _context: SearchContext,
  _session: EngineSession,
): Promise<Map<Read, readonly NearMatch[]>> {
  const asked = unmatched.filter(({ conditions }) =>
    conditions.some(({ reading, isEmpty }) => typeof reading === 'string' && !isEmpty),
  );
  if (asked.length > 0) throw refusalOf('near matches');
  return new Map();
}
