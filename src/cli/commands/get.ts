import { type Command, Option } from 'commander';
import type { Catalog, Directives, Part } from '../../partdex.js';
import { withCatalog } from '../catalog-file.js';
import { CommandError, EXIT } from '../failure.js';
import {
  addDirectiveOptions,
  type CollectionName,
  collectionOption,
  type DirectiveOptions,
  examples,
  readDirectives,
} from '../options.js';
import { uidOfPart } from '../part-number.js';
import { jsonText } from '../terminal/format.js';
import { print, type Terminal } from '../terminal/terminal.js';
import { renderPart } from '../views/part-sheet.js';
import { renderRecord } from '../views/record-sheet.js';
import { type AnyRecord, collectionOf, HIDDEN_MEMBERS, nounsOf } from '../views/records.js';

interface Options extends DirectiveOptions {
  collection: CollectionName;
  json?: boolean;
  ndjson?: boolean;
}

/** `partdex get`: records by their uids; parts also by their numbers and those of sellers. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      "Shows parts by their uids, part numbers or sellers' numbers, or records of another collection: everything, unless --show or --include say what.",
    )
    .argument('<catalog>', 'catalog file')
    .argument(
      '<uids...>',
      "uids, of parts also part numbers and sellers' numbers; a uid that was merged into another part gives that part",
    )
    .addOption(collectionOption());
  addDirectiveOptions(command)
    .optionsGroup('Output, a sheet without these:')
    .addOption(new Option('--json', 'the record as JSON, or a list of several').conflicts('ndjson'))
    .addOption(new Option('--ndjson', 'one record a line'))
    .addHelpText(
      'after',
      examples(
        ['partdex get parts.pdx 5ef95effe42fbdd9', 'a part as a sheet'],
        ['partdex get parts.pdx RC0603FR-074K7L', 'likewise, by its part number'],
        ["partdex get parts.pdx 5ef95effe42fbdd9 --json | jq '.specs | keys'", 'for a program'],
        ['partdex get parts.pdx --collection sellers 6112104aa563a893', 'a seller'],
      ),
    )
    .action((path: string, uids: string[], options: Options) =>
      withCatalog(path, (catalog) => get(catalog, uids, options, terminal)),
    );
}

async function get(catalog: Catalog, uids: readonly string[], options: Options, { stdout }: Terminal): Promise<void> {
  const { collection } = options;
  const directives = directivesOf(options);
  const records: AnyRecord[] = [];
  const missing: string[] = [];
  for (const text of uids) {
    const uid = collection === 'parts' ? await uidOfPart(text, catalog) : text;
    const record = uid === undefined ? undefined : await collectionOf(catalog, collection).get(uid, directives);
    if (record) records.push(record);
    else missing.push(text);
  }
  if (options.json && (uids.length > 1 || records.length > 0)) {
    print(stdout, `${jsonText(uids.length > 1 ? records : records[0], 2)}\n`);
  } else if (options.ndjson) {
    for (const record of records) print(stdout, `${jsonText(record)}\n`);
  } else if (!options.json) {
    const sheets = records.map((record) =>
      isWholePart(collection, directives) ? renderPart(record as Part, catalog, stdout) : renderRecord(record, stdout),
    );
    print(stdout, (await Promise.all(sheets)).map((sheet) => `${sheet}\n`).join('\n'));
  }
  if (missing.length > 0) {
    const names = missing.map((uid) => `"${uid}"`).join(', ');
    const what = collection === 'parts' ? "uid, part number or seller's number" : 'uid';
    throw new CommandError(`no ${nounsOf(collection)[0]} has the ${what} ${names}`, EXIT.failure);
  }
}

function directivesOf(options: Options): Directives {
  const given = readDirectives(options);
  return options.collection === 'parts' && !given.show && !given.include ? { ...given, include: HIDDEN_MEMBERS } : given;
}

/** The sheet is for a part whose members were not chosen. */
function isWholePart(collection: CollectionName, { show, include }: Directives): boolean {
  return collection === 'parts' && !show && include === HIDDEN_MEMBERS;
}
