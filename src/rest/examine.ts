import { ValidationError } from '../model/errors.js';
import { type GivenArgument, requestOf } from './given-arguments.js';
import type { Messages } from './messages.js';

type Check = (request: Record<string, unknown>) => Promise<void>;

/** Arguments whose names are ignored where no record has them: programs written for other data send them. */
const DIRECTIVES = new Set(['include', 'show', 'hide', 'slice']);

/**
 * Finds all faults of a request that was refused. A check tells the first fault of what it is given, so it is given each argument by
 * itself, and each value of a list.
 * @param faults takes the messages of the faults; some may be there already
 * @param warnings takes those of names in directives that no record has
 * @returns the arguments without such names
 */
export async function examine(
  args: readonly GivenArgument[],
  check: Check,
  faults: Messages,
  warnings: Messages,
): Promise<readonly GivenArgument[]> {
  const kept: GivenArgument[] = [];
  for (const argument of args) {
    if (faults.isFull) break;
    const sound = await examineArgument(argument, check, faults, warnings);
    if (sound) kept.push(sound);
  }
  for (const together of sameFields(args)) await tell(check, together, faults);
  // What no argument has by itself: too many values together, say.
  await tell(check, kept, faults);
  return kept;
}

/** An argument without the names that are ignored; undefined where nothing is left of it. */
async function examineArgument(
  argument: GivenArgument,
  check: Check,
  faults: Messages,
  warnings: Messages,
): Promise<GivenArgument | undefined> {
  if (!Array.isArray(argument.value)) {
    for (const value of piecesOf(argument)) {
      if (faults.isFull) break;
      if (await isUnknownName({ ...argument, value }, check, faults, warnings)) return undefined;
    }
    return argument;
  }
  const values = argument.value as unknown[];
  const unknown = new Set<unknown>();
  for (const value of new Set(values)) {
    if (faults.isFull) break;
    if (await isUnknownName({ ...argument, value: [value] }, check, faults, warnings)) unknown.add(value);
  }
  const kept = values.filter((value) => !unknown.has(value));
  return kept.length === 0 ? undefined : { ...argument, value: kept };
}

/** Whether an argument says nothing but a name that is ignored. Its fault, if it has one, is told. */
async function isUnknownName(argument: GivenArgument, check: Check, faults: Messages, warnings: Messages): Promise<boolean> {
  const refusal = await refusalOf(check, [argument]);
  if (!refusal) return false;
  if (DIRECTIVES.has(refusal.argument)) {
    warnings.add(() => `${refusal.message} It was ignored.`);
    return true;
  }
  faults.add(() => refusal.message);
  return false;
}

/** What of a single value has faults of its own: the pairs of a sort. */
function piecesOf({ path, value }: GivenArgument): Iterable<unknown> {
  return path[0] === 'sortby' && typeof value === 'string' ? new Set(value.split(',')) : [value];
}

/** The arguments of each field that has several: a facet's `include` and `ranges`, say. */
function sameFields(args: readonly GivenArgument[]): GivenArgument[][] {
  const groups = new Map<string, GivenArgument[]>();
  for (const argument of args) {
    if (argument.path.length < 3) continue;
    const field = argument.path.slice(0, -1).join('\0');
    const known = groups.get(field);
    if (known) known.push(argument);
    else groups.set(field, [argument]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

async function tell(check: Check, args: readonly GivenArgument[], faults: Messages): Promise<void> {
  if (faults.isFull) return;
  const refusal = await refusalOf(check, args);
  if (refusal && !DIRECTIVES.has(refusal.argument)) faults.add(() => refusal.message);
}

async function refusalOf(check: Check, args: readonly GivenArgument[]): Promise<ValidationError | undefined> {
  try {
    await check(requestOf(args));
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
}
