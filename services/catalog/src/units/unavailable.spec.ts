import { refusalOf } from './unavailable.js';

describe('the refusal of geodes', () => {
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
    const { code, message, details } = refusalOf(unavailable);
    expect({ code, message, details }).toEqual({
      code: 'OUT_OF_STOCK',
      message: text,
      details: { geodeIds: unavailable.map(({ id }) => id) },
    });
  });

  it('says that a geode is in an order of the same browser, not lost to another buyer', () => {
    const { message, details } = refusalOf([
      { id: '1', title: 'Smoky' },
      { id: '2', title: 'Clear', isOrdered: true },
    ]);
    expect(message).toBe(
      '“Smoky” is no longer available: another buyer was faster. “Clear” is already in an order of yours that is not finished yet.',
    );
    expect(details).toEqual({ geodeIds: ['1', '2'], orderedIds: ['2'] });
  });

  it('says when a geode goes on sale', () => {
    const { code, message, details } = refusalOf([
      { id: '1', title: 'Smoky', opensAt: new Date('2020-11-28T00:00:00.000Z') },
      { id: '2', title: 'Clear', opensAt: new Date('2020-11-27T00:00:00.000Z') },
    ]);
    expect({ code, message, details }).toEqual({
      code: 'NOT_YET',
      message: '“Smoky” and “Clear” go on sale on Fri, Nov 27, 2020, 6:00 PM CST.',
      details: { geodeIds: ['1', '2'], availableFrom: '2020-11-28T00:00:00.000Z' },
    });
  });

  it('names only what is lost if the rest goes on sale later', () => {
    const { code, details } = refusalOf([
      { id: '1', title: 'Smoky', opensAt: new Date() },
      { id: '2', title: 'Clear' },
    ]);
    expect({ code, details }).toEqual({ code: 'OUT_OF_STOCK', details: { geodeIds: ['2'] } });
  });
});
