import { decodeUtf8, utf8Bytes } from '../analysis/utf8.js';
import { InvalidDocumentError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import { isIterable } from '../model/plain.js';
import { onAbort } from '../work/on-abort.js';
import { abortable } from '../work/pauses.js';
import { checkObjectNesting } from './nesting.js';

/** A document to add to a catalog. */
export interface SourceDocument {
  /** The file or collection that it comes from. */
  readonly source: string;
  /** Its line there, from 1 on. */
  readonly line: number;
  /** The JSON text to read, unchecked; undefined for an object in memory. */
  readonly text?: Uint8Array;
  /** The document itself. @throws InvalidDocumentError if its text is not JSON */
  value(): unknown;
  /** Its JSON text as it will be stored. */
  stored(): Uint8Array;
}

/** Documents in batches, so that a stream of a million does not cost a promise per document. */
export type SourceDocuments = AsyncIterable<readonly SourceDocument[]> | Iterable<readonly SourceDocument[]>;

/** A document that is an object in memory. */
export class ObjectDocument implements SourceDocument {
  constructor(
    readonly source: string,
    readonly line: number,
    private readonly object: unknown,
  ) {}

  value(): unknown {
    return this.object;
  }

  stored(): Uint8Array {
    try {
      return utf8Bytes(JSON.stringify(this.object));
    } catch (cause) {
      // A TypeError reports a circle or a value that JSON does not have. Another error may be a stack overflow.
      if (!(cause instanceof TypeError)) checkObjectNesting(this.object as object, this);
      const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
      throw new InvalidDocumentError(
        `${this.source}, document ${this.line}: cannot be written as JSON (${reason})`,
        {
          source: this.source,
          line: this.line,
          path: '',
        },
        { cause },
      );
    }
  }
}

/** A document that was checked and stored before. */
export class StoredDocument implements SourceDocument {
  constructor(
    readonly source: string,
    readonly line: number,
    readonly text: Uint8Array,
  ) {}

  value(): unknown {
    return JSON.parse(decodeUtf8(this.text, 0, this.text.length));
  }

  stored(): Uint8Array {
    return this.text;
  }
}

/** The documents of a list that knows where each of them stands, with their own sources and lines: `objectDocuments` takes those. */
export const PLACED: unique symbol = Symbol('placed documents');

/** A list of documents that knows where each of them stands, such as lines of files. */
export interface PlacedList {
  /** @param signal ends the reading */
  [PLACED](signal?: AbortSignal): AsyncIterable<SourceDocument[]>;
}

const BATCH = 256;

/**
 * Objects in memory as documents; a fault names the collection and the object's place in it, or the place that a list knows. When `signal`
 * is aborted, no further object is read, and the source is ended.
 * @throws AbortedError, also while an object is awaited
 */
export function objectDocuments(
  source: string,
  objects: Iterable<unknown> | AsyncIterable<unknown>,
  signal?: AbortSignal,
): AsyncIterable<SourceDocument[]> {
  return abortable(documentsOf(source, objects, signal), signal);
}

async function* documentsOf(
  source: string,
  objects: Iterable<unknown> | AsyncIterable<unknown>,
  signal: AbortSignal | undefined,
): AsyncIterable<SourceDocument[]> {
  if (!isIterable(objects)) throw wrongArgument(source, 'an iterable or async iterable of documents', objects);
  if (PLACED in objects) {
    yield* (objects as PlacedList)[PLACED](signal);
    return;
  }
  let batch: SourceDocument[] = [];
  let line = 0;
  if (Symbol.asyncIterator in objects) {
    const iterator = objects[Symbol.asyncIterator]();
    const end = endOf(iterator);
    // Also while an object is awaited: some sources can give that up.
    const forget = signal && onAbort(signal, () => void end().catch(() => {}));
    try {
      for await (const object of { [Symbol.asyncIterator]: () => ({ next: () => iterator.next(), return: end }) }) {
        if (signal?.aborted) return;
        batch.push(new ObjectDocument(source, ++line, object));
        if (batch.length === BATCH) yield batch.splice(0);
      }
    } finally {
      forget?.();
    }
  } else {
    for (const object of objects) {
      if (signal?.aborted) return;
      batch.push(new ObjectDocument(source, ++line, object));
      if (batch.length === BATCH) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

/** Ends an iterator, once. */
function endOf(iterator: AsyncIterator<unknown>): () => Promise<IteratorResult<unknown>> {
  let ended: Promise<IteratorResult<unknown>> | undefined;
  const end = async (): Promise<IteratorResult<unknown>> => (await iterator.return?.()) ?? { done: true, value: undefined };
  return () => (ended ??= end());
}
