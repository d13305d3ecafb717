import type { Sections } from './section-store.js';

/** Sections of which some are replaced by others of the same names. */
export class ReplacedSections implements Sections {
  readonly codec: Sections['codec'];

  constructor(
    private readonly original: Sections,
    private readonly replacing: Sections,
  ) {
    this.codec = original.codec;
  }

  names(): string[] {
    return [...new Set([...this.original.names(), ...this.replacing.names()])];
  }

  has(name: string): boolean {
    return this.of(name).has(name);
  }

  section(name: string): ReturnType<Sections['section']> {
    return this.of(name).section(name);
  }

  bundle(name: string): ReturnType<Sections['bundle']> {
    return this.of(name).bundle(name);
  }

  slice(name: string, offset: number, length: number): ReturnType<Sections['slice']> {
    return this.of(name).slice(name, offset, length);
  }

  sliceNow(name: string, offset: number, length: number): ReturnType<Sections['sliceNow']> {
    return this.of(name).sliceNow(name, offset, length);
  }

  title(name: string): string {
    return this.of(name).title(name);
  }

  private of(name: string): Sections {
    return this.replacing.has(name) ? this.replacing : this.original;
  }
}
