import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';

/** Elements of a list that are written at a time: documents of some kilobytes each. */
const ELEMENTS = 8;
/** Below this level members are written with their object. */
const DEEPEST = 5;

/**
 * The JSON text of an answer, as `JSON.stringify` writes it, in steps that a large answer needs. The bytes of the text count as those
 * of the answer.
 */
export function* jsonSteps(answer: object, work: Work): Steps<string> {
  return (yield* written(answer, 0, work)) as string;
}

function* written(value: unknown, level: number, work: Work): Steps<string | undefined> {
  if (level >= DEEPEST || typeof value !== 'object' || value === null || 'toJSON' in value) return yield* piece(value, work);
  if (!Array.isArray(value)) return yield* object(value as Record<string, unknown>, level, work);
  if (value.length <= ELEMENTS) return yield* piece(value, work);
  const pieces: string[] = [];
  for (let at = 0; at < value.length; at += ELEMENTS) {
    const some = (yield* piece(value.slice(at, at + ELEMENTS), work)) as string;
    pieces.push(some.slice(1, -1));
  }
  return `[${pieces.join(',')}]`;
}

function* object(value: Readonly<Record<string, unknown>>, level: number, work: Work): Steps<string> {
  const members: string[] = [];
  for (const name of Object.keys(value)) {
    const text = yield* written(value[name], level + 1, work);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

function* piece(value: unknown, work: Work): Steps<string | undefined> {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return text;
  work.hold(text.length);
  if (work.spend(text.length)) yield;
  return text;
}
