import { wrongArgument } from '../model/issues.js';

/** The names of indices. A catalog is an alias; behind it are numbered indices, each with one of records beside it. */

const LONGEST_NAME = 200;
const NAME = /^[^-_+A-Z\\/*?"<>|\s,#:.][^A-Z\\/*?"<>|\s,#:]*$/u;

/** @throws ValidationError for a name that an alias cannot have */
export function checkIndexName(name: unknown): string {
  if (typeof name === 'string' && NAME.test(name) && name.length <= LONGEST_NAME) return name;
  const expected = `the name of an alias: up to ${LONGEST_NAME} characters, without capital letters, blanks and \\ / * ? " < > | , # :, and not beginning with - _ + .`;
  throw wrongArgument('index', expected, name);
}

/** @param number `*` for all of them */
export const numberedIndex = (alias: string, number: number | '*'): string => `${alias}-${number}`;
export const recordsIndex = (index: string): string => `${index}-records`;

/** The number of an index of an alias; undefined for an index of something else. */
export function numberOfIndex(alias: string, index: string): number | undefined {
  if (!index.startsWith(`${alias}-`)) return undefined;
  const rest = index.slice(alias.length + 1);
  return /^[1-9][0-9]{0,8}$/.test(rest) ? Number(rest) : undefined;
}

/** A path of the cluster. */
export const pathOf = (...steps: string[]): string =>
  `/${steps.map((step) => (step.startsWith('_') ? step : encodeURIComponent(step))).join('/')}`;
