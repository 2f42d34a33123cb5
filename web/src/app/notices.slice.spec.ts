import { noticeClosed, noticeGone, noticesReducer, notified } from './notices.slice.js';

const empty = noticesReducer(undefined, { type: 'start' });

describe('toasts', () => {
  it('close after 5000 ms by default', () => {
    expect(noticesReducer(empty, notified({ title: 'Cart cleared' })).shown).toMatchObject({ duration: 5_000 });
  });
  it('show one at a time: a new toast replaces the old one', () => {
    const one = noticesReducer(empty, notified({ title: 'Added to cart', duration: 3_000 }));
    const two = noticesReducer(one, notified({ title: 'Already in cart', tone: 'bad', duration: 4_000 }));
    expect(two.shown).toMatchObject({ title: 'Already in cart', tone: 'bad', duration: 4_000 });
    expect(two.waiting).toEqual([]);
  });
  it('show the thank-you notice after Order Complete has closed', () => {
    let state = noticesReducer(empty, notified({ title: 'Order Complete', duration: 8_000 }));
    state = noticesReducer(state, notified({ title: 'Thank you', duration: 6_000, waits: true }));
    expect(state.shown?.title).toBe('Order Complete');
    state = noticesReducer(state, noticeGone(state.shown?.id ?? 0));
    expect(state.shown).toMatchObject({ title: 'Thank you', duration: 6_000 });
    state = noticesReducer(state, noticeGone(state.shown?.id ?? 0));
    expect(state.shown).toBeNull();
  });
  it('show a waiting notice at once if no toast is shown', () => {
    expect(noticesReducer(empty, notified({ title: 'Thank you', waits: true })).shown?.title).toBe('Thank you');
  });
  it('close by title, if it is the one that is shown', () => {
    const one = noticesReducer(empty, notified({ title: 'Missing Information' }));
    expect(noticesReducer(one, noticeClosed('Cart cleared')).shown?.title).toBe('Missing Information');
    expect(noticesReducer(one, noticeClosed('Missing Information')).shown).toBeNull();
  });
  it('ignore the end of a toast that is no longer shown', () => {
    const one = noticesReducer(empty, notified({ title: 'one' }));
    const two = noticesReducer(one, notified({ title: 'two' }));
    expect(noticesReducer(two, noticeGone(one.shown?.id ?? 0)).shown?.title).toBe('two');
  });
});
