import type { BundleReader } from '../encoding/bundle.js';
import type { Sections } from '../storage/section-store.js';
import type { Steps } from '../work/pauses.js';

/**
 * A part of a segment, read from the file on first use and then cached. An optional part that is missing has the value undefined.
 *
 * Concurrent callers of `load` share one read; after it, `value` returns without waiting. A failed load (a disk that was away for a
 * moment) is not cached: the next caller retries.
 */
export class Section<T> {
  protected loaded: { readonly value: T } | undefined = undefined;
  private loading: Promise<T> | undefined = undefined;

  /**
   * @param name for messages
   * @param bytes that reading it takes from the file, without the sections that it is made from
   * @param read reads it and checks it
   */
  constructor(
    readonly name: string,
    readonly bytes: number,
    private readonly read: () => Promise<T>,
  ) {}

  /** How it is computed, of a section that may be forgotten. */
  get computed(): Computed | undefined {
    return undefined;
  }

  /** Whether `value` may be used. */
  get isLoaded(): boolean {
    return this.loaded !== undefined;
  }

  /** @throws Error where it is not loaded: a fault of the plan, which must load what it needs */
  get value(): T {
    if (!this.loaded) throw new Error(`section ${this.name} is not loaded`);
    return this.loaded.value;
  }

  load(): Promise<T> {
    this.loading ??= this.read().then(
      (value) => {
        this.loaded = { value };
        return value;
      },
      (error) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}

/**
 * A section that is computed of others and may be forgotten afterwards. A call computes it as a part of its own work, and holds it until
 * it ends.
 */
export interface Computed {
  readonly isLoaded: boolean;
  /** What it is computed of. */
  readonly sources: readonly Section<unknown>[];
  /** Bytes that it takes. */
  readonly size: number;
  /** What a call must hold so that later look-ups find this section. */
  readonly owner: object;
  /** Computes it, once its sources are loaded. */
  computing(): Steps<void>;
}

/** Sections that are needed. Those that are loaded are not noted: most calls need nothing else, and allocate nothing here. */
export class Needs {
  private unloaded: Set<Section<unknown>> | undefined = undefined;
  private dependent: ((more: Needs) => void)[] | undefined = undefined;

  add(section: Section<unknown>): this {
    if (!section.isLoaded || section.computed) (this.unloaded ??= new Set()).add(section);
    return this;
  }

  /** Notes needs that depend on sections which are added, but not loaded: they are asked for once those are. */
  afterwards(add: (more: Needs) => void): this {
    (this.dependent ??= []).push(add);
    return this;
  }

  /** The needs that depend on these, which are loaded; undefined if there are none. */
  next(): Needs | undefined {
    if (!this.dependent) return undefined;
    const more = new Needs();
    for (const add of this.dependent) add(more);
    return more;
  }

  /** Those that are not loaded or may be forgotten, each once. */
  get sections(): Iterable<Section<unknown>> {
    return this.unloaded ?? NOTHING;
  }

  get isEmpty(): boolean {
    return this.unloaded === undefined;
  }
}

const NOTHING: readonly Section<unknown>[] = [];

/** What opens a section: given its name and its arrays. */
type Open<T> = (name: string, bundle: BundleReader) => T | Promise<T>;

/** Sections of a catalog whose names begin alike. */
export class SectionGroup {
  /** @param path what the names begin with: `parts/fields/mpn` */
  constructor(
    protected readonly store: Sections,
    protected readonly path: string,
  ) {}

  /** A section that is made of one bundle of the file. */
  protected section<T>(part: string, open: Open<T>): Section<T> {
    const name = `${this.path}/${part}`;
    return new Section(name, this.bytesOf(part), async () => open(this.store.title(name), await this.store.bundle(name)));
  }

  /** A section whose bundle is read at the same time as the other sections that it refers to: `open` has their values. */
  protected sectionWith<T>(part: string, others: readonly Section<unknown>[], open: Open<T>): Section<T> {
    const name = `${this.path}/${part}`;
    return new Section(name, this.bytesOf(part), async () => {
      const [bundle] = await Promise.all([this.store.bundle(name), ...others.map((other) => other.load())]);
      return open(this.store.title(name), bundle);
    });
  }

  /** A section that may be absent. */
  protected optional<T>(part: string, open: Open<T>): Section<T | undefined> {
    const name = `${this.path}/${part}`;
    return new Section<T | undefined>(name, this.bytesOf(part), async () =>
      this.store.has(name) ? open(this.store.title(name), await this.store.bundle(name)) : undefined,
    );
  }

  /** A section that is made of two bundles, which are read at the same time; the second may be absent. */
  protected pair<T>(
    part: string,
    second: string,
    open: (name: string, bundle: BundleReader, second?: BundleReader) => T,
  ): Section<T> {
    const name = `${this.path}/${part}`;
    const other = `${this.path}/${second}`;
    return new Section(name, this.bytesOf(part) + this.bytesOf(second), async () => {
      const { store } = this;
      const [bundle, others] = await Promise.all([store.bundle(name), store.has(other) ? store.bundle(other) : undefined]);
      return open(store.title(name), bundle, others);
    });
  }

  /** A section that is made of others, and takes nothing from the file by itself. */
  protected derived<T>(part: string, make: () => Promise<T>): Section<T> {
    return new Section(`${this.path}/${part}`, 0, make);
  }

  /** Length of a section in the file; 0 where it is absent. */
  protected bytesOf(part: string): number {
    const name = `${this.path}/${part}`;
    return this.store.has(name) ? this.store.section(name).length : 0;
  }
}
