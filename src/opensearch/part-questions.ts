import { unreadWarnings } from '../ask/unread.js';
import type { AskRequest, AskResponse, Interpretation } from '../model/ask.js';
import type { Call } from '../model/call.js';
import { withoutFaulty } from '../model/check-arguments.js';
import { Issues } from '../model/issues.js';
import { isPlainObject } from '../model/plain.js';
import type { SearchRequest } from '../model/requests.js';
import type { Work } from '../work/work.js';
import { type CallRules, checkQuestion, millisecondsSince, together } from './in-process.js';
import { PartScans } from './part-scans.js';
import type { EngineSession } from './session.js';
import type { CatalogState } from './state.js';

/** What a question is interpreted with. */
interface Understanding {
  readonly session: EngineSession;
  readonly work: Work;
  readonly rules: CallRules | undefined;
  /** Whether there are suggestions also where something is found. */
  readonly suggests: boolean;
}

/** Questions about parts. */
export abstract class PartQuestions extends PartScans {
  interpret(text: string, call?: Call): Promise<Interpretation> {
    return this.answer(call, (work) => this.interpretWithin(text, work));
  }

  async interpretWithin(text: string, work: Work, rules?: CallRules): Promise<Interpretation> {
    const issues = new Issues(text);
    checkQuestion(text, issues);
    issues.throwIfAny();
    return this.within(work, async (state) => {
      const session = this.session(state, work, true);
      try {
        return await this.understand(state, text, { session, work, rules, suggests: false });
      } finally {
        session.end();
      }
    });
  }

  ask(text: string, request?: AskRequest, call?: Call): Promise<AskResponse> {
    return this.answer(call, (work) => this.askWithin(text, request, work));
  }

  askWithin(text: string, request: AskRequest | undefined, work: Work, rules?: CallRules): Promise<AskResponse> {
    return this.within(work, async (state) => {
      const began = performance.now();
      const issues = new Issues({ text, ...request });
      checkQuestion(text, issues);
      const given = await this.checkGiven(state, request, issues, work, rules);
      issues.throwIfAny();
      const suggests = request?.suggest === true;
      const session = this.session(state, work, true);
      try {
        const understood = await this.understand(state, text, { session, work, rules, suggests });
        // What was given is checked. The question's own conditions may name members that are hidden from the client: no part has them.
        const own = rules && { ...rules, refusesHidden: false };
        const answer = await this.find(state, together(understood.request, request ?? {}, given), work, own, { session });
        const { suggestions } = understood;
        return {
          ...answer,
          warnings: [...answer.warnings, ...unreadWarnings(understood)],
          msec: millisecondsSince(began),
          ...(suggests && { suggestions: [...suggestions] }),
          understood,
        };
      } finally {
        session.end();
      }
    });
  }

  async checkAsk(text: string, request: AskRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    await this.checking(issues, work, (state, found) => {
      checkQuestion(text, found);
      return this.checkGiven(state, request, found, work, rules);
    });
  }

  private async understand(
    state: CatalogState,
    text: string,
    { session, work, rules, suggests }: Understanding,
  ): Promise<Interpretation> {
    const scope = rules?.scope && (await this.scope(state, rules, work));
    return state.asker.interpret(text, scope, { work, session, suggests });
  }

  /** Adds what is wrong with a request that goes with a question. Returns its filter queries. */
  private async checkGiven(
    state: CatalogState,
    request: AskRequest | undefined,
    issues: Issues,
    work: Work,
    rules?: CallRules,
  ): Promise<readonly string[]> {
    if (request === undefined || request === null) return [];
    // The cursor is one of the question's request, which is not known yet.
    const { q, after: _after, ...rest } = Object(request) as SearchRequest;
    if (q !== undefined && q !== null) {
      const details = { found: q, expected: ['no q'] };
      issues.add('unknown_argument', ['q'], ': the question is the text of ask, which takes no q', details);
    }
    const { normalised } = await this.check(state, isPlainObject(request) ? rest : request, issues, work, rules);
    await state.fetcher.compile(normalised.directives, this.session(state, work), issues, rules?.unknownNames);
    return withoutFaulty(normalised.filterQueries);
  }
}
