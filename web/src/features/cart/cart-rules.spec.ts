import { refusalToAdd, storedCart, toCartItem, totalsOf, type CartItem } from './cart-rules.js';

const geode = (id: string, price: string | number = '100.00') => ({
  id,
  title: `Stone ${id}`,
  price,
  imageUrl: `/objects/${id}`,
});
const item = (id: string, price: string | number = '100.00'): CartItem => toCartItem(geode(id, price));

describe('adding to the cart', () => {
  it('is refused when the item is out of stock', () => {
    expect(refusalToAdd([], { ...geode('a'), availableQuantity: 0 })).toBe('out-of-stock');
    expect(refusalToAdd([], { ...geode('a'), availability: 'held', availableQuantity: 0 })).toBe('out-of-stock');
    expect(refusalToAdd([item('a')], { ...geode('a'), availableQuantity: 0 })).toBe('out-of-stock');
  });
  it('is refused when an item with the same id is already in the cart', () => {
    expect(refusalToAdd([item('a')], geode('a'))).toBe('already-in-cart');
  });
  it('is allowed otherwise; a missing availableQuantity counts as 1', () => {
    expect(refusalToAdd([item('a')], geode('b'))).toBeNull();
    expect(refusalToAdd([], { ...geode('b'), availableQuantity: 1 })).toBeNull();
  });
  it('makes the price a number, the quantity 1, and keeps the other fields', () => {
    const graded = { ...geode('a', '19.99'), tier: 'S', location: 'Keokuk, Iowa' };
    expect(toCartItem(graded)).toMatchObject({
      price: 19.99,
      quantity: 1,
      availableQuantity: 1,
      tier: 'S',
      location: 'Keokuk, Iowa',
    });
  });
});

describe('the stored cart', () => {
  it('is read with every quantity reset to 1 and duplicates by id dropped', () => {
    const stored = [
      { ...item('a'), quantity: 7 },
      { ...item('b'), quantity: 0 },
      { ...item('a'), title: 'again' },
    ];
    const cart = storedCart(stored);
    expect(cart.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(cart[0]?.title).toBe('Stone a');
  });
  it('keeps the other product fields', () => {
    expect(storedCart([{ ...item('a'), crystalType: 'Quartz' }])[0]).toMatchObject({ crystalType: 'Quartz' });
  });
  it('is also read if it was stored with its totals', () => {
    expect(storedCart({ items: [item('a')], total: 100 })).toHaveLength(1);
  });
  it.each([
    null,
    7,
    'x',
    {},
    { items: 'x' },
    [null, 7, 'x', {}, { id: 'a' }, { id: '', price: 1 }, { id: 'a', price: 'abc' }],
  ])('is empty if it is corrupt: %j', (corrupt) => {
    expect(storedCart(corrupt)).toEqual([]);
  });
});

describe('the totals of a cart', () => {
  it('sum price times quantity without losing cents', () => {
    expect(totalsOf([item('a', '0.10'), item('b', 0.2)], false)).toEqual({
      count: 2,
      total: 30,
      discount: 0,
      finalTotal: 30,
    });
  });
  it('deduct 10 percent for a first-time customer', () => {
    expect(totalsOf([item('a', '285.00'), item('b', '164.00')], true)).toEqual({
      count: 2,
      total: 44_900,
      discount: 4_490,
      finalTotal: 40_410,
    });
  });
  it('are zero for an empty cart', () => {
    expect(totalsOf([], true)).toEqual({ count: 0, total: 0, discount: 0, finalTotal: 0 });
  });
});
