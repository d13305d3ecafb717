/**
 * Constants of modules stay constants. Where it bundles, esbuild declares them with `var`: V8 then reads each from memory wherever it is
 * used, also in inner loops, and cannot compute with its value when it compiles (`npm run bench:compare`, i: a sixth of the time).
 */
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

/** A constant of a module, by its name, or a class: esbuild writes both at the beginning of a line. */
const DECLARATION = /^var ([A-Z][A-Z0-9_]*(?= = )|[A-Z]\w*(?= = class\b))/gm;

/** A plugin that declares them with `const` again, except those that something is assigned to. */
export function lastingConstants(): Plugin {
  return {
    name: 'lasting-constants',
    renderChunk: (code) => ({
      code: code.replace(DECLARATION, (declaration, name: string) => (isAssigned(name, code) ? declaration : `const ${name}`)),
    }),
  };
}

function isAssigned(name: string, code: string): boolean {
  const assignments = code.matchAll(
    new RegExp(`(?<![\\w.])${name} (?:[-+*/|&^%]|\\?\\?|\\|\\||&&|<<|>>>?)?= |(?<![\\w.])${name}(?:\\+\\+|--)`, 'g'),
  );
  return [...assignments].length > 1;
}
