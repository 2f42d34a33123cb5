import { outOfStock } from './out-of-stock.js';

describe('outOfStock', () => {
  it.each([
    [[{ id: '1', title: 'Smoky' }], '“Smoky” is no longer available: another buyer was faster.'],
    [
      [
        { id: '1', title: 'Smoky' },
        { id: '2', title: 'Clear' },
      ],
      '“Smoky” and “Clear” are no longer available: another buyer was faster.',
    ],
    [[{ id: '1' }], 'A geode in your cart is no longer offered.'],
    [[{ id: '1' }, { id: '2' }], '2 geodes are no longer offered.'],
    [
      [{ id: '1', title: 'Smoky' }, { id: '2' }],
      '“Smoky” and one more geode are no longer available: another buyer was faster.',
    ],
  ])('names the geodes that have a title: %j', (unavailable, text) => {
    const { code, message, details } = outOfStock(unavailable);
    expect({ code, message, details }).toEqual({
      code: 'OUT_OF_STOCK',
      message: text,
      details: { geodeIds: unavailable.map(({ id }) => id) },
    });
  });

  it('says that a geode is in an order of the same browser, not lost to another buyer', () => {
    const { message, details } = outOfStock([
      { id: '1', title: 'Smoky' },
      { id: '2', title: 'Clear', isOrdered: true },
    ]);
    expect(message).toBe(
      '“Smoky” is no longer available: another buyer was faster. “Clear” is already in an order of yours that is not finished yet.',
    );
    expect(details).toEqual({ geodeIds: ['1', '2'], orderedIds: ['2'] });
  });
});
