import type { SectionShare } from '../../storage/section-store.js';

interface Wanted {
  readonly length: number;
  readonly read: (target: Uint8Array) => Promise<void>;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** How a reader communicates with the registry of sections. */
export interface RegistryLink {
  want(name: string): void;
  loaded(name: string, buffer: SharedArrayBuffer): void;
  failed(name: string): void;
}

/** The sections of a catalog for one of its readers: in buffers that all threads share. */
export class SharedSections implements SectionShare {
  private readonly wanted = new Map<string, Wanted>();
  private readonly pending = new Map<string, Promise<Uint8Array>>();

  constructor(private readonly registry: RegistryLink) {}

  get(name: string, length: number, read: (target: Uint8Array) => Promise<void>): Promise<Uint8Array> {
    const pending = this.pending.get(name);
    if (pending) return pending;
    const bytes = new Promise<Uint8Array>((resolve, reject) => {
      this.wanted.set(name, { length, read, resolve, reject });
    }).finally(() => this.pending.delete(name));
    this.pending.set(name, bytes);
    // The registry may answer synchronously.
    this.registry.want(name);
    return bytes;
  }

  /** Another reader has the section. */
  give(name: string, buffer: SharedArrayBuffer): void {
    this.wanted.get(name)?.resolve(new Uint8Array(buffer));
    this.wanted.delete(name);
  }

  /** This reader must read it, for all. */
  async load(name: string): Promise<void> {
    const wanted = this.wanted.get(name);
    this.wanted.delete(name);
    if (!wanted) return this.registry.failed(name);
    try {
      const buffer = new SharedArrayBuffer(wanted.length);
      const bytes = new Uint8Array(buffer);
      await wanted.read(bytes);
      this.registry.loaded(name, buffer);
      wanted.resolve(bytes);
    } catch (error) {
      this.registry.failed(name);
      wanted.reject(error);
    }
  }
}
