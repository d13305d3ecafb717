import { describeValue } from './describe.js';
import { FilterSyntaxError, ValidationError, type WriteIssue } from './errors.js';
import type { Fault, Issue, IssueCode, IssueDetails, Path } from './issue.js';

/** Most issues of one request; one more reports how many were left out. */
const MOST_ISSUES = 100;

/** Dotted text of a path: `facet.fields.mpn.limit`, `sortby[0].field`. */
export function pathText(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** Collects the issues of one request while it is checked, parsed and resolved. */
export class Issues {
  private readonly faults: { readonly fault: Fault; readonly path: Path }[] = [];
  private unlisted = 0;

  /** @param request the request, whose members determine the order of the issues; it may be set later */
  constructor(public request?: unknown) {}

  get isEmpty(): boolean {
    return this.faults.length === 0;
  }

  /** Whether further issues are only counted: their texts are not needed. */
  get isFull(): boolean {
    return this.faults.length >= MOST_ISSUES;
  }

  /** The number of issues, so that a reader can find out whether it added one. */
  get count(): number {
    return this.faults.length + this.unlisted;
  }

  /** @param text what follows the name of the argument: ` must be a string`, `: a fieldname is missing` */
  add(code: IssueCode, path: Path, text: string, details: IssueDetails = {}): void {
    if (!this.countUnlisted()) this.faults.push({ fault: faultOf(code, path, text, details), path });
  }

  /** Counts an issue that is not listed, since there are too many; false if it is to be added. */
  countUnlisted(): boolean {
    if (!this.isFull) return false;
    this.unlisted++;
    return true;
  }

  /** A value of the wrong type; undefined counts as missing. */
  addWrongType(path: Path, expected: string, found: unknown): void {
    if (this.countUnlisted()) return;
    this.add(found === undefined ? 'missing' : 'wrong_type', path, ` must be ${expected}, not ${describeValue(found)}`, {
      found,
      expected: [expected],
    });
  }

  /** Adds all issues of another collector. */
  addAll(others: Issues): void {
    for (const entry of others.faults) if (!this.countUnlisted()) this.faults.push(entry);
    this.unlisted += others.unlisted;
  }

  /** The result of a check that throws an error of its own; undefined if it does, and all issues of the error are added. */
  collect<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      for (const fault of ValidationError.faultsOf(error)) {
        if (!this.countUnlisted()) this.faults.push({ fault, path: fault.issue.pathParts });
      }
      return undefined;
    }
  }

  /** The error that has all issues, or undefined if there are none. */
  error(): ValidationError | undefined {
    if (this.faults.length === 0) return undefined;
    const ordered = this.faults.length === 1 ? this.faults : this.inOrder();
    const faults = ordered.map(({ fault }) => fault);
    if (this.unlisted > 0)
      faults.push(faultOf('too_many_issues', [], ` has ${this.unlisted} more faults`, { found: this.unlisted }));
    return errorOf(faults);
  }

  /** The text of each issue. */
  describe(write?: WriteIssue): string[] {
    return this.error()?.describe(write) ?? [];
  }

  /** @throws ValidationError with all issues, if there are any */
  throwIfAny(): void {
    const error = this.error();
    if (error) throw error;
  }

  /** In the order of the request's members; faults of one text by their offset. */
  private inOrder() {
    const order = new MemberOrder();
    return this.faults
      .map((entry) => ({ ...entry, places: order.placesIn(this.request, entry.path) }))
      .sort((a, b) => comparePlaces(a.places, b.places) || (a.fault.issue.offset ?? 0) - (b.fault.issue.offset ?? 0));
  }
}

/** The error of one or more faults. @param faults at least one */
export function errorOf(faults: readonly Fault[]): ValidationError {
  return faults[0].issue.code === 'syntax' ? new FilterSyntaxError(faults) : new ValidationError(faults);
}

/** The error of a single fault. */
export function invalid(code: IssueCode, path: Path, text: string, details: IssueDetails = {}): ValidationError {
  return errorOf([faultOf(code, path, text, details)]);
}

/** The error of a single argument of the wrong type. */
export function wrongArgument(argument: string | Path, expected: string, found: unknown): ValidationError {
  const issues = new Issues();
  issues.addWrongType(typeof argument === 'string' ? [argument] : argument, expected, found);
  return issues.error() as ValidationError;
}

/** The result of `check` on a request. @throws ValidationError with every issue that it adds */
export function withoutIssues<T>(request: unknown, check: (issues: Issues) => T): T {
  const issues = new Issues(request);
  const result = check(issues);
  issues.throwIfAny();
  return result;
}

/** Issues as JSON has them: what is missing was found as null. */
export function issuesInJson(issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => (issue.found === undefined ? { ...issue, found: null } : issue));
}

function faultOf(code: IssueCode, path: Path, text: string, details: IssueDetails): Fault {
  const { found, expected = [], nearest = [], offset, length, argument = path, query } = details;
  const issue: Issue = {
    code,
    path: pathText(path),
    pathParts: path.map(String),
    ...(offset !== undefined && { offset, length: length ?? 0 }),
    found: isScalar(found) ? found : describeValue(found),
    expected: [...expected],
    nearest: [...nearest],
  };
  return { issue, text, argument: pathText(argument), ...(query !== undefined && { query }) };
}

/** Values that are the same after a message to another thread, and in JSON. */
function isScalar(value: unknown): boolean {
  return value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** The members of the objects of a request in their order. */
class MemberOrder {
  private readonly known = new Map<object, ReadonlyMap<string, number>>();

  /** The position of each step of a path among the members of its object. A missing step comes first. */
  placesIn(request: unknown, path: Path): number[] {
    const places: number[] = [];
    let holder = request;
    for (const step of path) {
      if (typeof step === 'number') places.push(step);
      else places.push(isObject(holder) ? (this.of(holder).get(step) ?? -1) : -1);
      holder = isObject(holder) ? (holder as Record<string | number, unknown>)[step] : undefined;
    }
    return places;
  }

  private of(holder: object): ReadonlyMap<string, number> {
    let order = this.known.get(holder);
    if (!order) this.known.set(holder, (order = new Map(Object.keys(holder).map((name, i) => [name, i]))));
    return order;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
