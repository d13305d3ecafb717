import type { ReadCatalog } from '../reader/catalog.mjs';

export function placesToChange(catalog: ReadCatalog): { section: string; array: string; at: number }[];
export function withChangedBit(file: ReadCatalog['file'], section: string, at: number, bit: number): Uint8Array;
