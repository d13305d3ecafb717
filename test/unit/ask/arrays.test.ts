import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/partdex.js';
import { catalogOf, numbersFound } from '../../support/questions/catalog-of-rows.js';

const NETWORKS = 'Resistor Networks & Arrays';
const SHIFTERS = 'Translators / Level Shifters';
const MODULAR = 'Ethernet Connectors/Modular Connectors (RJ45 RJ11)';
const catalog = await buildCatalog(
  catalogOf([
    ['A4-10K', NETWORKS, 'array', 'resistance=10000;number_of_resistors=4;package=0603x4'],
    ['A8-10K', NETWORKS, 'array', 'resistance=10000;number_of_resistors=8;package=0603x8'],
    ['A4-1K', NETWORKS, 'array', 'resistance=1000;number_of_resistors=4;package=0603x4'],
    ['A4-0402', NETWORKS, 'array', 'resistance=10000;number_of_resistors=4;package=0402x4'],
    ['R-10K', 'Resistors', 'resistor', 'resistance=10000;package=0603'],
    ['HS', 'Hall Switches', 'Hall Switches RoHS', 'type=Unipolar'],
    ['HL', 'Linear Hall Sensors', 'Linear Hall Sensors RoHS', 'type=Linear'],
    ['HX', 'Hall Sensor', 'hall sensor', 'type=Other'],
    ['LS4', SHIFTERS, 'level shifter', 'number_of_circuits=4'],
    ['LS8', SHIFTERS, 'level shifter', 'number_of_circuits=8'],
    ['SR8', 'Shift Registers', 'shift register', 'number_of_bits_per_element=8;number_of_circuits=1'],
    ['HDMI-1', 'D-Sub/DVI/HDMI Connectors', 'Female HDMI-A HDMI Connectors RoHS', 'connector_type=HDMI-A'],
    ['HDMI-2', 'HDMI Connectors', 'HDMI Connectors', 'connector_type=HDMI-D'],
    ['DB-9P', 'D-Sub/DVI/HDMI Connectors', 'Female D-Sub / VGA Connectors RoHS', 'connector_type=D-Sub'],
    ['PH20', 'Pin Headers', 'Pin Header', 'number_of_pins=20;pitch=0.00254'],
    ['FH20', 'Female Headers', 'Female Header', 'number_of_pins=20;pitch=0.00254'],
    ['ISO485', 'Isolated RS-485/422 Transceivers', 'transceiver', 'data_rate=1000000'],
    ['MAX485', 'RS-485/RS-422 ICs', 'RS-485 transceiver', 'data_rate=1000000'],
    ['SMA-F', 'Coaxial Connectors (RF)', 'coaxial', 'rf_series=SMA;interface=Inner Bore'],
    ['SMA-M', 'Coaxial Connectors (RF)', 'coaxial', 'rf_series=SMA;interface=Male Pin'],
    ['IC-8P', 'IC Sockets', 'socket', 'number_of_positions=8'],
    ['USB-F', 'USB Connectors', 'usb', 'connector_type=Type-A;gender=Female'],
    ['USB-M', 'USB Connectors', 'usb', 'connector_type=Type-A;gender=Male'],
    ['BZ', 'Buzzers', 'buzzer', 'type=Passive'],
    ['J45', MODULAR, 'jack', 'connector_type=RJ45 Jack'],
    ['J11', MODULAR, 'jack', 'connector_type=RJ11 Jack'],
    ['J12', MODULAR, 'jack', 'connector_type=RJ12 Jack'],
  ]),
);
afterAll(() => catalog.close());

describe('several of a thing in one part', () => {
  it.each([
    ['resistor array 0603 10k', 'A4-10K A8-10K'],
    ['resistor network 10k 0402', 'A4-0402'],
    ['4x10k 0603', 'A4-10K'],
    ['4x 10k 0603', 'A4-10K'],
    ['8x10k', 'A8-10K'],
    ['10k 0603', 'R-10K'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});

describe('names of some things that one category has', () => {
  it.each([
    ['hall switch', 'HS'],
    ['linear hall sensor', 'HL'],
    ['hall sensor', 'HL HS HX'],
    ['level shifter 4 bit', 'LS4'],
    ['8 bit level translator', 'LS8'],
    ['8 bit shift register', 'SR8'],
    ['hdmi connector', 'HDMI-1 HDMI-2'],
    ['pin header 2.54mm 20 pin male', 'PH20'],
    ['male pin header 20 pin', 'PH20'],
    ['header female 20 pin', 'FH20'],
    ['isolated rs485', 'ISO485'],
    ['sma female', 'SMA-F'],
    ['sma stecker', 'SMA-M'],
    ['usb a socket', 'USB-F'],
    ['usb a plug', 'USB-M'],
    ['ic socket 8 pin', 'IC-8P'],
    ['蜂鸣器', 'BZ'],
    ['rj12', 'J12'],
    ['rj11 jack', 'J11'],
  ])('%s finds %s', async (text, expected) => {
    expect(await numbersFound(catalog, text)).toBe(expected);
  });
});
