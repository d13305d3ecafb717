import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemCode } from './system-error.js';

/** More files than Node has open at the same time while it loads a part of this library. */
const DESCRIPTORS = 32;

/**
 * A part of this library that is loaded with its first use, so that importing an entry takes little time: `bench/start.mjs` measures it.
 * Node never again reads a module that it could not read once. So nothing is loaded while too few files may be opened, and a later
 * attempt succeeds.
 */
export class FirstUse<T> {
  private loaded: Promise<T> | undefined = undefined;

  constructor(private readonly load: () => Promise<T>) {}

  /** @throws the system's error, `EMFILE` or `ENFILE`, if too many files are open */
  async get(): Promise<T> {
    if (!this.loaded) {
      checkDescriptors();
      this.loaded = this.load();
    }
    return this.loaded;
  }
}

function checkDescriptors(): void {
  if (!import.meta.url.startsWith('file:')) return;
  const path = fileURLToPath(import.meta.url);
  const open: number[] = [];
  try {
    while (open.length < DESCRIPTORS) open.push(openSync(path, 'r'));
  } catch (error) {
    // In a bundle of a single executable there may be no such file.
    if (['EMFILE', 'ENFILE'].includes(systemCode(error))) throw error;
  } finally {
    open.forEach(closeSync);
  }
}
