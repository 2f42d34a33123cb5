import {
  type Category,
  GEODE_FIELD_NAMES,
  geodeField,
  type GeodeQuery,
  type ImportedGeode,
  type Size,
  type SortBy,
} from '@geodes/contracts';
import { catalogForTests, importedGeode } from './catalog-under-test.js';

const catalog = catalogForTests();

const value = async <T>(expression: string, text: string): Promise<T> => {
  const [row] = await catalog.database.query<{ value: T }[]>(`SELECT ${expression} AS value`, [text]);
  return row!.value;
};

describe('size_in_inches', () => {
  it.each([
    ['3', 3],
    ['2.99 inches', 2.99],
    ['4 x 3 inches', 4],
    ['3x4.5x2"', 4.5],
    ['2-3 inches', 3],
    ['5.5" - 6"', 6],
    ['approx. 6in', 6],
    ['.5 inch', 0.5],
    ['3 1/2"', 3.5],
    ['3-1/2 x 2 inches', 3.5],
    ['3 - 1/2', 3.5],
    ['5 7/8 in', 5.875],
    ['3/4 inch', 0.75],
    ['1/2/3', 3],
    ['12.5/3', 12.5],
    ['3½ inches', 3.5],
    ['2 ¼ x 2 ¾', 2.75],
    ['5⅞', 5.875],
    ['1 1⁄2', 1.5],
    ['1/0', 1],
    ['4 2/0', 4],
    ['0/0', 0],
    ['10" across', 10],
    ['1.2.3', 1.2],
    ['٣ or 2', 2],
    ['0', 0],
    ['palm sized', null],
    ['', null],
    ['½', 0.5],
    ['1/3', 1 / 3],
    [`${'9'.repeat(400)} or 2`, 2],
    ['9'.repeat(100), Number('9'.repeat(100))],
  ])('finds the largest number, case %#', async (text, inches) =>
    expect(await value('size_in_inches($1)', text)).toBe(inches),
  );
});

describe('search_words', () => {
  it.each([
    [
      'Calcité CRÈME Ångström Łódź weiß İstanbul ÆØÐÞ ŒUVRE ẞ ﬁne',
      'calcite creme angstrom lodz weiss istanbul aeodth oeuvre ss fine',
    ],
    ['cre\u0300me cr\u00e8me', 'creme'],
    ["Quartz/calcite, 4.5-inch (Keokuk's) it's;drop'table", 'quartz calcite 4 5 inch keokuk s it drop table'],
    [
      'ΜΈΓΑΣ Йод 石英 がく ① Ⅳ x² _under_score_ “quoted” €5 — dash',
      'μεγας иод 石英 かく 1 iv x2 under score quoted 5 dash',
    ],
    [' !? ', ''],
    ['', ''],
    ['a'.repeat(5000), 'a'.repeat(64)],
  ])('splits text into words without case and accents, of at most 64 letters, case %#', async (text, words) =>
    expect(new Set(await value<string[]>('search_words($1)', text))).toEqual(new Set(words.split(' ').filter(Boolean))),
  );

  it('builds a query that matches prefixes of words', async () => {
    expect(await value('search_query($1)::text', 'Smok  Élan')).toBe(`'smok':* & 'elan':*`);
    expect(await value('search_query($1)', " '!? ")).toBeNull();
  });
});

const SEARCHED = GEODE_FIELD_NAMES.filter((name) => geodeField(name).searchedBy === 'everyone');

describe('the search column', () => {
  it.each(SEARCHED)('has the words of the field %s', async (name) => {
    const geode = importedGeode({ [name]: `Word of ${name}x` });
    await catalog.bus.call('catalog.import-geodes', { geodes: [geode] });
    const query = { search: `${name}x`, sortBy: 'newest' as const, page: 1, limit: 10 };
    const { geodes } = await catalog.bus.call('catalog.list-geodes', query);
    await catalog.database.query('DELETE FROM geode WHERE id = $1', [geode.id]);
    expect(geodes.map(({ id }) => id)).toEqual([geode.id]);
  });
});

describe('a list of random geodes', () => {
  // Returns a pseudo-random number from 0 to end - 1, the same in every run.
  let seed = 7;
  const below = (end: number) => (seed = (seed * 48_271) % 2_147_483_647) % end;
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!;
  const maybe = <T>(of: readonly T[]): T | undefined => (below(3) === 0 ? one(of) : undefined);

  const SIZES: Record<string, number | null> = { '2 7/8': 2.875, '3 x 1': 3, '5.9': 5.9, '6"': 6, palm: null };
  const WORDS = ['Honey', 'Hollow', 'Élan', 'smoky', 'quartz/calcite', 'lot1', 'lot12', 'rare-one'];
  const PLACES = ['Keokuk, Iowa', 'near KEOKUK, IOWA', 'Hamilton, Illinois', '100%_sure\\'];
  const CRYSTALS = ['Quartz', 'QUARTZ', 'Calcite', 'Rose quartz', 'ÉCLOGITE'];
  const CATEGORIES: Category[] = ['individual', 'gift-box', 'mystery-pack'];
  const RANGES: Record<Size, [number, number]> = { small: [0, 3], medium: [3, 6], large: [6, Infinity] };

  const made = (): ImportedGeode =>
    importedGeode({
      title: `${one(WORDS)} ${one(WORDS)}`,
      description: below(20) === 0 ? 'a geode found once' : 'a geode',
      size: one(Object.keys(SIZES)),
      price: String(10 + below(30)),
      location: one(PLACES),
      crystalType: one(CRYSTALS),
      category: one(CATEGORIES),
      createdAt: new Date(Date.UTC(2026, 0, 1 + below(40))).toISOString(),
    });

  const query = (): GeodeQuery => ({
    search: maybe([
      'ho',
      'élan sm',
      'lot1',
      'LOT12',
      'once',
      'geode',
      'geode qua',
      'cal honey',
      'rare',
      'nothing',
      '!',
    ]),
    location: maybe(['keokuk, iowa', 'Hamilton', '%', '_', '\\']),
    crystalType: maybe(['quartz', 'Éclogite', 'éclogite', 'rose']),
    category: maybe(CATEGORIES),
    size: maybe<Size>(['small', 'medium', 'large']),
    minPrice: maybe(['0', '15', '25.50']),
    maxPrice: maybe(['12', '20', '35.00']),
    sortBy: one<SortBy>(['newest', 'oldest', 'price-asc', 'price-desc']),
    page: 1 + below(4),
    limit: one([1, 7, 40]),
  });

  const wordsOf = (text: string): string[] =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];

  const isFound = (geode: ImportedGeode, asked: GeodeQuery): boolean => {
    const words = wordsOf([geode.title, geode.description, geode.location, geode.crystalType].join(' '));
    const inches = SIZES[geode.size];
    const [from, end] = asked.size ? RANGES[asked.size] : [0, 0];
    return (
      wordsOf(asked.search ?? '').every((start) => words.some((word) => word.startsWith(start))) &&
      geode.location.toLowerCase().includes((asked.location ?? '').toLowerCase()) &&
      (!asked.crystalType || geode.crystalType.toLowerCase() === asked.crystalType.toLowerCase()) &&
      (!asked.category || geode.category === asked.category) &&
      (!asked.size || (typeof inches === 'number' && inches >= from && inches < end)) &&
      Number(geode.price) >= Number(asked.minPrice ?? 0) &&
      Number(geode.price) <= Number(asked.maxPrice ?? Infinity)
    );
  };

  const sorted = (geodes: ImportedGeode[], sortBy: SortBy): string[] => {
    const key = ({ price, createdAt, id }: ImportedGeode) => (sortBy.startsWith('price') ? price : createdAt) + id;
    const inOrder = geodes.sort((first, second) => (key(first) < key(second) ? -1 : 1)).map(({ id }) => id);
    return sortBy === 'newest' || sortBy === 'price-desc' ? inOrder.reverse() : inOrder;
  };

  it('has the same geodes, order and total as a model in memory, even after changes', async () => {
    const geodes = new Map(Array.from({ length: 700 }, made).map((geode) => [geode.id, geode]));
    const all = [...geodes.values()];
    while (all.length > 0) await catalog.bus.call('catalog.import-geodes', { geodes: all.splice(0, 100) });
    for (let number = 0; number < 160; number += 1) {
      const [id, geode] = one([...geodes]);
      const other = made();
      if (number % 4 === 0) {
        const { title, description, size, price, location, crystalType, category } = other;
        const changes = { title, description, size, price, location, crystalType, category };
        await catalog.bus.call('catalog.update-geode', { id, changes });
        geodes.set(id, { ...geode, ...changes });
      } else if (number % 4 === 1) {
        await catalog.database.query('DELETE FROM geode WHERE id = $1', [id]);
        geodes.delete(id);
      }
      const asked = query();
      const expected = sorted(
        [...geodes.values()].filter((one) => isFound(one, asked)),
        asked.sortBy,
      );
      const { geodes: page, total } = await catalog.bus.call('catalog.list-geodes', asked);
      expect({ asked, total, ids: page.map(({ id }) => id) }).toEqual({
        asked,
        total: expected.length,
        ids: expected.slice((asked.page - 1) * asked.limit, asked.page * asked.limit),
      });
    }
  }, 60_000);
});
