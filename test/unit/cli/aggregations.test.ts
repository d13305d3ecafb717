import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  type AggregationOptions,
  addAggregationOptions,
  aggregationsOf,
  asksAggregations,
  hasAggregations,
} from '../../../src/cli/aggregations.js';
import type { SearchRequest } from '../../../src/partdex.js';

/** The options of a command line; errors are thrown. */
function optionsOf(...args: string[]): AggregationOptions {
  const command = addAggregationOptions(new Command('search'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(args, { from: 'user' }).opts();
}

const requestOf = (args: string[], given: unknown = {}): SearchRequest =>
  JSON.parse(JSON.stringify(aggregationsOf(given as SearchRequest, optionsOf(...args))));

describe('the options of facets and statistics', () => {
  it.each([
    ['brand.name', 'brand.name', { include: true }],
    ['brand.name:20', 'brand.name', { include: true, limit: 20 }],
    ['brand.name:20+40', 'brand.name', { include: true, limit: 20, start: 40 }],
    ['brand.name:0', 'brand.name', { include: true, limit: 0 }],
    ['-brand.name', 'brand.name', { include: true, exclude_filter: true }],
    ['-specs.a:b.value:5', 'specs.a:b.value', { include: true, exclude_filter: true, limit: 5 }],
    ['specs.a:5.value', 'specs.a:5.value', { include: true }],
    ['specs.a.value:5+', 'specs.a.value:5+', { include: true }],
    ['specs.-a.value', 'specs.-a.value', { include: true }],
    ['specs.__proto__.value:2', 'specs.__proto__.value', { include: true, limit: 2 }],
  ])('--facet %s', (text, field, requested) => {
    const expected = { facet: { fields: { [field]: requested }, queries: [] } };
    expect(requestOf(['--facet', text])).toEqual(expected);
    expect(requestOf([`--facet=${text}`])).toEqual(expected);
  });

  it.each([
    ['avg_price', { include: true, limit: 0, ranges: 10 }],
    ['avg_price:25', { include: true, limit: 0, ranges: 25 }],
    ['-avg_price:25', { include: true, limit: 0, exclude_filter: true, ranges: 25 }],
  ])('--ranges %s', (text, requested) => {
    expect(requestOf(['--ranges', text])).toEqual({ facet: { fields: { avg_price: requested }, queries: [] } });
  });

  it('--ranges beside --facet leave the values', () => {
    const both = { include: true, limit: 5, ranges: 10 };
    expect(requestOf(['--facet', 'avg_price:5', '--ranges', 'avg_price']).facet?.fields).toEqual({ avg_price: both });
    expect(requestOf(['--ranges', 'avg_price', '--facet', 'avg_price:5']).facet?.fields).toEqual({ avg_price: both });
  });

  it('are in the order in which they are given', () => {
    const { facet, stats } = requestOf([
      '--facet',
      'mpn',
      '--facet',
      'brand.name',
      '--stats',
      'avg_price',
      '--stats',
      '-offers.moq',
    ]);
    expect(Object.keys(facet?.fields ?? {})).toEqual(['mpn', 'brand.name']);
    expect(stats).toEqual({ avg_price: { include: true }, 'offers.moq': { include: true, exclude_filter: true } });
  });

  it('--facet-query may be repeated', () => {
    expect(requestOf(['--facet-query', 'mpn:a,b', '--facet-query', '-mpn:c'])).toEqual({
      facet: { fields: {}, queries: ['mpn:a,b', '-mpn:c'] },
    });
  });

  it('--drilldown has a limit or none', () => {
    expect(requestOf(['--drilldown'])).toEqual({ spec_drilldown: { include: true } });
    expect(requestOf(['--drilldown', '5'])).toEqual({ spec_drilldown: { include: true, limit: 5 } });
    expect(requestOf(['--drilldown-keys', '7'])).toEqual({ spec_drilldown: { include: true, keys: 7 } });
    expect(requestOf(['--drilldown', '5', '--drilldown-keys', '0'])).toEqual({
      spec_drilldown: { include: true, limit: 5, keys: 0 },
    });
    expect(requestOf(['--drilldown=0', '--exclude-filter'])).toEqual({
      spec_drilldown: { include: true, exclude_filter: true, limit: 0 },
    });
  });

  it('--exclude-filter is for all', () => {
    expect(requestOf(['--exclude-filter', '--facet', 'mpn', '--stats', 'avg_price', '--facet-query', 'mpn:x'])).toEqual({
      facet: { fields: { mpn: { include: true, exclude_filter: true } }, queries: ['mpn:x'] },
      stats: { avg_price: { include: true, exclude_filter: true } },
    });
    expect(requestOf(['--exclude-filter'], { q: 'x', facet: { queries: ['mpn:x'] } })).toEqual({ facet: { queries: ['mpn:x'] } });
  });

  it('add to a request', () => {
    const given = {
      facet: { fields: { mpn: { include: true, start: 5 }, avg_price: { include: true } }, queries: 'mpn:x' },
      stats: { avg_price: { include: false, exclude_filter: true }, 'offers.moq': { include: true } },
      spec_drilldown: { limit: 3 },
    };
    const args = ['--facet', 'mpn:7', '--ranges', 'avg_price', '--facet-query', 'mpn:y', '--stats', 'avg_price', '--drilldown'];
    expect(requestOf(args, given)).toEqual({
      facet: {
        fields: { mpn: { include: true, start: 5, limit: 7 }, avg_price: { include: true, ranges: 10 } },
        queries: ['mpn:x', 'mpn:y'],
      },
      stats: { avg_price: { include: true, exclude_filter: true }, 'offers.moq': { include: true } },
      spec_drilldown: { include: true, limit: 3 },
    });
    expect(requestOf([], given)).toEqual({});
  });

  it.each([
    [['--facet', ''], 'It must name a field, as in brand.name:20.'],
    [['--facet', '-'], 'It must name a field'],
    [['--facet', ':5'], 'It must name a field'],
    [['--ranges', '-:5'], 'It must name a field'],
    [['--stats', '-'], 'It must name a field, as in avg_price.'],
    [['--drilldown', 'parts.pdx'], 'It must be a whole number; the path of the catalog goes before it.'],
    [['--drilldown=-1'], 'It must be a whole number'],
    [['--facet'], 'argument missing'],
  ])('are refused as %j', (args, reason) => expect(() => optionsOf(...args)).toThrow(reason));

  it('report whether any counts are requested', () => {
    expect(asksAggregations(optionsOf())).toBe(false);
    expect(asksAggregations(optionsOf('--exclude-filter'))).toBe(false);
    for (const args of [['--facet', 'mpn'], ['--ranges', 'mpn'], ['--facet-query', 'x'], ['--stats', 'x'], ['--drilldown']]) {
      expect(asksAggregations(optionsOf(...args))).toBe(true);
      expect(hasAggregations(requestOf(args))).toBe(true);
    }
    expect(hasAggregations({})).toBe(false);
    expect(hasAggregations({ facet: { fields: { mpn: { include: false } }, queries: [] }, stats: { mpn: {} } })).toBe(false);
  });
});
