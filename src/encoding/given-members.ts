/**
 * The section `<c>/given` of records has a byte for each row: which members were given; the others were gathered from parts or
 * computed. Files that are opened together recompute those.
 */

/** The record itself was given; without this bit it was gathered from parts. */
export const IS_GIVEN = 1;

/** Of a company: some part gives its uid without a name, and is found by the name in the record that was given. */
export const IS_LEFT_OUT = 2;

/** All bits of a company. */
export const ALL_OF_COMPANY = IS_GIVEN | IS_LEFT_OUT;

/** The members of categories that are computed if a record does not give them, and their bits. */
export const COMPUTED_MEMBERS = [
  { name: 'ancestor_uids', bit: 2 },
  { name: 'ancestor_names', bit: 4 },
  { name: 'children_uids', bit: 8 },
  { name: 'num_parts', bit: 16 },
] as const;

/** All bits of a category. */
export const ALL_GIVEN = COMPUTED_MEMBERS.reduce((mask, { bit }) => mask | bit, IS_GIVEN);
