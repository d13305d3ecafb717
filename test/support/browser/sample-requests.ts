import fc from 'fast-check';
import type { Part } from '../../../src/partdex.js';
import type { RandomRequest } from '../../arbitraries/requests.js';

/** Requests of what the generated sample has beside what random catalogs have: its spec keys, with their values. */
export function specRequests(parts: readonly Part[]): fc.Arbitrary<RandomRequest> {
  const valuesByKey = new Map<string, Set<string>>();
  for (const { specs } of parts) {
    for (const [key, spec] of Object.entries(specs ?? {})) {
      const values = valuesByKey.get(key) ?? new Set();
      valuesByKey.set(key, values);
      for (const value of [spec?.value ?? []].flat()) values.add(String(value));
    }
  }
  const spec = fc.constantFrom(...valuesByKey).chain(([key, values]) => {
    const value = fc.constantFrom(...values).map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
    return fc.record({ field: fc.constant(`specs.${key}.value`), one: value, other: value });
  });
  return fc
    .record({ spec, kind: fc.nat(3), order: fc.constantFrom('asc', 'desc'), limit: fc.nat(30), deep: fc.boolean() })
    .map(({ spec: { field, one, other }, kind, order, limit, deep }) => {
      const query = [`${field}:[${one} TO ${other}]`, `${field}:(${one} OR ${other})`, `-${field}:${one}`, `${field}:*`][kind];
      const shown = deep ? { include: ['specs', 'descriptions'] } : { show: ['mpn', field] };
      return {
        collection: 'parts',
        request: { filter: { queries: [query] }, sortby: `${field} ${order}, mpn`, limit, ...shown },
      };
    });
}
