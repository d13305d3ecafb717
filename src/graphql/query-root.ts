import type { AnswerContext } from './answer-context.js';
import { attributeSource } from './attribute.js';
import { categories } from './category.js';
import { companies } from './company.js';
import { partExtras, partOffers, parts } from './lookups.js';
import { multiMatch } from './matches.js';
import type { Arguments, ObjectSource } from './schema.js';
import { search, searchMpn } from './searches.js';
import { spellingCorrection, suggest } from './suggestions.js';

/** The sources of the fields of `Query`. A field that the documents of a catalog cannot answer is null or empty. */
export const QUERY_ROOT: ObjectSource = Object.assign(Object.create(null), {
  attributes: (_args: Arguments, context: AnswerContext) => context.specs.map(({ key }) => attributeSource(key, context)),
  manufacturers: (args: Arguments, context: AnswerContext) => companies('makers', args, context),
  sellers: (args: Arguments, context: AnswerContext) => companies('sellers', args, context),
  categories,
  parts,
  part_offers: partOffers,
  suggest,
  search,
  search_mpn: searchMpn,
  spelling_correction: spellingCorrection,
  multi_match: multiMatch,
  part_ids_from_ciiva_ids: ({ ciiva_ids }: Arguments) => (ciiva_ids as string[]).map(() => null),
  ciiva_ids_from_part_ids: ({ part_ids }: Arguments) => (part_ids as string[]).map(() => null),
  part_extras_by_part_id: async ({ part_id }: Arguments, context: AnswerContext) => {
    const [extras] = await partExtras([part_id as string], context);
    return 'part_id' in extras ? extras : null;
  },
  part_extras_by_part_ids: ({ part_ids }: Arguments, context: AnswerContext) => partExtras(part_ids as string[], context),
  octocart: () => [],
});
