import type { Answering } from './answering.js';
import type { Arguments, ObjectSource } from './schema.js';
import { searchMpn } from './searches.js';

const SUGGESTIONS = 10;
/** With fewer letters and digits nearly every part number would do. */
const LEAST_CHARACTERS = 3;

/** `suggest`: part numbers that begin with what was typed. */
export async function suggest({ q, category_id }: Arguments, answering: Answering): Promise<ObjectSource[]> {
  const typed = (q as string).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (typed < LEAST_CHARACTERS) return [];
  const filters = category_id ? { category_id } : undefined;
  const found = await searchMpn({ q: (q as string).replace(/[\\*?]/g, '\\$&'), limit: SUGGESTIONS, filters }, answering);
  const numbers = new Set(await found.mpns());
  const category = found.applied_category();
  return [...numbers].map((text) => {
    return { text, in_category_name: category?.name ?? null, in_category_id: category?.id ?? null };
  });
}

/** `spelling_correction`: part numbers that differ from what was typed in one character. */
export async function spellingCorrection({ q }: Arguments, answering: Answering): Promise<ObjectSource[]> {
  const text = (q as string).replace(/[\\*?]/g, '\\$&');
  const { results } = await answering.parts.matchWithin(
    { queries: [{ mpn_or_sku: text, limit: 0 }], suggest: true, show: ['uid'] },
    {},
    answering.work,
  );
  const near = (results[0].suggestions ?? []).filter(({ reason }) => reason === 'edit').map(({ value }) => value);
  return Promise.all(
    [...new Set(near)].map(async (value) => {
      const query = { mpn_or_sku: value.replace(/[\\*?]/g, '\\$&'), limit: 0 };
      const { results: found } = await answering.parts.matchWithin({ queries: [query], show: ['uid'] }, {}, answering.work);
      return { correction_string: value, hits: found[0].hits ?? 0 };
    }),
  );
}
