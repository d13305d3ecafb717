import type { Part, SpecValue } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import { attributeFacts } from './attribute.js';
import type { ObjectSource } from './schema.js';
import { specValues } from './spec-values.js';
import { listOf, textOf } from './values.js';

/** The names of a lifecycle status in data, and in the interface. */
const LIFE_CYCLES: ReadonlyMap<string, string> = new Map([
  ['new', 'NEW'],
  ['active', 'ACTIVE'],
  ['production', 'ACTIVE'],
  ['nrnd', 'NRFND'],
  ['not recommended for new designs', 'NRFND'],
  ['eol', 'EOL'],
  ['end of life', 'EOL'],
  ['discontinued', 'DISCONTINUED'],
  ['obsolete', 'DISCONTINUED'],
  ['contact manufacturer', 'CONTACT_MFR'],
  ['transferred', 'TRANSFERRED'],
]);

/** The additional members of a part in the later dialect. */
export function extrasSource(part: Part, id: string, description: string | null, context: AnswerContext): ObjectSource {
  const specs = Object.entries(part.specs ?? {});
  const parameters = specs.map(([key, spec]) => {
    const { name, unitSymbol, unitName } = attributeFacts(key, context, spec.metadata);
    const { values, separator } = specValues(spec);
    return { name, unit: unitSymbol ?? unitName, value: values, line: values.join(separator) };
  });
  return Object.assign(Object.create(null), {
    typeName: 'PartExtras',
    alternatives: [],
    part_id: id,
    description,
    datasheet_urls: listOf(part.datasheets).flatMap(({ url }) => textOf(url) ?? []),
    life_cycle: lifeCycleOf(part.specs?.lifecycle_status),
    parameters,
    technical_details: parameters.map(({ name, line }) => ({ name, value: line })),
  });
}

function lifeCycleOf(spec: SpecValue | undefined): string {
  const [status] = listOf(spec?.value);
  return (
    LIFE_CYCLES.get(
      String(status ?? '')
        .trim()
        .toLowerCase(),
    ) ?? 'UNKNOWN'
  );
}
