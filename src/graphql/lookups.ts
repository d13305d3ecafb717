import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { AnswerContext } from './answer-context.js';
import { extrasSource } from './extras.js';
import { offerSource } from './offers.js';
import { PartSource } from './part.js';
import { partId, uidsOfId } from './part-ids.js';
import type { Arguments, ObjectSource } from './schema.js';
import { idOf, listOf, membersOf } from './values.js';

/** `parts`: the parts of some ids or uids in their order. */
export async function parts({ ids, currency }: Arguments, context: AnswerContext): Promise<(PartSource | null)[]> {
  const found = await partsOf(ids as string[], context);
  context.partsReturned += found.filter((part) => part !== undefined).length;
  return found.map((part) => (part ? new PartSource(part, currency as string) : null));
}

/** `part_offers`: single offers. */
export async function partOffers({ references, currency }: Arguments, context: AnswerContext): Promise<(ObjectSource | null)[]> {
  const asked = references as Arguments[];
  const found = await partsOf(
    asked.map(({ part_id }) => part_id as string),
    context,
  );
  return asked.map(({ part_id, offer_id }, i) => {
    const offer = listOf(found[i]?.offers).find((candidate) => idOf(membersOf(candidate).id) === offer_id);
    if (!offer) return null;
    const { id, uid } = membersOf(offer.seller);
    return { part_id, seller_id: idOf(id) ?? idOf(uid), offer: offerSource(offer, currency as string) };
  });
}

/** `part_extras_by_part_ids`: the extra members of each part, or null for an unknown one. */
export async function partExtras(ids: readonly string[], context: AnswerContext): Promise<ObjectSource[]> {
  const found = await partsOf(ids, context);
  return found.map((part) => {
    if (!part) return { typeName: 'ErrorPayload', message: 'no part has this id' };
    const source = new PartSource(part, '');
    return extrasSource(part, source.id ?? source.v3uid, source.description(), context);
  });
}

/** @throws ValidationError, GraphQLError for too many ids */
async function partsOf(ids: readonly string[], context: AnswerContext): Promise<(Part | undefined)[]> {
  context.askParts(ids.length);
  await context.reading(() => checkIds(ids, context));
  const found: (Part | undefined)[] = [];
  for (const id of ids) found.push(await partOf(id, context));
  return found;
}

/** @throws ValidationError for too many ids */
async function checkIds(ids: readonly string[], { internals, work }: AnswerContext): Promise<void> {
  const issues = new Issues();
  await internals.collections.parts.checkFetch(ids, {}, issues, work);
  issues.throwIfAny();
}

/** A part by its uid, else by its id, else by the uid that is this number. */
async function partOf(id: string, context: AnswerContext): Promise<Part | undefined> {
  const part = await context.part(id);
  if (part) return part;
  const uid = (await context.records.partUids(context.work)).get(id);
  if (uid !== undefined) return context.part(uid);
  for (const candidate of uidsOfId(id)) {
    const numbered = await context.part(candidate);
    // A merged part has the id of the part it was merged into; a part with an id of its own is not found by the number of its
    // uid.
    if (numbered && (numbered.uid !== candidate || partId(numbered) === id)) return numbered;
  }
  return undefined;
}
