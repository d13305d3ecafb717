import { readFileSync } from 'node:fs';

/** The version of package.json, which lies above this file as above the built one, however deep either is. */
export function packageVersion(): string {
  for (const above of ['..', '../..', '../../..']) {
    try {
      const text = readFileSync(new URL(`${above}/package.json`, import.meta.url), 'utf8');
      const { name, version } = JSON.parse(text) as { name?: string; version?: string };
      if (name === 'partdex' && version) return version;
    } catch {
      // Not here: one folder further up.
    }
  }
  return 'of unknown version';
}
