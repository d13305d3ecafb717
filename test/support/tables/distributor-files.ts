import { lines, type ToolFile, utf8 } from './file-forms.js';

/** A cart, as distributors export it. */
export function distributorCart(): ToolFile {
  return {
    name: 'cart.csv',
    form: 'a distributor: title rows, prices with currency signs, availability in words, totals',
    bytes: utf8(
      lines(
        'Shopping Cart Export',
        'Created,2024-03-01',
        '',
        'Index,Mouser No:,Mfr. No:,Manufacturer,Description,Availability,MOQ,Unit Price (USD),Ext. Price (USD),Lifecycle',
        '1,81-GRM188R71H104KA93,GRM188R71H104KA93D,Murata Electronics,"Multilayer Ceramic Capacitors MLCC - SMD/SMT 0603 0.1uF 50volts X7R 10%","1,234,567 In Stock",10,$0.10,$1.00,Active',
        '2,603-RC0603FR-0710KL,RC0603FR-0710KL,YAGEO,"Thick Film Resistors 10 kOhms 100mW 0603 1%","In Stock: 35,711",1,$0.0043,$0.43,Active',
        '3,595-NE555DR,NE555DR,Texas Instruments,"Timers ""Precision"" SOIC-8",0 On Order,1,"$1,234.50",$1234.50,NRND',
        '4,511-STM32F103C8T6,STM32F103C8T6,STMicroelectronics,ARM MCU,On Order,1,$5.28,$5.28,Active',
        ',,,,,,,Merchandise Total:,$1241.21,',
      ),
    ),
    parts: {
      GRM188R71H104KA93D: {
        'brand.name': 'Murata Electronics',
        'offers.0.sku': '81-GRM188R71H104KA93',
        'offers.0.seller.name': 'Mouser',
        'offers.0.in_stock_quantity': 1_234_567,
        'offers.0.moq': 10,
        'offers.0.prices.USD.1': '0.10',
        'specs.lifecycle.value': 'Active',
      },
      'RC0603FR-0710KL': { 'offers.0.in_stock_quantity': 35_711, 'offers.0.prices.USD.1': '0.0043', 'brand.name': 'YAGEO' },
      NE555DR: {
        'descriptions.0.value': 'Timers "Precision" SOIC-8',
        'offers.0.in_stock_quantity': 0,
        'offers.0.prices.USD.1': '1234.50',
      },
      STM32F103C8T6: { 'offers.0.in_stock_quantity': -4, 'offers.0.prices.USD.1': '5.28' },
    },
    leftOut: 1,
  };
}

/** The same of another distributor. */
export function secondDistributor(): ToolFile {
  return {
    name: 'digikey-list.csv',
    form: 'a distributor: parametric columns with units in cells, quantity and price columns in pairs, BOM mark',
    bytes: utf8(
      `\ufeff${lines(
        'Datasheet,Image,DK Part #,Mfr Part #,Mfr,Supplier,Description,Stock,Qty 1,Price 1,Qty 2,Price 2,Series,Package,Product Status,Resistance,Tolerance,Power (Watts),Temperature Coefficient,Operating Temperature,Height - Seated (Max)',
        'https://yageo.example/rc.pdf,https://img.example/1.jpg,311-10.0KHRCT-ND,RC0603FR-0710KL,YAGEO,YAGEO,RES 10K OHM 1% 1/10W 0603,"5,200,321",1,0.10000,5000,0.00174,RC_L,Cut Tape (CT),Active,10 kOhms,±1%,"0.1W, 1/10W",±100ppm/°C,-55°C ~ 155°C,"0.022"" (0.55mm)"',
        'https://yageo.example/rc.pdf,-,311-4.70KHRCT-ND,RC0603FR-074K7L,YAGEO,YAGEO,RES 4.7K OHM 1% 1/10W 0603,0,1,0.10000,5000,0.00174,RC_L,Cut Tape (CT),Active,4.7 kOhms,±1%,"0.1W, 1/10W",±100ppm/°C,-55°C ~ 155°C,"0.022"" (0.55mm)"',
        '-,-,541-220LCT-ND,CRCW0805220RFKEA,Vishay Dale,Vishay Dale,RES SMD 220 OHM 1% 1/8W 0805,"12,001",1,0.12000,1000,0.01100,CRCW,Cut Tape (CT),Obsolete,220 Ohms,±1%,"0.125W, 1/8W",±100ppm/°C,-55°C ~ 125°C,"0.022"" (0.55mm)"',
      )}`,
    ),
    parts: {
      'RC0603FR-0710KL': {
        'datasheets.0.url': 'https://yageo.example/rc.pdf',
        'offers.0.sku': '311-10.0KHRCT-ND',
        'offers.0.seller.name': 'Digi-Key',
        'offers.0.in_stock_quantity': 5_200_321,
        'offers.0.prices.USD.1': '0.10000',
        'offers.0.prices.USD.5000': '0.00174',
        'specs.resistance.value': '10000',
        'specs.resistance.unit': 'ohm',
        'specs.tolerance.value': '±1%',
        'specs.operating_temperature.min': '-55',
        'specs.operating_temperature.max': '155',
        'specs.operating_temperature.unit': 'degree Celsius',
        'specs.product_status.value': 'Active',
      },
      'RC0603FR-074K7L': { 'specs.resistance.value': '4700', 'offers.0.in_stock_quantity': 0, imagesets: null },
      CRCW0805220RFKEA: { 'specs.resistance.value': '220', 'offers.0.prices.USD.1000': '0.01100', datasheets: null },
    },
    leftOut: 0,
  };
}

/** An assembler's table of parts. */
export function jlcpcb(): ToolFile {
  return {
    name: 'jlcpcb-parts.csv',
    form: 'JLCPCB: prices by quantity in one cell, categories in two columns',
    bytes: utf8(
      lines(
        'LCSC Part,First Category,Second Category,MFR.Part,Package,Solder Joint,Manufacturer,Library Type,Description,Datasheet,Price,Stock',
        'C25804,Resistors,Chip Resistor - Surface Mount,0603WAF1002T5E,0603,2,UNI-ROYAL(Uniroyal Elec),Basic,"-55°C~+155°C 10kΩ 75V 100mW Thick Film Resistors ±1% ROHS",https://lcsc.example/C25804.pdf,"1-199:0.0012,200-:0.0008",26893213',
        'C1525,Capacitors,Multilayer Ceramic Capacitors MLCC - SMD/SMT,CL05B104KO5NNNC,0402,2,Samsung Electro-Mechanics,Basic,16V 100nF X7R ±10% 0402,https://lcsc.example/C1525.pdf,"1-499:0.0016,500-:0.0010",30219311',
        'C8734,Single Chip Microcomputer/Microcontroller,ST Microelectronics,STM32F103C8T6,LQFP-48_L7.0-W7.0,48,STMicroelectronics,Extended,64KB FLASH,https://lcsc.example/C8734.pdf,"1-9:2.31,10-29:1.9945,30-:1.8",0',
      ),
    ),
    parts: {
      '0603WAF1002T5E': {
        'offers.0.sku': 'C25804',
        'offers.0.seller.name': 'LCSC',
        'offers.0.prices.USD.1': '0.0012',
        'offers.0.prices.USD.200': '0.0008',
        'offers.0.in_stock_quantity': 26_893_213,
        'specs.package.value': '0603',
        'specs.solder_joint.value': '2',
        category: 'Resistors > Chip Resistor - Surface Mount',
      },
      CL05B104KO5NNNC: {
        'offers.0.prices.USD.500': '0.0010',
        'specs.package.value': '0402',
        'brand.name': 'Samsung Electro-Mechanics',
      },
      STM32F103C8T6: {
        'offers.0.prices.USD.10': '1.9945',
        'offers.0.prices.USD.30': '1.8',
        'offers.0.in_stock_quantity': 0,
        category: 'Single Chip Microcomputer/Microcontroller > ST Microelectronics',
      },
    },
    leftOut: 0,
  };
}
