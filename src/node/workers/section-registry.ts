/** A reader of sections: a thread. */
export interface SectionReader {
  /** Passes it a section that another one has read. */
  give(name: string, buffer: SharedArrayBuffer): void;
  /** Requests that it reads a section for all; it answers with `loaded` or `failed`. */
  load(name: string): void;
}

/** A loaded section, or one that a reader is reading while others wait. */
interface Entry {
  buffer: SharedArrayBuffer | undefined;
  loader: SectionReader | undefined;
  readonly waiting: SectionReader[];
}

/**
 * Tracks which sections of a catalog are in memory, and which reader reads which: each is read by only one of them. It runs in
 * the caller's thread, which reads no sections for others.
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

  /** A reader failed to read a section: its own requests fail, and the next reader tries again. */
  failed(name: string, reader: SectionReader): void {
    const entry = this.entries.get(name);
    if (entry?.loader !== reader) return;
    entry.loader = entry.waiting.shift();
    entry.loader?.load(name);
  }

  /** A reader has ended: the next reader that needs a section reads it. */
  gone(reader: SectionReader): void {
    for (const [name, entry] of this.entries) {
      const others = entry.waiting.filter((other) => other !== reader);
      entry.waiting.splice(0, entry.waiting.length, ...others);
      this.failed(name, reader);
    }
  }
}
