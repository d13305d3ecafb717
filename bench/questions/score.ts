/** The measures of `../shared/questions`: how well the answers to questions are those that a knowledgeable person accepts. */

/** What is right for a question. */
export interface Gold {
  readonly uids: readonly string[];
  /** One of these must be among the first three. */
  readonly must_first?: readonly string[];
  /** Where the question wants an order, the parts that may be among the first ten. */
  readonly ideal?: readonly string[];
}

export interface AskedQuestion {
  readonly id: string;
  readonly q: string;
  readonly kind: string;
}

/** What an engine answered. */
export interface Answered {
  /** Uids in order, at most 50. */
  readonly page: readonly string[];
  /** All uids, in any order. */
  readonly all: readonly string[];
}

/** The measures of one question. */
export interface Score extends AskedQuestion {
  readonly accepted: number;
  readonly hits: number;
  /** Accepted parts among the first ten, of as many as there can be. */
  readonly precision: number;
  /** Whether an accepted part is among the first three: 1 or 0. */
  readonly success: number;
  /** 1 by the place of the first accepted part of the page. */
  readonly reciprocal: number;
  readonly recall: number;
  readonly setPrecision: number;
  /** 1 if nothing was found. */
  readonly zero: number;
  readonly must?: number;
  readonly order?: number;
}

const TOP = 10;
const FIRST = 3;

/** Scores one answer. */
export function scoreOf(question: AskedQuestion, gold: Gold, { page, all }: Answered): Score {
  const accepted = new Set(gold.uids);
  const ideal = gold.ideal && new Set(gold.ideal);
  const isRight = page.map((uid) => accepted.has(uid));
  const most = Math.min(TOP, accepted.size);
  const found = all.filter((uid) => accepted.has(uid)).length;
  const place = isRight.indexOf(true);
  return {
    id: question.id,
    q: question.q,
    kind: question.kind,
    accepted: accepted.size,
    hits: all.length,
    precision: isRight.slice(0, TOP).filter(Boolean).length / most,
    success: isRight.slice(0, FIRST).some(Boolean) ? 1 : 0,
    reciprocal: place < 0 ? 0 : 1 / (place + 1),
    recall: found / accepted.size,
    setPrecision: all.length === 0 ? 0 : found / all.length,
    zero: page.length === 0 ? 1 : 0,
    ...(gold.must_first && { must: page.slice(0, FIRST).some((uid) => gold.must_first?.includes(uid)) ? 1 : 0 }),
    ...(ideal && { order: page.slice(0, TOP).filter((uid) => ideal.has(uid)).length / most }),
  };
}

/** The gold of a catalog that has only some of the parts; undefined if none of the accepted is among them. */
export function goldWithin(gold: Gold, uids: ReadonlySet<string>): Gold | undefined {
  const within = (list: readonly string[]) => list.filter((uid) => uids.has(uid));
  const accepted = within(gold.uids);
  if (accepted.length === 0) return undefined;
  const must = gold.must_first && within(gold.must_first);
  return {
    uids: accepted,
    ...(must && must.length > 0 && { must_first: must }),
    // Without the best parts, others would be the ideal ones.
    ...(gold.ideal && within(gold.ideal).length === gold.ideal.length && { ideal: gold.ideal }),
  };
}

/** Means of the measures over several questions. */
export interface Summary {
  readonly name: string;
  readonly questions: number;
  readonly precision: number;
  readonly success: number;
  readonly reciprocal: number;
  readonly recall: number;
  readonly setPrecision: number;
  readonly zero: number;
  /** Undefined if no question has one. */
  readonly must: number | undefined;
  readonly order: number | undefined;
}

export function summaryOf(name: string, scores: readonly Score[]): Summary {
  const mean = (key: 'precision' | 'success' | 'reciprocal' | 'recall' | 'setPrecision' | 'zero' | 'must' | 'order') => {
    const values = scores.map((score) => score[key]).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return {
    name,
    questions: scores.length,
    precision: mean('precision') ?? 0,
    success: mean('success') ?? 0,
    reciprocal: mean('reciprocal') ?? 0,
    recall: mean('recall') ?? 0,
    setPrecision: mean('setPrecision') ?? 0,
    zero: mean('zero') ?? 0,
    must: mean('must'),
    order: mean('order'),
  };
}

/** The summaries of each kind of question, and of all. */
export function summariesOf(scores: readonly Score[]): Summary[] {
  const kinds = [...new Set(scores.map(({ kind }) => kind))];
  return [
    ...kinds.map((kind) =>
      summaryOf(
        kind,
        scores.filter((score) => score.kind === kind),
      ),
    ),
    summaryOf('all', scores),
  ];
}
