/*
 * French and Spanish headings of parts lists, without case, blanks and punctuation; accents may be missing. The number comes before
 * the maker or the seller: `Référence fabricant`, `Código del proveedor`.
 */

export const ROMANCE_MAKERS = 'fabricant fabriquant constructeur marque fabricante marca';
export const ROMANCE_SELLERS = 'fournisseur distributeur revendeur proveedor distribuidor vendedor';

/** What comes before the maker or the seller in the heading of its numbers. */
const NUMBERS =
  'référence réf code numéro no nº n numérodepièce numérodarticle referencia código número númerodeparte nºdeparte ndeparte númerodepieza parte partnumber pn';
const OF = ['', 'du', 'de', 'del', 'chez'];

/** Names of columns of part numbers that do not say whose they are. */
export const ROMANCE_PART_NUMBERS =
  'numérodepièce référencecomposant référenceproduit númerodeparte nºdeparte ndeparte númerodepieza referenciacomponente códigodecomponente';
/** Names of columns of sellers' numbers that do not name the seller. */
export const ROMANCE_ORDER_NUMBERS =
  'codecommande codedecommande référencecommande numérodecommande códigodepedido códigopedido númerodepedido';
export const ROMANCE_QUANTITIES =
  'qté qtés nb nbre nbparcarte nbreparcarte quantité quantités qtéparcarte quantitéparcarte cantidad cantidades cant ctd cantidadporplaca unidades uds';
export const ROMANCE_REFERENCES =
  'référence références réf réfs repère repères désignateur désignateurs composants referencia referencias designador designadores componentes';
export const ROMANCE_VALUES = 'valeur valeurs valor valores';
export const ROMANCE_FOOTPRINTS = 'boîtier boîtiers empreinte empreintes encapsulado encapsulados huella huellas empaquetado';
export const ROMANCE_DESCRIPTIONS = 'libellé descriptif descripción descripciones';
/** A description with its accent; without it, old lists of KiCad have values below it. */
export const FRENCH_DESCRIPTION = 'désignation';

/** The headings of columns of numbers of a maker or seller. */
export function romanceNumbers(whose: string): string[] {
  return NUMBERS.split(' ').flatMap((number) => OF.map((of) => `${number}${of}${whose}`));
}

/** Words, and the same without accents. */
export function withoutAccentsToo(words: readonly string[]): string[] {
  return words.flatMap((word) => [word, withoutAccents(word)]);
}

/** A word without its accents. */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}
