/**
 * The vocabulary of the trade for the values and names of specs: packages, outlines, colours. A line is one list, as in `trade-table.ts`.
 */

/** Polarities of transistors: a part that has both is a complementary pair, which neither name alone means. */
export const POLARITIES: readonly (readonly [one: string, other: string])[] = [
  ['N-Channel', 'P-Channel'],
  ['NPN', 'PNP'],
];

/** Things that have a polarity. */
export const TRANSISTORS = 'mosfet, fet, transistor, bjt, bipolar transistor, jfet';

/** How parts are mounted, which their package says as well. */
export const MOUNTINGS: readonly string[] = [
  'SMD, SMT, surface mount, surface mounted, surface mount device, CMS, oberflächenmontage, 贴片',
  'THT, through hole, thru hole, throughhole, PTH, plug in, bedrahtet, leaded, traversant, agujero pasante, foro passante, 插件',
];

/** Outlines of parts that are mounted through holes, by what they begin with, and whole: `HC-49S-SMD` is none. */
export const THROUGH_HOLE_OUTLINES =
  'DIP, PDIP, CDIP, SIP, ZIP, TO-220, TO-247, TO-92, TO-126, TO-3P, TO-251, TO-262, TO-18, TO-39, TO-218, TO-264, DO-41, DO-35, DO-15, DO-27, DO-201, DO-204, A-405, R-1, R-6, P600, axial, radial, 弯插, 直插, 卧插';

export const THROUGH_HOLE_WHOLE: readonly string[] = ['HC-49S', 'HC-49U', 'HC-49US', 'HC-49'];

/** Packages, mountings and sizes. */
export const PACKAGES: readonly string[] = [
  'SOIC, SOP',
  'DIP, PDIP, DIL, dual in line',
  'SOT-25, SOT-25-5, SOT-23-5, SOT23-5L, TSOT-25, TSOT-23-5, TSOP-5, SC-74A',
  'SOT-26, SOT-26-6, SOT-23-6, SOT23-6L, TSOT-26, TSOT-23-6, TSOP-6, SOT-457, SC-74',
  'SOT-23, SOT-23-3, TO-236, SC-59, SOT-346',
  'SOT-323, SC-70, SC-70-3',
  'SOT-353, SC-70-5, SC-88A',
  'SOT-363, SC-70-6, SC-88',
  'SOT-523, SC-75, SC-89',
  'SOT-723, SC-105AA',
  'SOT-143, SOT-143B, TO-253',
  'SOT-223, SOT-223-4, TO-261',
  'SOT-89, TO-243, SC-62',
  'DPAK, TO-252, TO-252-2, TO-252-3, SC-63',
  'D2PAK, DDPAK, TO-263, TO-263-2, TO-263-3',
  'IPAK, TO-251',
  'I2PAK, TO-262',
  'TO-3P, SC-65',
  'SMA, DO-214AC',
  'SMB, DO-214AA',
  'SMC, DO-214AB',
  'SOD-123F, SMF package',
  'MELF, DO-213AB',
  'MiniMELF, mini melf, LL-34, SOD-80, DO-213AA',
  'MicroMELF, SOD-110',
  'SOD-80C, LL-34',
  'DO-41, DO-204AL',
  'DO-35, DO-204AH',
  'DO-15, DO-204AC',
  'QFN, VQFN, LFCSP, MLF',
  'LQFP, QFP',
  'WLCSP, CSP, DSBGA, wafer level chip scale',
  ...MOUNTINGS,
  'HC-49S, HC-49US, HC49S SMD',
  '01005, 0402 metric, 0402M',
  '0201, 0603 metric, 0603M',
  '0402, 1005 metric, 1005M',
  '0603, 1608 metric, 1608M',
  '0805, 2012 metric, 2012M, 2x1.2mm, 2x1.25mm',
  '1206, 3216 metric, 3216M',
  '1210, 3225 metric, 3225M',
  '1812, 4532 metric, 4532M',
  '2010, 5025 metric, 5025M',
  '2512, 6332 metric, 6432 metric, 6332M',
  'case A, A case, size A, CASE-A_3216',
  'case B, B case, size B, CASE-B_3528, 3528',
  'case C, C case, size C, CASE-C_6032, 6032, 2312',
  'case D, D case, size D, CASE-D_7343, 7343, 2917',
  '7343, CASE-E_7343, CASE-V_7343, CASE-X_7343',
];

/** Names of outlines that differ by their number of pins: `SOIC-8` is `SO-8` and `8-SOP`. */
export const FAMILIES: readonly (readonly [names: string, pins: string])[] = [
  ['SOIC, SO, SOP', '4, 6, 8, 14, 16, 18, 20, 24, 28'],
  ['DIP, PDIP, DIL', '4, 6, 8, 14, 16, 18, 20, 24, 28, 32, 40'],
  ['TSSOP', '8, 14, 16, 20, 24, 28'],
  ['MSOP, VSSOP, uMAX', '8, 10'],
];

/** Outlines whose names end with the number of their pins: `14 pin` stands for each of them, which do not mean each other. */
export const OUTLINES: readonly string[] = [
  'SOIC, SOP, SO, TSSOP, HTSSOP, SSOP, QSOP, MSOP, VSSOP, TSOP, SOT-23, SC-70',
  'DIP, PDIP, PLCC, LCC',
  'LQFP, TQFP, HTQFP, QFP',
  'QFN, VQFN, WQFN, UQFN, TQFN, HVQFN, LFCSP, DFN, WDFN, UDFN, TDFN, WSON, VSON',
  'BGA, VFBGA, TFBGA, FBGA, LFBGA, DSBGA',
];
/** The numbers of pins that such outlines have. */
export const OUTLINE_PINS: readonly number[] = [
  4, 5, 6, 8, 9, 10, 12, 14, 16, 18, 20, 22, 24, 25, 28, 30, 32, 36, 38, 40, 42, 44, 48, 49, 52, 54, 56, 60, 64, 68, 72, 73, 80,
  84, 88, 96, 100, 112, 114, 120, 121, 128, 132, 144, 160, 169, 176, 196, 208, 216, 240, 256, 324, 484,
];

/** Colours. One means what has it alone: `Red, Green` is no red LED. */
export const COLOURS: readonly string[] = [
  'red, rot, rote, roter, rotes, rojo, roja, rojos, rojas, rouge, rouges, rosso, rossa, rossi, rosse, красный, 红色',
  'green, emerald green, emerald, pure green, grün, grüne, grüner, grünes, verde, verdes, verdi, vert, verte, vertes, зеленый, 绿色',
  'blue, blau, blaue, blauer, blaues, azul, azules, bleu, bleue, bleus, bleues, blu, синий, 蓝色',
  'yellow, gelb, gelbe, gelber, gelbes, amarillo, amarilla, amarillos, amarillas, jaune, jaunes, giallo, gialla, gialli, gialle, желтый, 黄色',
  'white, weiß, weiße, weißer, weißes, blanco, blanca, blancos, blancas, blanc, blanche, blancs, blanches, bianco, bianca, bianchi, bianche, белый, 白色',
  'black, schwarz, schwarze, schwarzer, schwarzes, negro, negra, noir, noire, nero, nera, черный, 黑色',
  'orange, naranja, arancione, orangene, orangefarben',
];

/** Series of TVS diodes that are named by the voltage at which they break down; others are named by that which they stand off. */
export const BREAKDOWN_SERIES = 'P4KE, P6KE, 1.5KE, P4SMA, P6SMB, 1.5SMC, SM6T, SM15T';

/** Values of other specs: dielectrics, colours, polarities. */
export const VALUES: readonly string[] = [
  'C0G, NP0, COG, NPO, C0G NP0',
  '3 axis, three axis, 3 axes, triaxial, tri axis, X Y Z',
  'latching, bistable',
  'rj11 jack, rj11, rj11 connector, rj11 socket',
  'rj12 jack, rj12, rj12 connector, rj12 socket',
  'slow blow, time lag, time delay, delayed blow, slow acting, slo blo, träge, T lag',
  'rgb, red green blue, full color, full colour',
  'tape and reel, tape reel, T and R',
  ...COLOURS,
  'logarithmic, log, log taper, logarithmic taper, audio taper, logarithmisch',
  'thick film, dickschicht',
  'thin film, dünnschicht',
  'metal film, metallschicht',
  'carbon film, kohleschicht',
  'wirewound, wire wound, drahtgewickelt',
  'toroidal, toroid, toroidal core, toroid core, ringkern',
  'shielded, geschirmt, abgeschirmt, blindado, blindé',
  'tof distance sensor, time of flight sensor, time of flight distance sensor, tof sensor',
  'active, aktiv, activo, actif',
  'passive, passiv, pasivo, passif',
  'piezo, piezoelectric',
  '7 segment, seven segment, 7 seg',
  '802.3af, 802.3 af, IEEE 802.3 af, IEEE 802.3af',
  '802.3at, 802.3 at, IEEE 802.3 at, IEEE 802.3at',
  '802.3bt, 802.3 bt, IEEE 802.3 bt, IEEE 802.3bt',
  'HDMI-A, HDMI type A',
  'protection ic, battery protection, battery protection ic, battery protector',
  '51 family, 8051, 80c51, mcs 51',
  'serial to parallel, serial to serial or parallel, serial in parallel out, sipo',
  'parallel to serial, parallel in serial out, piso',
  'spst, 1p1t, single pole single throw',
  '1 form A, 1 set normally open, one normally open 1A, a group of normally open',
  '1 form B, 1 set normally closed',
  '1 form C, one set changeover, a set of conversions, spdt 1 form C',
  '2 form A, two normally open, two groups normally open',
  '2 form B, two sets normally closed',
  '2 form C, two groups of conversions, two sets of conversion, dpdt 2 form C',
  'spdt, 1p2t, single pole double throw',
  'sp3t, 1p3t, single pole triple throw',
  'dpst, 2pst, 2p1t, double pole single throw',
  'dpdt, 2p2t, double pole double throw',
  'dp3t, 2p3t, double pole triple throw',
  'dp4t, 2p4t, double pole four throw',
  '3pst, 3p1t, triple pole single throw',
  '3pdt, 3p2t, triple pole double throw',
  // Coaxial connectors have what is inside.
  'male, stecker, macho, mâle, plug, male pin, inner needle, inner pin',
  'female, buchse, hembra, femelle, receptacle, socket, inner bore, inner hole',
];

/** What people call specs whose names have some words. */
export const SPEC_NAMES: readonly (readonly [words: string, called: string])[] = [
  ['program storage', 'flash'],
  ['program memory', 'flash'],
  ['gain bandwidth', 'gbw'],
  ['drain source on resistance', 'rdson'],
  ['rds on', 'rdson'],
  ['drain source voltage', 'vds'],
  ['drain current', 'id'],
  ['forward voltage', 'vf'],
  ['quiescent current', 'iq'],
  ['collector emitter voltage', 'vce'],
];
