import type { Command } from 'commander';
import type { Catalog, Interpretation, SearchRequest } from '../partdex.js';
import { CommandError } from './failure.js';
import { type CollectionName, isObject } from './options.js';

/** A question of the command line, and the request that answers it. */
export interface AskedQuestion {
  readonly understood: Interpretation;
  /** That of the question, and that of the options. */
  readonly request: SearchRequest;
}

/** Adds the words of a question to a command with request options. */
export function addQuestionArgument(command: Command): Command {
  return command
    .argument('[words...]', 'a question: 10k 0603 1% resistor in stock; words that begin with - in quotes, behind --')
    .hook('preAction', refuseBoth);
}

/** A question and keywords cannot both be what is searched for. */
function refuseBoth(_program: Command, command: Command): void {
  const [, ...words] = command.args;
  if (textOf(words) === '') return;
  const { query, collection = 'parts' } = command.opts<{ query?: string; collection?: CollectionName }>();
  if (query !== undefined) {
    command.error('error: the words after the file are a question, and -q has keywords: leave one of them out');
  }
  if (collection !== 'parts') command.error(`error: a question is about parts; search ${collection} with -q`);
}

/** The text of a question; '' without one. */
function textOf(words: readonly string[]): string {
  return words.join(' ').trim();
}

/**
 * Reads the words of a command line as a question. What the options say is added, and their order wins.
 * @returns undefined if there are no words
 * @throws CommandError if a request file has keywords as well
 */
export async function readQuestion(
  words: readonly string[],
  request: SearchRequest,
  catalog: Catalog,
): Promise<AskedQuestion | undefined> {
  const text = textOf(words);
  if (text === '') return undefined;
  const { q, filter, ...own } = request;
  if (q)
    throw new CommandError(
      'the words after the file are a question, and the request of --request has a "q": leave one of them out',
    );
  const understood = await catalog.parts.interpret(text);
  // A member that is null is not there: the question's own order stays.
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null && value !== undefined));
  return { understood, request: { ...understood.request, ...given, filter: together(understood.request.filter, filter) } };
}

/** The filters of a question with further ones. What is not of this shape is left to the catalog's check. */
function together(question: SearchRequest['filter'], given: SearchRequest['filter']): SearchRequest['filter'] {
  if (given === undefined || given === null) return question;
  const further: unknown = isObject(given) ? (given.queries ?? []) : undefined;
  if (!Array.isArray(further)) return given;
  return { ...given, queries: [...(question?.queries ?? []), ...(further as string[])] };
}
