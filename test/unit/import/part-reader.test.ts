import { describe, expect, it } from 'vitest';
import type { Part } from '../../../src/partdex.js';
import { readColumn } from '../../support/tables/read-text.js';

describe('addresses', () => {
  const urls = (part: Part) => part.datasheets?.map(({ url }) => url);

  it.each([
    ['https://x.example/a.pdf;v=2', ['https://x.example/a.pdf;v=2']],
    ['https://x.example/a|b.pdf', ['https://x.example/a|b.pdf']],
    ['https://x.example/a.pdf;v=2;https://x.example/b.pdf', ['https://x.example/a.pdf;v=2', 'https://x.example/b.pdf']],
    ['https://x.example/a.pdf|HTTP://x.example/b.pdf', ['https://x.example/a.pdf', 'HTTP://x.example/b.pdf']],
    ['https://x.example/a.pdf; www.x.example/b.pdf;', ['https://x.example/a.pdf', 'www.x.example/b.pdf']],
    ['https://x.example/a.pdf, https://x.example/b.pdf', ['https://x.example/a.pdf', 'https://x.example/b.pdf']],
    ['https://x.example/a.pdf https://x.example/b.pdf', ['https://x.example/a.pdf', 'https://x.example/b.pdf']],
    ['sheets/a.pdf;sheets/b.pdf', ['sheets/a.pdf', 'sheets/b.pdf']],
  ])('%s', async (cell, expected) => {
    expect(await readColumn('Datasheet', [cell], urls)).toEqual([expected]);
  });
});
