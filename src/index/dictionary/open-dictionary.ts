import type { BundleReader } from '../../encoding/bundle.js';
import type { Codec } from '../../encoding/codec.js';
import { DATES, FOLD, HEX, PACKED, RAW } from '../../encoding/dictionary-forms.js';
import { CorruptCatalogError } from '../../model/errors.js';
import { DateDictionary } from './date-dictionary.js';
import type { Dictionary } from './dictionary.js';
import { HexDictionary } from './hex-dictionary.js';
import { PackedDictionary } from './packed-dictionary.js';
import { PlainDictionary } from './plain-dictionary.js';

export function openDictionary(section: string, bundle: BundleReader, codec: Codec): Dictionary {
  const [form] = bundle.u32();
  if (form === FOLD) return new PlainDictionary(section, bundle, 'fold');
  if (form === RAW) return new PlainDictionary(section, bundle, 'raw');
  if (form === HEX) return new HexDictionary(bundle);
  if (form === PACKED) return new PackedDictionary(section, bundle, codec);
  if (form === DATES) return new DateDictionary(section, bundle);
  throw new CorruptCatalogError(section, `form ${form} is unknown`);
}
