import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { AnswerContext } from './answer-context.js';
import { extrasOf } from './extras.js';
import { offerSource } from './offers.js';
import { PartSource, partArguments } from './part.js';
import { partId, uidsOfId } from './part-ids.js';
import { offersOf } from './part-offers.js';
import type { Arguments, ObjectSource } from './schema.js';
import { idOf, membersOf } from './values.js';

/** `parts`: the parts of some ids or uids in their order. */
export async function parts(args: Arguments, context: AnswerContext): Promise<(PartSource | null)[]> {
  const found = await partsOf(args.ids as string[], context);
  const asked = partArguments(args);
  context.partsReturned += found.filter((part) => part !== undefined).length;
  return found.map((part) => (part ? new PartSource(part, asked) : null));
}

/** `part_offers`: single offers. */
export async function partOffers(args: Arguments, context: AnswerContext): Promise<(ObjectSource | null)[]> {
  const asked = args.references as Arguments[];
  const { currency, country } = partArguments(args);
  const found = await partsOf(
    asked.map(({ part_id }) => part_id as string),
    context,
  );
  return asked.map(({ part_id, offer_id }, i) => {
    const part = found[i];
    const one = part && offersOf(part, country).shown.find(({ id }) => id === offer_id);
    if (!one) return null;
    const { id, uid } = membersOf(one.offer.seller);
    return { part_id, seller_id: idOf(id) ?? idOf(uid), offer: offerSource(one, currency) };
  });
}

/** `part_extras_by_part_ids`: the extra members of each part, or null for an unknown one. */
export async function partExtras(ids: readonly string[], context: AnswerContext): Promise<ObjectSource[]> {
  const found = await partsOf(ids, context);
  return found.map((part) => {
    if (!part) return { typeName: 'ErrorPayload', message: 'no part has this id' };
    return extrasOf(part, context);
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
  const uid = context.hides('id') ? undefined : (await context.records.partUids(context.work)).get(id);
  if (uid !== undefined) return context.part(uid);
  for (const candidate of uidsOfId(id)) {
    const numbered = await context.part(candidate);
    // A merged part has the id of the part it was merged into; a part with an id of its own is not found by the number of its
    // uid.
    if (numbered && (numbered.uid !== candidate || partId(numbered) === id)) return numbered;
  }
  return undefined;
}
