/** Fold, tokens and form, as docs/semantics.md ("Text and part numbers") has them. */

export function fold(text) {
  return text
    .replace(/[™℠®]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('μ', 'u')
    .replaceAll('ω', 'ohm')
    .replaceAll('ς', 'σ');
}

export function tokens(text) {
  return fold(text).match(/(?:[\p{L}\p{N}]|(?<=\p{Nd})\.(?=\p{Nd}))+/gu) ?? [];
}

export function partNumberForm(text) {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '');
}
