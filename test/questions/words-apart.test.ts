import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { catalogOf, numbersFound, type Row } from '../support/questions/catalog-of-rows.js';

const ROWS: readonly Row[] = [
  ['NN-1', 'MOSFETs', 'Part', 'number=2 N-Channel;package=SOIC-8;drain_source_voltage=30'],
  ['NN-2', 'MOSFETs', 'Part', 'number=2 N-Channel;package=SOT-23-6;drain_source_voltage=20'],
  ['PP-1', 'MOSFETs', 'Part', 'number=2 P-Channel;package=SOIC-8;drain_source_voltage=30'],
  ['NP-1', 'MOSFETs', 'Part', 'number=1 N-Channel + 1 P-Channel;package=SOIC-8;drain_source_voltage=30'],
  ['N-1', 'MOSFETs', 'Part', 'number=1 N-Channel;package=SOIC-8;drain_source_voltage=30'],
  ['N-2', 'MOSFETs', 'A dual mode part', 'number=1 N-Channel;package=SOIC-8;drain_source_voltage=30'],
  ['GD-1', '', 'MOSFET', 'number_of_drivers=2;package=SOIC-8'],
  ['QQ-1', 'Bipolar Transistors', 'Part', 'number=2 NPN;package=SOT-363'],
  ['QQ-2', 'Bipolar Transistors', 'Part', 'number=2 PNP;package=SOT-363'],
  ['Q-1', 'Bipolar Transistors', 'Part', 'number=1 NPN;package=SOT-363'],
  ['Q-2', 'Bipolar Transistors', 'Part', 'package=SOT-363;kind=2PCSNPN(Dual)'],
  ['OPA-2', 'Operational Amplifiers', 'Part', 'number_of_channels=2;package=SOIC-8'],
  ['OPA-1', 'Operational Amplifiers', 'Part', 'number_of_channels=1;package=SOIC-8'],
  ['ASW-2', 'Analog Switches', 'Part', 'switch_circuit=2:1;package=SOIC-8'],
  ['ASW-1', 'Analog Switches', 'Part', 'switch_circuit=1:1;package=SOIC-8'],
  ['ASW-3', 'Analog Switches', 'Part', 'switch_circuit=SPDT;package=SOIC-8'],
  ['SW-1', 'Slide Switches', 'Part', 'circuit=SPDT'],
  ['T-1', 'Transformers', 'Part', 'turns_ratio=2:1'],
];

describe('words of a name that stand apart', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(catalogOf(ROWS));
  });
  afterAll(() => catalog.close());

  it.each([
    ['dual n-channel mosfet so-8 30V', 'NN-1'],
    ['n-channel dual mosfet so-8 30V', 'NN-1'],
    ['n-channel mosfet dual', 'NN-1 NN-2'],
    ['mosfet n channel dual so-8', 'NN-1'],
    ['p-channel dual mosfet', 'PP-1'],
    ['dual mosfet so-8', 'NN-1 NP-1 PP-1'],
    ['dual mosfet sot-23-6', 'NN-2'],
    ['npn dual transistor sot-363', 'QQ-1'],
    ['dual transistor sot-363', 'Q-2 QQ-1 QQ-2'],
    ['dual op amp', 'OPA-2'],
    ['analog switch spdt', 'ASW-2 ASW-3'],
    ['spdt analog switch', 'ASW-2'],
    ['slide switch spdt', 'SW-1'],
  ])('%s', async (text, found) => {
    expect(await numbersFound(catalog, text)).toBe(found);
  });
});
