import type { Codec } from '../encoding/codec.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { Section } from './layout.js';

/** Checks the bytes of a file, taken in order from first to last, against the checksums of its regions. */
export class CopyCheck {
  private readonly regions: readonly Section[];
  private next = 0;
  private at = 0;
  /** Regions that have begun, with the checksums of their bytes so far. In a forged file regions may overlap. */
  private begun: { readonly region: Section; readonly crc: number }[] = [];

  constructor(
    private readonly codec: Codec,
    regions: readonly Section[],
  ) {
    this.regions = [...regions].sort((a, b) => a.offset - b.offset);
  }

  /** Takes the next bytes. @throws CorruptCatalogError if the checksum of a region that ends in them does not match */
  take(bytes: Uint8Array): void {
    const { at: begin, regions, codec } = this;
    const end = begin + bytes.length;
    for (; this.next < regions.length && regions[this.next].offset < end; this.next++) {
      this.begun.push({ region: regions[this.next], crc: 0 });
    }
    const open: typeof this.begun = [];
    for (const { region, crc: before } of this.begun) {
      const regionEnd = region.offset + region.length;
      const crc = codec.crc32(bytes.subarray(Math.max(region.offset - begin, 0), Math.min(regionEnd, end) - begin), before);
      if (regionEnd > end) open.push({ region, crc });
      else if (crc !== region.crc) throw new CorruptCatalogError(region.name, 'checksum does not match');
    }
    this.begun = open;
    this.at = end;
  }
}
