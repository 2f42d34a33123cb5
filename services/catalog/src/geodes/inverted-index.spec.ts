import { type IndexedGeode, InvertedIndex, type Wanted } from './inverted-index.js';

const geode = (id: string, words: string, given: Partial<IndexedGeode> = {}): IndexedGeode => ({
  id,
  words: words.split(' '),
  priceCents: 10_00,
  sizeInches: 4,
  category: 'individual',
  ...given,
});

const indexOf = (...geodes: IndexedGeode[]): InvertedIndex => {
  const index = new InvertedIndex();
  for (const one of geodes) index.put(one);
  return index;
};

const counting = (index: InvertedIndex, wanted: Partial<Wanted> = {}): number => index.count({ words: [], ...wanted });

describe('words', () => {
  const index = indexOf(
    geode('honey', 'honey calcite keokuk'),
    geode('snow', 'snowdrift quartz keokuk'),
    geode('smoky', 'smoky quartz hamilton'),
  );

  it.each([
    ['quartz', 2],
    ['sn', 1],
    ['s', 2],
    ['keokuk quartz', 1],
    ['keokuk k', 2],
    ['quartz honey', 0],
    ['quartzite', 0],
    ['zzz', 0],
    ['aaa', 0],
  ])('"%s" begins words of %d', (words, count) => expect(counting(index, { words: words.split(' ') })).toBe(count));

  it('are all on sale where none is asked for', () => expect(counting(index)).toBe(3));

  it('that come later are found, too', () => {
    index.put(geode('later', 'snapdragon amber'));
    expect(counting(index, { words: ['sna'] })).toBe(1);
    expect(counting(index, { words: ['sn'] })).toBe(2);
  });
});

describe('what is not words', () => {
  const index = indexOf(
    geode('small', 'a', { sizeInches: 2.9, priceCents: 19_99 }),
    geode('medium', 'a', { sizeInches: 3, priceCents: 20_00 }),
    geode('large', 'a', { sizeInches: 6, priceCents: 20_01, category: 'gift-box' }),
    geode('unknown', 'a', { sizeInches: null, category: 'mystery-pack' }),
  );

  it.each<[Partial<Wanted>, number]>([
    [{ size: 'small' }, 1],
    [{ size: 'medium' }, 1],
    [{ size: 'large' }, 1],
    [{ category: 'individual' }, 2],
    [{ category: 'gift-box' }, 1],
    [{ minCents: 20_00 }, 2],
    [{ maxCents: 20_00 }, 3],
    [{ minCents: 19_99, maxCents: 20_00 }, 2],
    [{ minCents: 20_01, maxCents: 19_99 }, 0],
    [{ minCents: 20_01, maxCents: 19_99, words: ['a'] }, 0],
    [{ minCents: 20_00, size: 'large', category: 'gift-box', words: ['a'] }, 1],
  ])('%j: %d', (wanted, count) => expect(counting(index, wanted)).toBe(count));
});

it('a changed geode is counted as it is now, once', () => {
  const index = indexOf(geode('one', 'honey'), geode('two', 'honey'));
  index.put(geode('one', 'amber'));
  expect(counting(index)).toBe(2);
  expect(counting(index, { words: ['honey'] })).toBe(1);
  expect(counting(index, { words: ['amber'] })).toBe(1);
});

it('a geode that goes is counted no more, and may come back', () => {
  const index = indexOf(geode('one', 'honey'), geode('two', 'honey'));
  index.remove('one');
  index.remove('one');
  expect([counting(index), index.size, index.emptySlots]).toEqual([1, 1, 1]);
  index.put(geode('one', 'honey'));
  expect([counting(index), index.size, index.emptySlots]).toEqual([2, 2, 1]);
});
