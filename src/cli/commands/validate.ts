import type { Command } from 'commander';
import { CorruptCatalogError } from '../../model/errors.js';
import type { CatalogInfo } from '../../partdex.js';
import { sectionsOf, withCatalog } from '../catalog-file.js';
import { CommandError, EXIT } from '../failure.js';
import { examples } from '../options.js';
import { formatAmount, formatBytes, formatMilliseconds, printable } from '../terminal/format.js';
import { colorsOf, print, type Terminal } from '../terminal/terminal.js';

/** `partdex validate`: checks a catalog file from an untrusted source or disk. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Checks every checksum and every structure of a catalog: for a file from another source, or from a failed disk. ' +
        'Other commands check what they read.',
    )
    .argument('<catalog>', 'catalog file')
    .addHelpText('after', examples(['partdex validate parts.pdx && cp parts.pdx /srv', 'only a sound catalog is used']))
    .action((path: string) => validate(path, terminal));
}

async function validate(path: string, { stdout, stderr }: Terminal): Promise<void> {
  const began = performance.now();
  const { info, sections } = await withCatalog(path, async (catalog) => {
    const wait = showWait(`checking ${formatBytes(catalog.info.bytes)} …`, stderr);
    try {
      await catalog.validate();
    } catch (error) {
      if (error instanceof CorruptCatalogError) throw new CommandError(`"${path}" is damaged: ${error.message}`, EXIT.failure);
      throw error;
    } finally {
      wait.end();
    }
    return { info: catalog.info, sections: sectionsOf(catalog).length };
  });
  const time = formatMilliseconds(performance.now() - began);
  const { green } = colorsOf(stdout);
  print(
    stdout,
    `${printable(path)} is ${green('sound')}: ${contents(info)}${sections > 0 ? `, ${formatAmount(sections, 'section')}` : ''}, ${time}\n`,
  );
}

function contents({ parts, categories, brands, manufacturers, sellers }: CatalogInfo): string {
  return [
    formatAmount(parts, 'part'),
    formatAmount(categories, 'category', 'categories'),
    formatAmount(brands, 'brand'),
    formatAmount(manufacturers, 'manufacturer'),
    formatAmount(sellers, 'seller'),
  ].join(', ');
}

/** A line on a terminal that is removed when the work is done. */
function showWait(text: string, output: Terminal['stderr']): { end(): void } {
  if (!output.isTTY) return { end() {} };
  print(output, text);
  return { end: () => print(output, `\r\u001b[K`) };
}
