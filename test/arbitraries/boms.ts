import fc from 'fast-check';

/** A bill of materials and options of `costBom`, as plain objects. */
export interface BomSample {
  readonly lines: Record<string, unknown>[];
  readonly options: Record<string, unknown>;
}

const sellers = fc.constantFrom<Record<string, unknown> | null | undefined>(
  { uid: 's1', name: 'One' },
  { uid: 's1', name: 'One, as others write it' },
  { uid: 's2', name: 'Two' },
  { name: 'Three' },
  { uid: 's4', name: 'Three' },
  { uid: 's5' },
  { uid: 's6', name: 'Six' },
  { name: 'Seven' },
  {},
  null,
  undefined,
);

/** Numbers as documents have them, and a few other values. */
const quantities = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 5, arbitrary: fc.constantFrom<unknown>('1e1', '10.0', ' 7 ', '2.5', 0, -3, 'many', null, undefined) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('100000000000000000000', '9007199254740993') },
);

const prices = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 60 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(0.1, '0.00001', '1e-7', '-1', 'free', '12.345678901234567891') },
);

/** Breaks in any order, of which higher ones may cost more, and some are there twice. */
const fromOne = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(1, 1, 10, '25') },
  { weight: 1, arbitrary: quantities },
);
const breaks = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.tuple(fromOne, prices), { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant<[unknown, unknown][]>([]) },
);

const priceLists = fc.oneof(
  { weight: 12, arbitrary: breaks.map((list): Record<string, unknown> => ({ USD: list })) },
  { weight: 1, arbitrary: fc.tuple(breaks, breaks).map(([EUR, JPY]): Record<string, unknown> => ({ JPY, EUR })) },
  { weight: 1, arbitrary: fc.tuple(breaks, breaks).map(([USD, EUR]): Record<string, unknown> => ({ USD, EUR })) },
);

const stocks = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(-2, '-2.0', -1, -3, -4, null, undefined, '30.7', 'some') },
);

const offers = fc.record(
  {
    seller: sellers,
    prices: priceLists,
    in_stock_quantity: stocks,
    moq: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: quantities }),
    order_multiple: fc.constantFrom<unknown>(undefined, undefined, 1, 5, 10, '1e1', 7, 0, -5, '2.5'),
    is_authorized: fc.constantFrom<unknown>(true, true, false, null),
    factory_lead_days: fc.constantFrom<unknown>(undefined, 14, '60'),
  },
  { requiredKeys: ['seller', 'prices', 'in_stock_quantity'] },
);

const lines = fc.record(
  {
    quantity: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom<unknown>('3', '1.5', '0.1', '2e1')),
    part: fc.oneof(
      {
        weight: 12,
        arbitrary: fc.array(offers, { minLength: 1, maxLength: 7 }).map((list) => ({ uid: 'p', mpn: 'P', offers: list })),
      },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    dnp: fc.constantFrom(false, false, false, false, true),
  },
  { requiredKeys: ['quantity', 'part'] },
);

const options = fc.record(
  {
    boards: fc.integer({ min: 1, max: 20 }),
    sellers: fc.subarray(['s1', 's2', 'Three', 's5', 'Six']),
    authorized: fc.constantFrom(false, false, true),
    maxSellers: fc.integer({ min: 1, max: 4 }),
    attrition: fc.constantFrom<unknown>(0, 0.02, '0.1', '1e-3'),
    stock: fc.constantFrom(true, true, true, true, true, true, false),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    rates: fc.constantFrom({ base: 'USD', rates: { EUR: '0.92', JPY: '157.3' } }, { base: 'EUR', rates: { USD: '1.087' } }),
  },
  { requiredKeys: [] },
);

/** Bills of materials with minimum quantities, multiples, breaks that cross, several sellers and too little stock. */
export const bomSamples: fc.Arbitrary<BomSample> = fc.record({ lines: fc.array(lines, { minLength: 1, maxLength: 4 }), options });
