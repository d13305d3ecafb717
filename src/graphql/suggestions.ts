import type { AnswerContext } from './answer-context.js';
import type { Arguments, ObjectSource } from './schema.js';
import { searchMpn } from './searches.js';

const SUGGESTIONS = 10;
/** With fewer than three letters or digits, nearly every part number would match. */
const ENOUGH = /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u;

/** `suggest`: part numbers that begin with what was typed. */
export async function suggest({ q, category_id }: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
  if (!ENOUGH.test(q as string)) return [];
  const filters = category_id ? { category_id } : undefined;
  const found = await searchMpn({ q: literal(q as string), limit: SUGGESTIONS, filters }, context);
  const numbers = new Set(await found.mpns());
  const category = found.applied_category();
  return [...numbers].map((text) => {
    return { text, in_category_name: category?.name ?? null, in_category_id: category?.id ?? null };
  });
}

/** `spelling_correction`: part numbers that differ from what was typed in one character. */
export async function spellingCorrection({ q }: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
  const query = { mpn_or_sku: literal(q as string), limit: 0 };
  const { results } = await context.match({ queries: [query], suggest: true, show: ['uid'] }, {});
  const near = (results[0].suggestions ?? []).filter(({ reason }) => reason === 'edit').map(({ value }) => value);
  return Promise.all(
    [...new Set(near)].map(async (value) => {
      const { results: found } = await context.match({ queries: [{ mpn_or_sku: literal(value), limit: 0 }], show: ['uid'] }, {});
      return { correction_string: value, hits: found[0].hits ?? 0 };
    }),
  );
}

/** A text without wildcards. */
function literal(text: string): string {
  return text.replace(/[\\*?]/g, '\\$&');
}
