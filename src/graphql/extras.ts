import { LIFE_CYCLE_KEY } from '../analysis/life-cycle.js';
import type { Part } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import { attributeFacts } from './attribute.js';
import { descriptionOf } from './documents.js';
import { lifeCycleOf } from './life-cycle.js';
import { partId } from './part-ids.js';
import { isRohsCompliant } from './rohs.js';
import type { Arguments, ObjectSource } from './schema.js';
import { similarTo } from './similar.js';
import { specValues } from './spec-values.js';
import { listOf, textOf } from './values.js';

/** The additional members of a part in the later dialect. */
export function extrasOf(part: Part, context: AnswerContext): ObjectSource {
  const specs = Object.entries(part.specs ?? {});
  const parameters = specs.map(([key, spec]) => {
    const { name, unitSymbol, unitName } = attributeFacts(key, context, spec.metadata);
    const { values, separator } = specValues(spec);
    return { name, unit: unitSymbol ?? unitName, value: values, line: values.join(separator) };
  });
  return Object.assign(Object.create(null), {
    typeName: 'PartExtras',
    alternatives: async ({ first }: Arguments, own: AnswerContext) =>
      (await similarTo(part, first as number, own)).map((one) => extrasOf(one, own)),
    part_id: partId(part) ?? part.uid,
    description: descriptionOf(part),
    datasheet_urls: listOf(part.datasheets).flatMap(({ url }) => textOf(url) ?? []),
    is_rohs_compliant: isRohsCompliant(part.specs),
    life_cycle: lifeCycleOf(part.specs?.[LIFE_CYCLE_KEY]),
    parameters,
    technical_details: parameters.map(({ name, line }) => ({ name, value: line })),
  });
}
