import type { CatalogContents, CatalogPlace, Engine } from './engine/protocol.js';

/** Names of what this page keeps in the storage of the browser. */
const PREFIX = 'partdex notes of ';
const UNREAD = 'unreadable ';

/**
 * Keeps notes in the storage of the browser, for each name of a catalog: they are there when it is opened again, also in a newer version.
 * @param onFault told if notes could not be read or kept
 */
export function withStoredNotes(engine: Engine, onFault: (text: string) => void): Engine {
  let name = '';
  return {
    ...engine,
    async open(place: CatalogPlace): Promise<CatalogContents> {
      const text = read(PREFIX + place.name);
      const contents = await engine.open({ ...place, notes: text });
      name = place.name;
      if (contents.unreadNotes !== undefined) {
        // The next note would replace it.
        keep(UNREAD + PREFIX + name, text, onFault);
        onFault(`The notes about ${name} cannot be read: ${contents.unreadNotes}`);
      }
      return contents;
    },
    async note(uid, own) {
      const text = await engine.note(uid, own);
      keep(PREFIX + name, text, onFault);
      return text;
    },
  };
}

/** What is stored; nothing where the browser permits no storage. */
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string, onFault: (text: string) => void): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    onFault(
      `This browser does not keep the note: ${error instanceof Error ? error.message : String(error)}. Save the notes as a file.`,
    );
  }
}
