import type { Part } from '../../partdex.js';

/** What stands before and after the values of a spec. */
interface SpecFrame {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

/** By the metadata of each spec, which all parts of a table share. */
const FRAMES = new WeakMap<object, SpecFrame>();

/**
 * A part of a table as JSON. Its specs have values, ends and metadata alone. The metadata are most of the text and the same in every
 * part: they are written once, which halves the time. @param part loses its specs
 */
export function partText(part: Part): string {
  const { specs } = part;
  if (!specs) return JSON.stringify(part);
  part.specs = undefined;
  let text = '';
  for (const key of Object.keys(specs)) {
    const { value, min_value: min, max_value: max, metadata } = specs[key];
    const { before, after } = frameOf(key, metadata);
    text += `${text === '' ? '' : ','}${before}${JSON.stringify(value)}`;
    if (min !== undefined) text += `,"min_value":${JSON.stringify(min)}`;
    if (max !== undefined) text += `,"max_value":${JSON.stringify(max)}`;
    text += after;
  }
  // A part has a uid and a number, so other members stand before.
  return `${JSON.stringify(part).slice(0, -1)},"specs":{${text}}}`;
}

function frameOf(key: string, metadata: object | null | undefined): SpecFrame {
  const known = metadata ? FRAMES.get(metadata) : undefined;
  if (known?.key === key) return known;
  const after = metadata ? `,"metadata":${JSON.stringify(metadata)}}` : '}';
  const frame = { key, before: `${JSON.stringify(key)}:{"value":`, after };
  if (metadata) FRAMES.set(metadata, frame);
  return frame;
}
