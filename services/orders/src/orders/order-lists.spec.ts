import { orderSearch } from './order-lists.js';

const id = '0b6f7c1e-6d0b-4d57-9b3c-2f9b7f3a9c1e';

describe('orderSearch', () => {
  it('separates whole order ids from words', () => {
    expect(orderSearch(` #${id.toUpperCase()} `)).toEqual({ ids: [id], words: null });
    expect(orderSearch(`${id} Alex ${id}`)).toEqual({ ids: [id], words: 'Alex' });
  });

  it('passes words, order numbers and emails on to the database', () =>
    expect(orderSearch("  Smok   #7F3A9C1E sam@ - o'brien")).toEqual({
      ids: [],
      words: "Smok 7F3A9C1E sam@ o'brien",
    }));

  it.each(['', '  ', '!? ...', "'", '#', '@'])('returns null for a text without words: %j', (text) =>
    expect(orderSearch(text)).toBeNull(),
  );
});
