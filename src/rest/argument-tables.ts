import { nearestSpecKey } from '../model/fields.js';
import { nearestNames, shorten } from '../model/nearest.js';

/** The URL arguments of the endpoints: the tables of the version 3 document, as data. */

/**
 * The type of an argument's value. A `list` may be sent several times, as `x[]=a`, `x[0]=a` or `x=a`; so may `names`, which are
 * deduplicated. All others are sent once. `queries` is JSON.
 */
export type ArgumentKind = 'text' | 'count' | 'flag' | 'list' | 'names' | 'slice' | 'queries';

/** An argument: `facet[fields][<name>][limit]` has the path `facet`, `fields`, `*`, `limit`. */
export interface ArgumentShape {
  readonly path: readonly string[];
  readonly kind: ArgumentKind;
}

/** An argument that fits a shape. */
export interface FittingArgument {
  readonly shape: ArgumentShape;
  /** The path with the sent name in place of `*`. */
  readonly path: readonly string[];
  /** For a list: the position in `x[0]`. */
  readonly index: number | undefined;
}

/** Matches any name. */
export const ANY = '*';

const shape = (name: string, kind: ArgumentKind): ArgumentShape => ({ path: readSteps(name) ?? [name], kind });

/** Arguments that identify the client and choose how the body is written. */
const UNIVERSAL = [shape('apikey', 'text'), shape('callback', 'text'), shape('pretty_print', 'flag')];
export const UNIVERSAL_NAMES: ReadonlySet<string> = new Set(UNIVERSAL.map(({ path }) => path[0]));

const DIRECTIVES = [shape('include', 'names'), shape('show', 'names'), shape('hide', 'names'), shape('slice[*]', 'slice')];

const SEARCH = [
  shape('q', 'text'),
  shape('start', 'count'),
  shape('limit', 'count'),
  shape('sortby', 'text'),
  shape('after', 'text'),
  shape('highlight', 'flag'),
  shape('suggest', 'flag'),
  shape('filter[fields][*]', 'list'),
  shape('filter[queries]', 'list'),
  shape('facet[fields][*][include]', 'flag'),
  shape('facet[fields][*][exclude_filter]', 'flag'),
  shape('facet[fields][*][start]', 'count'),
  shape('facet[fields][*][limit]', 'count'),
  shape('facet[fields][*][ranges]', 'count'),
  shape('facet[fields][*][contains]', 'text'),
  shape('facet[fields][*][order]', 'text'),
  shape('facet[fields][*][chosen]', 'flag'),
  shape('facet[fields][*][tree]', 'count'),
  shape('facet[queries]', 'list'),
  shape('stats[*][include]', 'flag'),
  shape('stats[*][exclude_filter]', 'flag'),
];

const DRILLDOWN = [
  shape('spec_drilldown[include]', 'flag'),
  shape('spec_drilldown[exclude_filter]', 'flag'),
  shape('spec_drilldown[limit]', 'count'),
  shape('spec_drilldown[keys]', 'count'),
];

const MATCH = [shape('queries', 'queries'), shape('exact_only', 'flag'), shape('suggest', 'flag')];

/** The arguments of an endpoint. */
export class ArgumentTable {
  private readonly byHead = new Map<string, ArgumentShape[]>();

  constructor(readonly shapes: readonly ArgumentShape[]) {
    for (const entry of shapes) {
      const known = this.byHead.get(entry.path[0]);
      if (known) known.push(entry);
      else this.byHead.set(entry.path[0], [entry]);
    }
  }

  /** The argument of a name, or undefined if the endpoint has no such argument. */
  find(name: string): FittingArgument | undefined {
    const steps = readSteps(name);
    if (!steps) return undefined;
    for (const candidate of this.byHead.get(steps[0]) ?? []) {
      const fitting = fitShape(candidate, steps);
      if (fitting) return fitting;
    }
    return undefined;
  }

  /** The message for an unknown name. */
  unknown(name: string): string {
    const message = `"${shorten(name)}" is not an argument of this path and was ignored`;
    const head = nearestSpecKey(name.split('[', 1)[0], this.byHead.keys());
    const near = this.byHead.get(head ?? '')?.map(({ path, kind }) => writeName(path, kind));
    return near ? `${message}; did you mean "${nearestNames(name, near)[0]}"?` : message;
  }
}

export const NO_ENDPOINT_ARGUMENTS = new ArgumentTable(UNIVERSAL);
export const GET_ARGUMENTS = new ArgumentTable([...UNIVERSAL, ...DIRECTIVES]);
export const GET_MULTI_ARGUMENTS = new ArgumentTable([shape('uid', 'list'), ...UNIVERSAL, ...DIRECTIVES]);
export const SEARCH_ARGUMENTS = new ArgumentTable([...SEARCH, ...UNIVERSAL, ...DIRECTIVES]);
export const PARTS_SEARCH_ARGUMENTS = new ArgumentTable([...SEARCH, ...DRILLDOWN, ...UNIVERSAL, ...DIRECTIVES]);
export const PARTS_MATCH_ARGUMENTS = new ArgumentTable([...MATCH, ...UNIVERSAL, ...DIRECTIVES]);

/** `a[b][c]` as its steps, or undefined if a bracket is not closed. */
function readSteps(name: string): string[] | undefined {
  const open = name.indexOf('[');
  if (open < 0) return [name];
  if (!name.endsWith(']')) return undefined;
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
}

/** An argument as documents write it: `filter[fields][<name>][]`. */
export function writeName([head, ...steps]: readonly string[], kind: ArgumentKind): string {
  const inner = steps.map((step) => (step === ANY ? '[<name>]' : `[${step}]`)).join('');
  return `${head}${inner}${isListKind(kind) ? '[]' : ''}`;
}

export function isListKind(kind: ArgumentKind): boolean {
  return kind === 'list' || kind === 'names';
}

/** A name may contain brackets itself, so it is everything between the known steps. */
function fitShape(candidate: ArgumentShape, steps: readonly string[]): FittingArgument | undefined {
  const { path, kind } = candidate;
  const isIndexed = isListKind(kind) && steps.length > path.length && /^\d{0,9}$/.test(steps[steps.length - 1]);
  const end = isIndexed ? steps.length - 1 : steps.length;
  const any = path.indexOf(ANY);
  if (any < 0 ? end !== path.length : end < path.length) return undefined;
  const before = any < 0 ? path.length : any;
  const after = path.length - before - 1;
  for (let i = 0; i < before; i++) if (steps[i] !== path[i]) return undefined;
  for (let i = 1; i <= after; i++) if (steps[end - i] !== path[path.length - i]) return undefined;
  const last = steps[steps.length - 1];
  const index = isIndexed && last !== '' ? Number(last) : undefined;
  if (any < 0) return { shape: candidate, path, index };
  const name = steps.slice(any, end - after).join('][');
  return { shape: candidate, path: path.with(any, name), index };
}
