import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const catalog = await buildCatalog(
  catalogOf([
    ['TS', 'Temperature Sensors', 'a'],
    ['PS', 'Pressure Sensors', 'b'],
    ['HS', 'Humidity Sensors', 'c'],
    ['VR', 'Voltage Regulators', 'd'],
    ['NTC', 'NTC Thermistors', 'e', 'resistance=10000'],
    ['PTC', 'PTC Thermistors', 'f', 'resistance=10000'],
    ['MOV', 'Varistors', 'g'],
    ['BH', 'Battery Holders', 'h'],
    ['TACT', 'Tactile Switches', 'i'],
    ['ENC', 'Rotary Encoders', 'j'],
    ['TB', 'Screw Terminal Blocks', 'k'],
    ['BR', 'Bridge Rectifiers', 'l', 'forward_voltage=1'],
    ['SEG', 'Seven Segment Displays', 'm'],
    ['CHG', 'Battery Chargers', 'n'],
    ['BUZ', 'Buzzers', 'o'],
    ['USB', 'USB Connectors', 'p', 'connector_type=USB Type-C'],
  ]),
);
afterAll(() => catalog.close());

describe('words of other languages', () => {
  it.each([
    ['sensore di temperatura', 'TS'],
    ['Temperaturfühler', 'TS'],
    ['sensore di pressione', 'PS'],
    ['sensore di umidità', 'HS'],
    ['regolatore di tensione', 'VR'],
    ['thermistance CTN 10k', 'NTC'],
    ['CTP', 'PTC'],
    ['varistancia', 'MOV'],
    ['support de pile', 'BH'],
    ['bouton poussoir', 'TACT'],
    ['pulsador', 'TACT'],
    ['codeur rotatif', 'ENC'],
    ['encoder rotativo', 'ENC'],
    ['Schraubklemme', 'TB'],
    ['borne de tornillo', 'TB'],
    ['pont de diodes', 'BR'],
    ['puente rectificador', 'BR'],
    ['Siebensegmentanzeige', 'SEG'],
    ['Laderegler', 'CHG'],
    ['Summer aktiv', 'BUZ'],
    ['conector tipo c', 'USB'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
