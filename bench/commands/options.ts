import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

/** The options of a command line. @throws UsageError for an unknown option */
export function readOptions<const T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @throws UsageError */
export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new UsageError(`${name}: "${text}" is not a whole number of at least 1`);
  return number;
}

/** @throws UsageError */
export function positiveNumber(name: string, text: string, least = 0): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < least) throw new UsageError(`${name}: "${text}" is not a number of at least ${least}`);
  return number;
}
