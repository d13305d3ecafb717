import { Highlighter, type MarkedPath } from '../answers/highlights.js';
import { SCHEMAS } from '../answers/shape.js';
import { type CollectionName, parseSpecField, SPEC_PREFIX, specField } from '../model/fields.js';
import type { HiddenMembers } from '../model/scope.js';
import type { FieldTypes } from '../resolve/filters.js';
import { type MarkedField, markedFields } from '../resolve/marked-fields.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Marking } from './fetcher.js';

/** The collection whose documents are marked. */
interface MarkedCollection {
  readonly name: CollectionName;
  readonly types: FieldTypes;
  readonly hidden?: HiddenMembers;
}

/** Marks what meets a search in the documents of a collection. Nothing in hidden members is marked. */
export function markingFor(search: ResolvedSearch, { name, types, hidden }: MarkedCollection): Marking {
  const { fields, specs } = markedFields(search, name, types.ownFields);
  const isShown = (field: string) => !hidden?.hasField(field);
  const isMarkedSpec = (key: string) => types.specType(key) === 'string' && isShown(specField(key, 'value'));
  const isPart = name === 'parts';
  const highlighter = new Highlighter(SCHEMAS[name], {
    paths: fields.filter((field) => isShown(field.name)).map(pathOf),
    specs: specs && ((key) => (isMarkedSpec(key) ? specs : undefined)),
    snippets: {
      descriptions: isPart && isShown('descriptions.value'),
      short_description: isPart && isShown('short_description'),
    },
  });
  return { highlighter, marks: [] };
}

function pathOf({ name, takesNumbers, marker }: MarkedField): MarkedPath {
  const spec = parseSpecField(name);
  const path = spec ? [SPEC_PREFIX.slice(0, -1), spec.key, spec.member] : name.split('.');
  return { path, takesNumbers, marker };
}
