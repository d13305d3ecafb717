import { expect, it } from 'vitest';
import { buildCatalog, ValidationError } from '../../../src/partdex.js';

it.each(['euro', 'eur', 'EU', 'EURO', 'EUR\n', '', 'É€$', 5, ['EUR']])('refuses %j as a currency', async (currency) => {
  const error = await buildCatalog({ parts: [] }, { priceCurrency: currency as string }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ValidationError);
  expect((error as ValidationError).argument).toBe('priceCurrency');
  expect((error as ValidationError).message).toMatch(/^priceCurrency must be three capital letters such as EUR, not ./);
});

it.each([undefined, null, 'USD', 'XXX'])('takes %j', async (currency) => {
  const catalog = await buildCatalog({ parts: [] }, { priceCurrency: currency as string });
  expect(catalog.info.priceCurrency).toBe(currency ?? 'USD');
});
