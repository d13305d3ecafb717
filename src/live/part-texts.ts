import { type BlockStore, MemoryBlocks, PartSpool } from '../build/part-spool.js';
import type { Codec } from '../encoding/codec.js';

/** Texts of up to so many bytes together are kept as they are: an update of a few thousand parts. */
const PLAIN_BYTES = 8 << 20;

/** Where texts beyond those are kept, compressed. */
export type CreateBlocks = () => Promise<BlockStore> | BlockStore;

/** The texts of the parts that an update puts, numbered from 0 on. */
export class PartTexts {
  private readonly plain: Uint8Array[] = [];
  private bytes = 0;
  private spool: PartSpool | undefined = undefined;

  constructor(
    private readonly codec: Codec,
    private readonly createBlocks: CreateBlocks = () => new MemoryBlocks(),
    private readonly plainBytes = PLAIN_BYTES,
  ) {}

  /** Number of texts. */
  get count(): number {
    return this.plain.length + (this.spool?.count ?? 0);
  }

  /** Adds a copy of a text. */
  async add(text: Uint8Array): Promise<void> {
    if (!this.spool && this.bytes + text.length <= this.plainBytes) {
      this.plain.push(text.slice());
      this.bytes += text.length;
      return;
    }
    this.spool ??= new PartSpool(await this.createBlocks(), this.codec);
    await this.spool.add(text);
  }

  /** Ends the list of texts, which can be read from now on. */
  async finish(): Promise<void> {
    await this.spool?.finish();
  }

  /** Texts by their ascending numbers. */
  async read(numbers: readonly number[]): Promise<Map<number, Uint8Array>> {
    const { plain, spool } = this;
    const found = new Map<number, Uint8Array>();
    const spooled: number[] = [];
    for (const number of numbers) {
      if (number < plain.length) found.set(number, plain[number]);
      else spooled.push(number - plain.length);
    }
    if (spool && spooled.length > 0) {
      for (const [number, text] of await spool.read(spooled)) found.set(number + plain.length, text);
    }
    return found;
  }

  /** Drops all texts. */
  async close(): Promise<void> {
    this.plain.length = 0;
    await this.spool?.close();
  }
}
