import type { PatternPiece } from '../../analysis/pattern.js';
import { Pattern } from '../../analysis/pattern.js';
import { fold, tokens } from '../../analysis/text.js';
import type { CollectionName } from '../../model/fields.js';

/** The collections whose records have names. */
export type NamedCollection = Exclude<CollectionName, 'parts'>;

/** What a record is called. */
export interface NamedRecord {
  readonly uid: string;
  /** Its name and its aliases. */
  readonly called: readonly string[];
}

interface Called {
  readonly uid: string;
  readonly name: string;
  readonly folded: string;
  /** Its tokens, each between blanks. */
  readonly words: string;
}

/** The names of the records beside the index: requests that name a record become those of its uid. */
export class RecordNames {
  private readonly byCollection = new Map<NamedCollection, readonly Called[]>();

  constructor(records: Readonly<Record<NamedCollection, readonly NamedRecord[]>>) {
    for (const [collection, named] of Object.entries(records)) {
      const called = named.flatMap(({ uid, called: names }) =>
        names.map((name) => ({ uid, name, folded: fold(name), words: ` ${tokens(name).join(' ')} ` })),
      );
      this.byCollection.set(collection as NamedCollection, called);
    }
  }

  /** The uids of the records with some tokens, one after the other, in a name. */
  withWords(collection: NamedCollection, words: readonly string[]): string[] {
    const wanted = ` ${words.join(' ')} `;
    return this.uids(collection, (called) => called.words.includes(wanted));
  }

  /** The uids of the records with a name whose fold meets a condition. */
  withFold(collection: NamedCollection, isMeant: (folded: string) => boolean): string[] {
    return this.uids(collection, ({ folded }) => isMeant(folded));
  }

  /** The uids of the records with a name. */
  withName(collection: NamedCollection, name: string): string[] {
    return this.uids(collection, (called) => called.name === name);
  }

  /** The uids of the records of which a pattern matches a token of a name, or the whole of it. */
  like(collection: NamedCollection, pieces: readonly PatternPiece[]): string[] {
    const pattern = new Pattern(pieces, fold);
    const isLike = ({ folded, words }: Called) =>
      pattern.matchesText(folded) ||
      words
        .trim()
        .split(' ')
        .some((word) => word !== '' && pattern.matchesText(word));
    return this.uids(collection, isLike);
  }

  /** The uids of the records that a text names: its tokens as a phrase in a name; without tokens, the whole of a name. */
  named(collection: NamedCollection, text: string): string[] {
    const words = tokens(text);
    if (words.length > 0) return this.withWords(collection, words);
    const folded = fold(text);
    return this.withFold(collection, (one) => one === folded);
  }

  private uids(collection: NamedCollection, isMeant: (called: Called) => boolean): string[] {
    const found = new Set<string>();
    for (const called of this.byCollection.get(collection) ?? []) if (isMeant(called)) found.add(called.uid);
    return [...found];
  }
}
