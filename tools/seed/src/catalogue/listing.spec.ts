import { validateSync } from 'class-validator';
import { plainToInstance } from 'class-transformer';
import { CATEGORIES, CreateShowcaseItem, ImportedGeode, TIERS } from '@geodes/contracts';
import { MINERALS } from '../art/minerals.js';
import { listings } from './listing.js';
import { SHOWCASE } from './showcase.js';

const UNTIL = Date.parse('2026-11-01T12:00:00Z');
const shop = listings(48, UNTIL);
const largest = (text: string) => Math.max(...(text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number));
const values = <T>(of: (listing: (typeof shop)[number]) => T) => [...new Set(shop.map(of))];

test('every listing passes the catalogue’s validation', () => {
  for (const listing of shop) {
    const { design: _design, ...rest } = listing;
    expect(validateSync(plainToInstance(ImportedGeode, { ...rest, imageUrls: [] }))).toEqual([]);
    expect(listing).toMatchObject({ quantity: 1, origin: 'demo' });
  }
});

test('the listings are the same on each call, and a larger catalogue begins with the smaller one', () => {
  expect(listings(48, UNTIL)).toEqual(shop);
  const undated = (list: typeof shop) => list.map(({ createdAt: _createdAt, ...rest }) => rest);
  expect(undated(listings(200, UNTIL)).slice(0, 48)).toEqual(undated(shop));
});

test('the listings contain every tier, category, crystal type, size and kind of location', () => {
  expect(values(({ tier }) => tier).sort()).toEqual([...TIERS].sort());
  expect(values(({ category }) => category).sort()).toEqual([...CATEGORIES].sort());
  expect(values(({ crystalType }) => crystalType.toLowerCase()).sort()).toEqual([...MINERALS].sort());
  const sizes = shop.map(({ size }) => largest(size));
  for (const [from, to] of [
    [0, 3],
    [3, 6],
    [6, 20],
  ] as const) {
    expect(sizes.filter((inches) => inches >= from && inches < to).length).toBeGreaterThan(8);
  }
  const places = values(({ location }) => location);
  expect(places).toEqual(expect.arrayContaining(['Keokuk, Iowa', 'Hamilton, Illinois']));
  expect(shop.filter(({ location }) => !/Keokuk|Hamilton/.test(location)).length).toBeGreaterThan(2);
});

test('prices range from about 12 to above 500 dollars, most of them below 500', () => {
  const prices = shop.map(({ price }) => Number(price)).sort((a, b) => a - b);
  expect(prices[0]).toBeGreaterThanOrEqual(12);
  expect(prices[0]).toBeLessThan(20);
  expect(prices.filter((price) => price > 500).length).toBeGreaterThan(0);
  expect(prices.filter((price) => price > 500).length).toBeLessThan(5);
});

test('of the first 48 listings eight are featured, and all titles and descriptions differ', () => {
  expect(shop.filter(({ isFeatured }) => isFeatured)).toHaveLength(8);
  expect(values(({ title }) => title)).toHaveLength(48);
  expect(values(({ description }) => description)).toHaveLength(48);
});

test('a description has two to four sentences', () => {
  for (const { description } of shop) {
    const sentences = description.match(/[.!?](?=\s|$)/g) ?? [];
    expect(sentences.length).toBeGreaterThanOrEqual(2);
    expect(sentences.length).toBeLessThanOrEqual(4);
  }
});

test('the newest listing comes first and all dates differ', () => {
  const dates = shop.map(({ createdAt }) => createdAt);
  expect([...dates].sort().reverse()).toEqual(dates);
  expect(new Set(dates).size).toBe(48);
  expect(Date.parse(dates[0]!)).toBeLessThan(UNTIL);
});

test('10,000 listings have 10,000 ids and go back less than two years', () => {
  const many = listings(10_000, UNTIL);
  expect(new Set(many.map(({ id }) => id)).size).toBe(10_000);
  expect(UNTIL - Date.parse(many.at(-1)!.createdAt)).toBeLessThan(730 * 24 * 60 * 60_000);
});

test('every showcase item passes the catalogue’s validation', () => {
  for (const { mineral: _mineral, seed: _seed, views: _views, ...item } of SHOWCASE) {
    expect(validateSync(plainToInstance(CreateShowcaseItem, { ...item, images: [] }))).toEqual([]);
  }
});
