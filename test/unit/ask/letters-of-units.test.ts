import { expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';

const spec = (name: string, symbol: string, value: string) => ({
  value: [value],
  metadata: { datatype: 'decimal', unit: { name, symbol } },
});

it('reads N as newton and as nano where there are specs of both', async () => {
  const capacitors = [1, 2, 3].map((i) => ({ uid: `c${i}`, mpn: `C${i}`, specs: { capacitance: spec('farad', 'F', '4.7e-9') } }));
  const button = { uid: 'b', mpn: 'B', specs: { actuation_force: spec('newton', 'N', '4.7') } };
  const found = async (parts: object[], text: string) => {
    const catalog = await buildCatalog({ parts: parts as never });
    const { results } = await catalog.parts.ask(text, { sortby: 'uid' });
    await catalog.close();
    return results.map(({ item }) => item.uid);
  };
  for (const text of ['4.7 N', '4.7N']) {
    expect(await found([...capacitors, button], text)).toEqual(['b', 'c1', 'c2', 'c3']);
    expect(await found(capacitors, text)).toEqual(['c1', 'c2', 'c3']);
  }
  expect(await found([...capacitors, button], '4.7n')).toEqual(['c1', 'c2', 'c3']);
});

it('does not correct hertz, where m and M are mega', async () => {
  const transistor = { uid: 't', mpn: 'T', specs: { transition_frequency: spec('hertz', 'Hz', '100000000') } };
  const bead = { uid: 'f', mpn: 'F', descriptions: [{ value: 'Ferrite Bead 600R 100 MHz' }] };
  const catalog = await buildCatalog({ parts: [transistor, bead] as never });
  for (const text of ['bead 100MHz', 'bead 100 mhz']) {
    const { readings } = await catalog.parts.interpret(text);
    expect(readings.map(({ corrected }) => corrected)).toEqual([undefined, undefined]);
  }
  await catalog.close();
});
