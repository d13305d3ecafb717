import { CatalogOptions } from '../../ask/catalog-options.js';
import { GeneralConditions } from '../../ask/general-conditions.js';
import { Interpreter } from '../../ask/interpreter.js';
import { NumberKeys } from '../../ask/number-entries.js';
import type { AskedCatalog } from '../../ask/piece-maker.js';
import { ScopedVocabulary } from '../../ask/scoped-vocabulary.js';
import { tradeWordsInSteps } from '../../ask/trade-words.js';
import { type CatalogTexts, learnVocabulary, type ReadVocabulary } from '../../ask/vocabulary-learned.js';
import type { Interpretation } from '../../model/ask.js';
import type { Limits } from '../../model/limits.js';
import type { Synonyms } from '../../model/synonyms.js';
import type { Filter } from '../../parser/ast.js';
import type { RequestResolver } from '../../resolve/requests.js';
import type { ResolvedFilter } from '../../resolve/resolved-filter.js';
import type { Task } from '../../work/pauses.js';
import { UNBOUNDED, Work } from '../../work/work.js';
import { compileFilter } from '../compile/filters.js';
import { anyOf, term } from '../compile/queries.js';
import type { SearchContext } from '../compile/search.js';
import type { OpenedIndex } from '../opened.js';
import type { EngineSession } from '../session.js';
import { withPrograms } from '../with-programs.js';
import { type ConditionContext, CountedEvidence } from './counted-evidence.js';
import { Enquiry } from './enquiry.js';
import { readClusterVocabulary } from './learn.js';

/** How often a question is read with different guesses before it asks for counts: where nothing is known, most of them are wrong. */
const [FIRST_WORLDS, WORLDS] = [5, 8];

/** What goes with a vocabulary. */
interface Learned extends Omit<AskedCatalog, 'vocabulary' | 'settle'> {
  readonly vocabulary: ReadVocabulary;
}

/** The words of a catalog whose index is elsewhere: they are asked for question by question. */
const NO_TEXTS: CatalogTexts = { partsWithWord: () => 0, beginning: () => undefined };

/** Interprets questions about the parts of one index. */
export class ClusterAsker {
  private learning: Promise<Learned> | undefined = undefined;
  private readonly conditions: Omit<ConditionContext, 'context'>;

  /**
   * @param makeSession a session that belongs to no call
   * @param synonyms of the catalog and of its opening
   */
  constructor(
    private readonly opened: OpenedIndex,
    private readonly resolver: RequestResolver,
    private readonly limits: Limits,
    private readonly synonyms: Synonyms,
    private readonly makeSession: () => EngineSession,
  ) {
    const resolve = (condition: Filter) => resolver.condition(condition, limits);
    this.conditions = { resolve, specs: opened.terms };
  }

  /**
   * @param scope filters of the client's scope, which every part that is counted meets
   * @param suggests whether there are suggestions also where something is found
   */
  async interpret(
    text: string,
    scope: readonly ResolvedFilter[] | undefined,
    { work, session, suggests }: { readonly work: Work; readonly session: EngineSession; readonly suggests: boolean },
  ): Promise<Interpretation> {
    work.begin('reading the question');
    const learned = await this.learned();
    return withPrograms(this.opened.context, (context) => this.read(text, context, { learned, scope, work, session, suggests }));
  }

  /** Reads a question, round by round. */
  private async read(
    text: string,
    context: SearchContext,
    { session, ...reading }: Omit<Attempt, 'enquiry' | 'context'> & { readonly session: EngineSession },
  ): Promise<Interpretation> {
    const { work } = reading;
    const { parts } = this.opened;
    const enquiry = new Enquiry(session, context.layout.fields.get('mpn')?.form as string, parts);
    const attempt = (world: number) => {
      enquiry.guesses.enter(world);
      return work.run(this.attempt(text, { ...reading, context, enquiry }));
    };
    for (let worlds = FIRST_WORLDS; ; worlds = WORLDS) {
      const understood = await attempt(0);
      if (!enquiry.isPending) return understood;
      for (let world = 1; world < worlds && enquiry.hasRoom; world++) await attempt(world);
      await enquiry.ask();
    }
  }

  /** Interprets a question with what is known so far. */
  private *attempt(text: string, { learned, context, enquiry, scope, work, suggests }: Attempt): Task<Interpretation> {
    const clauses = (scope ?? []).map((one, i) => enquiry.clause(`scope ${i}`, () => compileFilter(one, context)));
    const evidence = new CountedEvidence(enquiry, { ...this.conditions, context }, clauses);
    const whole = learned.vocabulary.withTexts(this.texts(enquiry));
    const interpreter = new Interpreter(
      { ...learned, ...(scope ? this.within(whole, evidence) : { vocabulary: whole }) },
      evidence,
      work,
      this.resolver.room(this.limits),
    );
    const understood = yield* interpreter.interpret(text, suggests);
    if (!enquiry.isPending) for (const [query, condition] of interpreter.printed) this.resolver.note(query, condition);
    return understood;
  }

  /** What a client knows that may see only some parts. */
  private within(whole: ConstructorParameters<typeof ScopedVocabulary>[0], evidence: CountedEvidence) {
    const categories = this.opened.categories();
    const vocabulary = new ScopedVocabulary(whole, evidence, (uid) => categories.get(uid)?.name);
    return { vocabulary, settle: () => vocabulary.settle() };
  }

  private texts(enquiry: Enquiry): CatalogTexts {
    const { classes } = this.opened.context.layout;
    const having = (word: string) => anyOf(classes.map(({ text }) => term(text, word)));
    return {
      partsWithWord: (word) => enquiry.count([enquiry.clause(`word ${word}`, () => having(word))], 1),
      beginning: (form) => enquiry.beginning(form),
    };
  }

  /** Learns the vocabulary with the first question. What is learned belongs to no call: one that ends does not stop it. */
  private learned(): Promise<Learned> {
    this.learning ??= this.learn().catch((error) => {
      // A cluster that was away for a moment: the next question tries again.
      this.learning = undefined;
      throw error;
    });
    return this.learning;
  }

  private async learn(): Promise<Learned> {
    const source = await readClusterVocabulary(this.opened, this.makeSession());
    const work = new Work(UNBOUNDED);
    const trade = await work.run(tradeWordsInSteps(this.synonyms, work));
    const learning = learnVocabulary({ ...source, texts: NO_TEXTS }, trade, work);
    const vocabulary = await work.run(learning);
    const general = new GeneralConditions();
    const numberKeys = new NumberKeys(vocabulary.numberKeys, general);
    const { priceCurrency } = this.opened.facts;
    return { vocabulary, numberKeys, options: new CatalogOptions(general), priceCurrency };
  }
}

/** What one reading of a question is made with. */
interface Attempt {
  readonly learned: Learned;
  readonly context: SearchContext;
  readonly enquiry: Enquiry;
  readonly scope: readonly ResolvedFilter[] | undefined;
  readonly work: Work;
  readonly suggests: boolean;
}
