import { CatalogOptions } from '../ask/catalog-options.js';
import { GeneralConditions } from '../ask/general-conditions.js';
import { Interpreter } from '../ask/interpreter.js';
import { NumberKeys } from '../ask/number-entries.js';
import type { AskedCatalog } from '../ask/piece-maker.js';
import { ScopedVocabulary } from '../ask/scoped-vocabulary.js';
import type { CatalogVocabulary } from '../ask/vocabulary.js';
import type { RowSet } from '../index/row-set/row-set.js';
import { Needs } from '../index/section.js';
import type { Interpretation } from '../model/ask.js';
import type { Filter } from '../parser/ast.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import { isWritable } from '../resolve/request-room.js';
import type { RequestResolver } from '../resolve/requests.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CollectionContext } from './collection-contexts.js';
import { ConditionPlans } from './condition-plans.js';
import type { EvidenceSource } from './condition-rows.js';
import { KeptParts, type KeptView } from './kept-parts.js';
import { load } from './load.js';
import { PartEvidence } from './part-evidence.js';
import type { QuestionVocabulary } from './question-vocabulary.js';
import { type Answered, RecentQuestions } from './recent-questions.js';

/** A question as it was understood, and the rows of each segment that its request finds: in the scratch of the call. */
export interface Understood {
  readonly understood: Interpretation;
  readonly known: readonly RowSet[] | undefined;
}

/** What goes with a vocabulary. */
interface Learned {
  readonly catalog: AskedCatalog;
  readonly source: EvidenceSource;
  readonly recent: RecentQuestions;
}

/** Interprets questions about the parts of a catalog. */
export class Asker {
  private readonly kept: KeptView;
  /** Dropped with the vocabulary. */
  private readonly known = new WeakMap<CatalogVocabulary, Learned>();

  constructor(
    private readonly context: CollectionContext,
    private readonly resolver: RequestResolver,
  ) {
    this.kept = (context.kept ?? new KeptParts()).view();
  }

  /**
   * @param scope filters of the client's scope, which every part that is counted meets
   * @param suggests whether there are suggestions also where something is found
   */
  *interpret(text: string, scope: readonly ResolvedFilter[] | undefined, work: Work, suggests: boolean): Task<Understood> {
    work.begin('reading the question');
    const { limits } = this.context;
    const { catalog: learned, source, recent } = yield* this.learned();
    const evidence = new PartEvidence(source, scope, work);
    yield* evidence.begin();
    const again = scope ? undefined : recent.find(text, suggests);
    if (again) return this.understood(again, evidence);
    const catalog = scope ? yield* this.within(learned, evidence) : learned;
    const interpreter = new Interpreter(catalog, evidence, work, this.resolver.room(limits));
    const understood = yield* interpreter.interpret(text, suggests);
    const { printed, found } = interpreter;
    const answered: Answered = { understood, printed, sets: found && evidence.setsFound(found) };
    if (!scope) recent.keep(text, suggests, answered);
    return this.understood(answered, evidence);
  }

  private understood({ understood, printed, sets }: Answered, evidence: PartEvidence): Understood {
    for (const [query, condition] of printed) this.resolver.note(query, condition);
    return { understood, known: sets && evidence.copies(sets) };
  }

  /** What a client knows that may see only some parts. */
  private *within(catalog: AskedCatalog, evidence: PartEvidence): Task<AskedCatalog> {
    const { categories } = this.context;
    const needs = new Needs();
    categories.need(needs);
    yield* load(needs);
    const vocabulary = new ScopedVocabulary(catalog.vocabulary, evidence, (uid) => categories.byUid.get(uid)?.name);
    return { ...catalog, vocabulary, settle: () => vocabulary.settle() };
  }

  private *learned(): Task<Learned> {
    const { questions, priceCurrency, segments, limits } = this.context;
    const vocabulary = yield* (questions as QuestionVocabulary).load();
    const known = this.known.get(vocabulary);
    if (known) return known;
    const general = new GeneralConditions();
    const numberKeys = new NumberKeys(vocabulary.numberKeys, general);
    const catalog: AskedCatalog = { vocabulary, numberKeys, options: new CatalogOptions(general), priceCurrency };
    const isGeneral = (condition: Filter) => general.includes(condition);
    const isLasting = (condition: Filter) => general.isLasting(condition);
    const plans = new ConditionPlans(segments, (condition) => this.resolver.condition(condition, limits), isLasting);
    const tradeText = (text: string) => (vocabulary.isTradeText(text) ? general.words(text) : undefined);
    const allowed = new WeakSet<Filter>();
    const isAllowed = (condition: Filter) => {
      if (allowed.has(condition)) return true;
      if (!isWritable(condition, limits)) return false;
      if (isGeneral(condition)) allowed.add(condition);
      return true;
    };
    const source: EvidenceSource = { segments, plans, isGeneral, tradeText, isAllowed, kept: this.kept };
    const learned: Learned = { catalog, source, recent: new RecentQuestions() };
    this.known.set(vocabulary, learned);
    return learned;
  }
}
