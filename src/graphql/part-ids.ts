import type { Part } from '../model/documents.js';
import { idOf } from './values.js';

const HEX_UID = /^[0-9a-f]{16}$/i;
const LARGEST_ID = 0xffff_ffff_ffff_ffffn;

/** The id of a part: its own, else its uid as an unsigned integer where it is one of 16 hexadecimal digits, else null. */
export function partId({ id, uid }: Part): string | null {
  return idOf(id) ?? (HEX_UID.test(uid) ? BigInt(`0x${uid}`).toString() : null);
}

/** The uids that would have a number as their id, in both ways to write them. */
export function uidsOfId(id: string): string[] {
  if (!/^\d{1,20}$/.test(id)) return [];
  const number = BigInt(id);
  if (number > LARGEST_ID || number.toString() !== id) return [];
  const hex = number.toString(16).padStart(16, '0');
  return [...new Set([hex, hex.toUpperCase()])];
}
