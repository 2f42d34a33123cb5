import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import {
  clearWishlist,
  storedWishlist,
  toggleWishlist,
  toWishlistItem,
  wishAdded,
  wishesRemoved,
  wishlistReducer,
  wishlistReplaced,
} from './wishlist.slice.js';

const wish = (id: string) =>
  toWishlistItem({
    id,
    title: id,
    price: '10.00',
    imageUrl: '',
    location: 'Keokuk, Iowa',
    crystalType: 'Quartz',
    size: '3',
  });
const holding = (...ids: string[]) =>
  ids.reduce((state, id) => wishlistReducer(state, wishAdded(wish(id))), wishlistReducer(undefined, { type: 'start' }));
const ids = (state: ReturnType<typeof holding>) => state.items.map(({ id }) => id);

describe('the wishlist', () => {
  it('ignores an id that is already present', () => {
    expect(ids(holding('a', 'b', 'a'))).toEqual(['a', 'b']);
  });
  it('removes one entry or several bought items', () => {
    expect(ids(wishlistReducer(holding('a', 'b', 'c'), wishesRemoved(['a', 'c', 'x'])))).toEqual(['b']);
  });
  it('is empty after Clear All', () => {
    expect(ids(wishlistReducer(holding('a', 'b'), wishlistReplaced([])))).toEqual([]);
  });
  it('stores only its own fields of a geode', () => {
    expect(Object.keys(toWishlistItem({ ...wish('a'), description: 'long' } as never)).sort()).toEqual([
      'availableQuantity',
      'crystalType',
      'id',
      'imageUrl',
      'location',
      'price',
      'size',
      'title',
    ]);
  });
  it('is read from storage without duplicates', () => {
    expect(storedWishlist([wish('a'), wish('a'), wish('b')]).map(({ id }) => id)).toEqual(['a', 'b']);
  });
  it.each([null, 1, {}, [null, 1, {}], { items: 1 }])('is empty if the stored value is corrupt: %j', (corrupt) => {
    expect(storedWishlist(corrupt)).toEqual([]);
  });
});

describe('changing the wishlist', () => {
  const durationsOf = (change: AppThunk, ...ids: string[]) => {
    const dispatched: unknown[] = [];
    const dispatch = (action: unknown) => dispatched.push(action);
    change(dispatch as never, () => ({ wishlist: holding(...ids) }) as never);
    return dispatched.filter(notified.match).map(({ payload: { title, duration } }) => [title, duration]);
  };
  it('shows its notice for 3 s', () => {
    expect(durationsOf(toggleWishlist(wish('a')))).toEqual([['Added to wishlist', 3_000]]);
    expect(durationsOf(toggleWishlist(wish('a')), 'a')).toEqual([['Removed from wishlist', 3_000]]);
    expect(durationsOf(clearWishlist(), 'a', 'b')).toEqual([['Wishlist cleared', 3_000]]);
  });
});
