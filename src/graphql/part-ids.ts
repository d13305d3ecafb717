import type { Part } from '../model/documents.js';
import { idOf } from './values.js';

const HEX_UID = /^[0-9a-f]{16}$/i;
const LARGEST_ID = 0xffff_ffff_ffff_ffffn;

/** The id of a part: its own; else its uid as an unsigned integer if that is 16 hexadecimal digits; else null. */
export function partId({ id, uid }: Part): string | null {
  return idOf(id) ?? (HEX_UID.test(uid) ? BigInt(`0x${uid}`).toString() : null);
}

/** The uids that have this number as their id, in both spellings. */
export function uidsOfId(id: string): string[] {
  if (!/^\d{1,20}$/.test(id)) return [];
  const number = BigInt(id);
  if (number > LARGEST_ID || number.toString() !== id) return [];
  const hex = number.toString(16).padStart(16, '0');
  return [...new Set([hex, hex.toUpperCase()])];
}
