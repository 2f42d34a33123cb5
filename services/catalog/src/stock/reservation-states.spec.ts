import { mayBecome, RESERVATION_STATES } from './reservation-states.js';

const following = (from: (typeof RESERVATION_STATES)[number]) => RESERVATION_STATES.filter((to) => mayBecome(from, to));

describe('a reservation', () => {
  it('that is held goes under payment or is given back', () =>
    expect(following('held')).toEqual(['reserved', 'released']));
  it('that is under payment is sold, given back, or held again for the buyer who came from a hold', () =>
    expect(following('reserved')).toEqual(['held', 'sold', 'released']));
  it('that is sold or given back stays so', () => {
    expect(following('sold')).toEqual([]);
    expect(following('released')).toEqual([]);
  });
});
