/*
 * French and Spanish headings of tables of parts, as `plainName` writes them and without accents, beside those that parts lists share
 * (heading-words.ts).
 */

/** The columns that a table may have besides specs, and the names of their headings. */
export const ROMANCE_MEMBERS: readonly (readonly [as: string, names: string])[] = [
  [
    'descriptions.value',
    'descripciondelproducto descripciondelarticulo descripcionproducto descriptionproduit descriptionduproduit descriptionarticle descriptif libelle',
  ],
  ['short_description', 'descriptioncourte descripcioncorta titre titulo'],
  ['category_uids', 'categorie categoria souscategorie subcategoria'],
  ['datasheets.url', 'fichetechnique fichestechniques hojadedatos hojasdedatos fichatecnica fichastecnicas'],
  ['imagesets.medium_image.url', 'imagen foto urlimage urlimagen'],
  ['external_links.product_url', 'lien lienproduit enlace enlaceproducto urlproduit urlproducto pageproduit'],
  ['offers.product_url', 'lienfournisseur urlfournisseur enlaceproveedor urlproveedor'],
  [
    'offers.in_stock_quantity',
    'disponible disponibles disponibilite disponibilidad stockdisponible stockactuel stockactual quantiteenstock qteenstock qtestock quantitedisponible qtedisponible cantidadenstock cantidaddisponible cantidadenexistencia inventario inventaire',
  ],
  ['offers.on_order_quantity', 'encommande quantiteencommande qteencommande enpedido cantidadenpedido'],
  [
    'offers.moq',
    'quantiteminimale quantiteminimum quantitemin qtemin qteminimum qteminimale quantiteminimaledecommande quantiteminimumdecommande minimumdecommande commandeminimum commandeminimale cantidadminima cantidadmin cantidadminimadepedido cantidadminimapedido pedidominimo',
  ],
  ['offers.order_multiple', 'multipledecommande multiplo multiplos multiplodepedido'],
  [
    'offers.multipack_quantity',
    'quantiteparlot quantiteparpaquet quantiteparbobine cantidadporpaquete cantidadporembalaje cantidadporbobina',
  ],
  [
    'offers.factory_lead_days',
    'delai delaidelivraison delailivraison delaidapprovisionnement delaidefabrication plazodeentrega plazoentrega plazodefabricacion tiempodeentrega',
  ],
  ['offers.packaging', 'conditionnement emballage embalaje empaque'],
  ['ignored', 'prixtotal totalht montant montanttotal preciototal importe importetotal'],
];

const MAKERS = 'fabricant fabricante constructeur marque marca';
const SELLERS = 'fournisseur distributeur vendeur proveedor distribuidor vendedor';
/** Between a number and whose it is: `Référence du fabricant`. */
const JOINERS = ['', 'du', 'de', 'del'];

/** Headings of columns of part numbers that do not say whose they are. */
export const ROMANCE_PART_NUMBERS =
  'numerodepiece numerodepieces npiece ndepiece nodepiece numpiece referencepiece referenceproduit refproduit numerodepieza numerodeparte nparte ndepieza ndeparte nopieza noparte nodepieza nodeparte numdepieza numdeparte numeropieza numeroparte';
const REFERENCES = `reference references ref refs referencia partnumber pn ${ROMANCE_PART_NUMBERS}`;
/** These may as well mean the number of the maker itself. */
const VAGUE = 'numero num n no code codigo id';

/** Headings of columns of part numbers that say that the maker gave them; the vague ones may mean the maker's own number. */
export const MAKER_NUMBERS = { certain: numbersOf(REFERENCES, MAKERS), vague: numbersOf(VAGUE, MAKERS) };

/** Headings of columns of sellers' numbers. */
export const SELLER_NUMBERS = [
  ...numbersOf(`${REFERENCES} ${VAGUE}`, SELLERS),
  ...'codecommande referencecommande numerodecommande numerodepedido codigodepedido referenciadepedido'.split(' '),
];

/** Headings that hold part numbers if no other column does. With accents: an English `Reference` is something else. */
export const MAYBE_ROMANCE_NUMBERS =
  'référence réf referencia pièce pieza artículo articulo produit producto composant componente modèle modelo codearticle referencearticle codigodearticulo referenciadearticulo';

/** `Référence` + `du` + `fabricant`. */
function numbersOf(numbers: string, owners: string): string[] {
  return numbers
    .split(' ')
    .flatMap((number) => owners.split(' ').flatMap((owner) => JOINERS.map((joiner) => number + joiner + owner)));
}
