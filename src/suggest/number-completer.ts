import { compareCodePoints } from '../analysis/text.js';
import { utf8Bytes } from '../analysis/utf8.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { Pauses } from '../work/pauses.js';
import { type Candidate, EXACT, GRADES, PREFIX, WORDS } from './candidate.js';
import { type NumberUse, type RankedForm, RankedNumbers } from './ranked-numbers.js';
import type { TypedText } from './typed-text.js';

/** The part numbers of a catalog, or the distributors' numbers, combined from all segments. */
export class NumberCompleter {
  private constructor(
    private readonly kind: 'mpn' | 'sku',
    private readonly segments: readonly RankedNumbers[],
  ) {}

  static async load(kind: 'mpn' | 'sku', segments: readonly Segment[], pauses: Pauses): Promise<NumberCompleter> {
    const ranked: RankedNumbers[] = [];
    for (const segment of segments) {
      const field = segment.field(kind === 'mpn' ? 'mpn' : 'offers.sku');
      const uid = segment.field('uid');
      if (field && uid) ranked.push(await rankNumbers(segment, field, uid, pauses));
    }
    return new NumberCompleter(kind, ranked);
  }

  /**
   * The typed number, and the best `most` others that begin with it; if there are none, those that contain the typed pieces.
   * Ranks are counted from `place` on.
   */
  complete({ form, pieces }: TypedText, most: number, place: number): Candidate[] {
    const candidates: Candidate[] = [];
    const add = (found: string, grade: number) => {
      const use = this.use(found);
      if (use) candidates.push(this.candidate(use, found, grade, place + candidates.length));
    };
    add(form, EXACT);
    const prefix = utf8Bytes(form);
    const longer = this.best((segment) => segment.best(prefix, most + 1), most + 1).filter((found) => found.form !== form);
    for (const found of longer.slice(0, most)) add(found.form, PREFIX);
    if (candidates.length > 0 || pieces.length < 2) return candidates;
    const encoded = pieces.map(utf8Bytes);
    for (const found of this.best((segment) => segment.bestOfPieces(encoded, most), most)) add(found.form, WORDS);
    return candidates;
  }

  /** The best forms of all segments; a form in several segments has its best rank. */
  private best(find: (segment: RankedNumbers) => RankedForm[], most: number): RankedForm[] {
    const best = new Map<string, RankedForm>();
    for (const segment of this.segments) {
      for (const found of find(segment)) if (found.key > (best.get(found.form)?.key ?? 0)) best.set(found.form, found);
    }
    return [...best.values()].sort((a, b) => b.key - a.key || compareCodePoints(a.form, b.form)).slice(0, most);
  }

  private use(form: string): NumberUse | undefined {
    const key = utf8Bytes(form);
    const uses = this.segments.map((segment) => segment.use(key)).filter((use) => use !== undefined);
    if (uses.length === 0) return undefined;
    const parts = uses.reduce((sum, use) => sum + use.parts, 0);
    return { parts, spellings: uses.flatMap((use) => use.spellings), uid: uses[0].uid };
  }

  private candidate({ parts, spellings, uid }: NumberUse, form: string, grade: number, place: number): Candidate {
    const text = mostWritten(spellings);
    const suggestion = { kind: this.kind, text, match: GRADES[grade], parts, ...(parts === 1 && { uid }) };
    return { suggestion, grade, place, form };
  }
}

/** The spelling of most parts; of equally frequent ones, the first in code-point order. */
function mostWritten(spellings: NumberUse['spellings']): string {
  const parts = new Map<string, number>();
  for (const spelling of spellings) parts.set(spelling.text, (parts.get(spelling.text) ?? 0) + spelling.parts);
  const [[text]] = [...parts].sort(([a, ofA], [b, ofB]) => ofB - ofA || compareCodePoints(a, b));
  return text;
}

async function rankNumbers(segment: Segment, field: SegmentField, uid: SegmentField, pauses: Pauses): Promise<RankedNumbers> {
  const uids = await uid.dictionary.load();
  const codes = await uid.codes.load();
  const columns = {
    forms: await field.forms.load(),
    postings: await field.postings.load(),
    offers: await segment.offerCounts.load(),
    uidOf: (row: number) => uids.value(codes.code(row) - 1),
  };
  return pauses.run(RankedNumbers.making(columns));
}
