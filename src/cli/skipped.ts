import { createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import type { InvalidDocumentError } from '../partdex.js';
import { CommandError, EXIT } from './failure.js';
import { formatAmount, formatCount } from './terminal/format.js';

/** Documents of a group that are named; of the others the number is. */
const NAMED = 3;
/** Groups that are kept apart, and of them those that are told. */
const MOST_GROUPS = 1000;
const TOLD_GROUPS = 10;

interface Group {
  /** What was wrong with the first of them. */
  readonly reason: string;
  readonly places: string[];
  count: number;
}

/** The documents that a build has left out: grouped by what is wrong with them, and each one in a file if that is wanted. */
export class SkippedDocuments {
  private readonly groups = new Map<string, Group>();
  private count = 0;
  private failure: Error | undefined;

  private constructor(private readonly file: WriteStream | undefined) {
    file?.on('error', (error) => {
      this.failure = error;
    });
  }

  /**
   * @param path of the file to write
   * @param others files that it may not be
   */
  static async open(path: string | undefined, others: readonly string[]): Promise<SkippedDocuments> {
    if (path === undefined) return new SkippedDocuments(undefined);
    for (const other of others) {
      if (await isSame(path, other))
        throw new CommandError(`--errors "${path}": that is "${other}" of this build; name another file`);
    }
    return new SkippedDocuments(createWriteStream(path));
  }

  add({ source, line, path, message }: InvalidDocumentError): void {
    this.count++;
    const reason = withoutPlace(message, source, line);
    this.file?.write(`${JSON.stringify({ source, line, path, reason })}\n`);
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

  async close(): Promise<void> {
    if (!this.file) return;
    this.file.end();
    await finished(this.file).catch(() => {});
    if (this.failure) throw new CommandError(`cannot write the skipped documents: ${this.failure.message}`, EXIT.failure);
  }

  /** What is told of them, a line for each kind, the most frequent first. */
  lines(): string[] {
    if (this.count === 0) return [];
    const sorted = [...this.groups.values()].sort((a, b) => b.count - a.count);
    const rest = sorted.slice(TOLD_GROUPS).reduce((sum, group) => sum + group.count, 0);
    const told = sorted.slice(0, TOLD_GROUPS).map(describe);
    return rest > 0 ? [...told, `skipped ${formatAmount(rest, 'more document')} for other reasons`] : told;
  }
}

function describe({ reason, places, count }: Group): string {
  const more = count - places.length;
  const named = places.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
  return count === 1 ? `skipped ${named}: ${reason}` : `skipped ${formatCount(count)} documents, ${named}: ${reason}`;
}

/** A message without the file and line that it begins with. */
function withoutPlace(message: string, source: string, line: number): string {
  for (const place of [`${source}:${line}: `, `${source}, line ${line}: `]) {
    if (message.startsWith(place)) return message.slice(place.length);
  }
  return message;
}

/** What documents with the same fault have in common: all but what was found, quoted texts and numbers. */
function kindOf(reason: string): string {
  return reason.replace(/, found .*$|"[^"]*"|\d+/gsu, '#');
}

async function isSame(path: string, other: string): Promise<boolean> {
  if (resolve(path) === resolve(other)) return true;
  const [a, b] = await Promise.all([path, other].map((name) => stat(name, { bigint: true }).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev && a.ino !== 0n;
}
