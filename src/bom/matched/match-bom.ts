import type { Catalog } from '../../catalog/catalog.js';
import type { Call } from '../../model/call.js';
import { MemberReader } from '../../model/check-arguments.js';
import { withoutIssues } from '../../model/issues.js';
import { isPlainObject } from '../../model/plain.js';
import { StepBounds, withinCall } from '../../work/within-call.js';
import { checkLineMembers } from '../check-line.js';
import type { BomLine } from '../cost/costed-bom.js';
import { LineMatcher } from './line-matcher.js';
import type { MatchBomOptions, MatchedLine } from './matched-line.js';

/**
 * Finds the parts of the lines of a parts list: by part number, by the number of a seller, else by value and footprint, which are read as a
 * question is. `part` is the first candidate where a line is found; without stock, the best three parts in stock that could stand in for it
 * are candidates too. Lines keep their members.
 * @param lines as `readBom` returns them
 * @param call its timeout bounds the whole; `Limits.milliseconds` bounds each request to the catalog
 * @throws ValidationError for what is not a catalog, and for lines or options that are not valid
 */
export async function matchBom(
  catalog: Pick<Catalog, 'parts'>,
  lines: readonly BomLine[],
  options: MatchBomOptions = {},
  call?: Call,
): Promise<MatchedLine[]> {
  const settings = withoutIssues({ catalog, lines, options }, (issues) => {
    // A catalog may be of any class: a snapshot, or one whose requests run elsewhere.
    const { parts } = (catalog ?? {}) as Partial<Catalog>;
    if (typeof parts !== 'object' || parts === null) issues.addWrongType(['catalog'], 'a catalog', catalog);
    const members = MemberReader.of(options, ['options'], ['candidates', 'inStockFirst'], issues);
    if (!Array.isArray(lines)) issues.addWrongType(['lines'], 'a list of lines', lines);
    else {
      for (const [i, line] of (lines as unknown[]).entries()) {
        if (!isPlainObject(line)) issues.addWrongType(['lines', i], 'an object', line);
        else checkLineMembers(line, ['lines', i], issues);
      }
    }
    return { candidates: members.count('candidates', 3, 100, 1), inStockFirst: members.flag('inStockFirst') };
  });
  return withinCall(call, STEP, (signal) => {
    const bounds = new StepBounds(call, STEP);
    const own = { signal, client: call?.client };
    return new LineMatcher(catalog.parts, settings, own, () => bounds.pause()).match(lines);
  });
}

const STEP = 'matching the lines';
