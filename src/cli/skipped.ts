import type { InvalidDocumentError } from '../partdex.js';
import { SkippedFile } from './skipped-file.js';
import { formatAmount, formatCount } from './terminal/format.js';

/** Documents of a group that are listed; the others are only counted. */
const NAMED = 3;
/** The most groups that are counted, and the most that are reported. */
const MOST_GROUPS = 1000;
const TOLD_GROUPS = 10;

interface Group {
  /** What was wrong with the first of them. */
  readonly reason: string;
  readonly places: string[];
  count: number;
}

/** The documents that a build has skipped: grouped by fault, and optionally each one in a file. */
export class SkippedDocuments {
  private readonly groups = new Map<string, Group>();
  private readonly countOf = new Map<string, number>();
  private count = 0;

  private constructor(private readonly file: SkippedFile | undefined) {}

  /** @param path of the file to write, if any; `force` replaces any existing file */
  static async open(path: string | undefined, force: boolean): Promise<SkippedDocuments> {
    return new SkippedDocuments(path === undefined ? undefined : await SkippedFile.create(path, force));
  }

  add({ source, line, path, message }: InvalidDocumentError): void {
    this.count++;
    this.countOf.set(source, (this.countOf.get(source) ?? 0) + 1);
    const reason = withoutPlace(message, source, line);
    this.file?.write({ source, line, path, reason });
    const group = this.groupOf(reason);
    group.count++;
    if (group.places.length < NAMED) group.places.push(`${source}:${line}`);
  }

  private groupOf(reason: string): Group {
    const kind = this.groups.size < MOST_GROUPS ? kindOf(reason) : '';
    const known = this.groups.get(kind);
    if (known) return known;
    const group: Group = { reason: kind === '' ? 'other faults' : reason, places: [], count: 0 };
    this.groups.set(kind, group);
    return group;
  }

  /** Number of skipped documents of a file. */
  countIn(source: string): number {
    return this.countOf.get(source) ?? 0;
  }

  /** Gives the file its name. @throws CommandError if writing failed */
  async commit(): Promise<void> {
    await this.file?.commit();
  }

  /** Removes the temporary file, unless it was committed. */
  async discard(): Promise<void> {
    await this.file?.discard();
  }

  /** The report: a line for each kind, the most frequent first. */
  lines(): string[] {
    if (this.count === 0) return [];
    const sorted = [...this.groups.values()].sort((a, b) => b.count - a.count);
    const rest = sorted.slice(TOLD_GROUPS).reduce((sum, group) => sum + group.count, 0);
    const reported = sorted.slice(0, TOLD_GROUPS).map(describe);
    return rest > 0 ? [...reported, `skipped ${formatAmount(rest, 'more document')} for other reasons`] : reported;
  }
}

function describe({ reason, places, count }: Group): string {
  const more = count - places.length;
  const named = places.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
  return count === 1 ? `skipped ${named}: ${reason}` : `skipped ${formatCount(count)} documents, ${named}: ${reason}`;
}

/** A message without the file and line that it begins with. */
function withoutPlace(message: string, source: string, line: number): string {
  const place = `${source}:${line}: `;
  return message.startsWith(place) ? message.slice(place.length) : message;
}

/** What documents with the same fault have in common: the message without found values, quoted texts and numbers. */
function kindOf(reason: string): string {
  return reason.replace(/, found .*$|"[^"]*"|\d+/gsu, '#');
}
