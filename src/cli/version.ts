import { readFileSync } from 'node:fs';

/** The version in package.json, which is in a folder above this file, in the sources and in the build, at different depths. */
export function packageVersion(): string {
  for (const above of ['..', '../..', '../../..']) {
    try {
      const text = readFileSync(new URL(`${above}/package.json`, import.meta.url), 'utf8');
      const { name, version } = JSON.parse(text) as { name?: string; version?: string };
      if (name === 'partdex' && version) return version;
    } catch {
      // Not here: try the parent folder.
    }
  }
  return 'of unknown version';
}
