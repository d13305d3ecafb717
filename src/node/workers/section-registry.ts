/** Somebody who reads sections: a thread. */
export interface SectionReader {
  /** Gives it a section that another one has read. */
  give(name: string, buffer: SharedArrayBuffer): void;
  /** Lets it read a section for all; it answers with `loaded` or `failed`. */
  load(name: string): void;
}

/** A section that is there, or that one reader reads while others wait. */
interface Entry {
  buffer: SharedArrayBuffer | undefined;
  loader: SectionReader | undefined;
  readonly waiting: SectionReader[];
}

/**
 * Which sections of a catalog are in memory, and who reads which: each is read once for all threads. It is kept in the caller's
 * thread, which itself reads none of them for others.
 */
export class SectionRegistry {
  private readonly entries = new Map<string, Entry>();

  /** Bytes of all sections in memory. */
  get bytes(): number {
    let bytes = 0;
    for (const { buffer } of this.entries.values()) bytes += buffer?.byteLength ?? 0;
    return bytes;
  }

  /** A reader needs a section. */
  want(name: string, reader: SectionReader): void {
    let entry = this.entries.get(name);
    if (!entry) {
      entry = { buffer: undefined, loader: undefined, waiting: [] };
      this.entries.set(name, entry);
    }
    if (entry.buffer) reader.give(name, entry.buffer);
    else if (entry.loader) entry.waiting.push(reader);
    else {
      entry.loader = reader;
      reader.load(name);
    }
  }

  loaded(name: string, reader: SectionReader, buffer: SharedArrayBuffer): void {
    const entry = this.entries.get(name);
    if (entry?.loader !== reader) return;
    entry.buffer = buffer;
    entry.loader = undefined;
    for (const other of entry.waiting.splice(0)) other.give(name, buffer);
  }

  /** A reader could not read a section: it fails its own requests, and the next reader tries again. */
  failed(name: string, reader: SectionReader): void {
    const entry = this.entries.get(name);
    if (entry?.loader !== reader) return;
    entry.loader = entry.waiting.shift();
    entry.loader?.load(name);
  }

  /** A reader has ended: what it was reading is read by the next that needs it. */
  gone(reader: SectionReader): void {
    for (const [name, entry] of this.entries) {
      const others = entry.waiting.filter((other) => other !== reader);
      entry.waiting.splice(0, entry.waiting.length, ...others);
      this.failed(name, reader);
    }
  }
}
