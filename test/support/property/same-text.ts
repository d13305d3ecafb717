import { Counterexample } from './settings.js';

/** Characters that are shown on either side of a difference. */
const CONTEXT = 200;

/** Asserts that two long texts are equal; a failure shows where they are not. @param about what they are of */
export function expectSameText(found: string, wanted: string, about: () => string): void {
  if (found === wanted) return;
  let at = 0;
  while (found[at] === wanted[at]) at++;
  const around = (text: string) => `…${text.slice(Math.max(0, at - CONTEXT), at + CONTEXT)}…`;
  throw new Counterexample(`${around(found)}\ninstead of\n${around(wanted)}\nof ${about()}`);
}
