import type { ReadCatalog } from '../reader/catalog.mjs';

export function documentsOfBlock(markdown: string, name: string): { uid: string; mpn: string }[];
export function withExamples(markdown: string, catalogs: Readonly<Record<string, ReadCatalog>>): string;
export function countExamples(markdown: string): number;
export function sectionTable(markdown: string): string[][];
