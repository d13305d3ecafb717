import { Section } from '../section.js';
import type { FieldTerms } from '../text/field-terms.js';
import type { TermPairs } from '../text/pairs.js';
import type { TextIndex, TextTerms } from '../text/text-index.js';
import { AliveMasks } from './alive-masks.js';
import { AlivePostings } from './alive-postings.js';
import type { DeadRows } from './dead-rows.js';

/** A view of a text index without the dead rows. */
export function aliveText(index: TextIndex, dead: DeadRows): TextIndex {
  const terms = new Section<TextTerms>(index.terms.name, index.terms.bytes, async () => {
    const whole = await index.terms.load();
    return { terms: whole.terms, postings: new AlivePostings(whole.postings, dead) };
  });
  const masks = new Section(index.masks.name, index.masks.bytes, async () => {
    const [{ postings }, whole] = await Promise.all([terms.load(), index.masks.load()]);
    return new AliveMasks(index.masks.name, whole, postings, dead);
  });
  const pairs = new Section<TermPairs | undefined>(index.pairs.name, index.pairs.bytes, async () => {
    const whole = await index.pairs.load();
    return whole && (Object.create(whole, { postings: { value: new AlivePostings(whole.postings, dead) } }) as TermPairs);
  });
  const champions = new Map<number, Uint32Array | undefined>();
  return Object.create(index, {
    terms: { value: terms },
    masks: { value: masks },
    pairs: { value: pairs },
    termsOfFields: { value: new Map<number, FieldTerms>() },
    // Those of the best rows that live are still the best.
    championsOf: {
      value: (scores: Parameters<TextIndex['championsOf']>[0], multi: number) => {
        if (champions.has(multi)) return champions.get(multi);
        const alive = index.championsOf(scores, multi)?.filter((row) => !dead.has(row));
        // There are as many as the whole index has.
        if (alive) champions.set(multi, alive);
        return alive;
      },
    },
  }) as TextIndex;
}
