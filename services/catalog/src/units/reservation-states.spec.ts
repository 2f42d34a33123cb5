import { canBecome, RESERVATION_STATES } from './reservation-states.js';

const nextStates = (from: (typeof RESERVATION_STATES)[number]) =>
  RESERVATION_STATES.filter((to) => canBecome(from, to));

describe('canBecome', () => {
  it('lets a held reservation become reserved or released', () =>
    expect(nextStates('held')).toEqual(['reserved', 'released']));
  it('lets a reserved reservation become sold, released, or held again', () =>
    expect(nextStates('reserved')).toEqual(['held', 'sold', 'released']));
  it('lets a sold reservation only be returned, with a refund', () => expect(nextStates('sold')).toEqual(['returned']));
  it('keeps released and returned reservations final', () => {
    expect(nextStates('released')).toEqual([]);
    expect(nextStates('returned')).toEqual([]);
  });
});
