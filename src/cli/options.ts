import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Directives } from '../partdex.js';

/** Reads an option that is a whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
    }
    return value;
  };
}

/** Collects an option that may be repeated. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Reads a list such as `uid,mpn`; lists of a repeated option are joined. */
export function commaSeparated(text: string, before: readonly string[] = []): string[] {
  const items = text.split(',').map((item) => item.trim());
  return [...before, ...items.filter((item) => item !== '')];
}

/** A `name=value`. @throws InvalidArgumentError */
function nameAndValue(text: string, example: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals <= 0) throw new InvalidArgumentError(`It must be name=value, as in ${example}.`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** Collects `name=value` options as the values of each name. */
export function collectValues(text: string, before: ReadonlyMap<string, string[]> = new Map()): Map<string, string[]> {
  const [name, value] = nameAndValue(text, '"brand.name=Acme Corp"');
  return new Map(before).set(name, [...(before.get(name) ?? []), value]);
}

/** Collects `name=[start:end]` options. */
function collectSlices(text: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const [name, slice] = nameAndValue(text, 'offers=[0:2]');
  return new Map(before).set(name, slice);
}

/** Options that choose the members to show. */
export interface DirectiveOptions {
  include?: string[];
  show?: string[];
  hide?: string[];
  slice?: ReadonlyMap<string, string>;
}

export function addDirectiveOptions(command: Command): Command {
  return command
    .optionsGroup('Members:')
    .option('--include <names>', 'also these hidden members, comma separated: specs,datasheets', commaSeparated)
    .option('--show <names>', 'only these members: uid,mpn,specs.resistance.value', commaSeparated)
    .option('--hide <names>', 'without these', commaSeparated)
    .option('--slice <name=[a:b]>', 'a list from position a up to b, as in Python: offers=[0:2]', collectSlices);
}

export function readDirectives({ include, show, hide, slice }: DirectiveOptions): Directives {
  return { ...(include && { include }), ...(show && { show }), ...(hide && { hide }), ...(slice && { slice: mapOf(slice) }) };
}

/** The entries as an object without prototype: names may be any text. */
export function mapOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const map: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) map[name] = value;
  return map;
}

/** Whether a member of a request is an object, as most of them must be. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const COLLECTIONS = ['parts', 'brands', 'categories', 'sellers', 'manufacturers'] as const;
export type CollectionName = (typeof COLLECTIONS)[number];

export function collectionOption(): Option {
  return new Option('--collection <name>', 'the collection to search').choices(COLLECTIONS).default('parts');
}

/** Help text with examples, each a command line and what it does. */
export function examples(...lines: readonly (readonly [command: string, does: string])[]): string {
  return ['', 'Examples:', ...lines.flatMap(([command, does]) => [`  # ${does}`, `  $ ${command}`])].join('\n');
}

/** The code of a currency, in capitals. @throws InvalidArgumentError for another text */
export function readCurrency(text: string): string {
  if (!/^[a-z]{3}$/i.test(text)) throw new InvalidArgumentError('It must be a code of three letters such as EUR.');
  return text.toUpperCase();
}
