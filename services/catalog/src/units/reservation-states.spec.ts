import { canBecome, RESERVATION_STATES } from './reservation-states.js';

const nextStates = (from: (typeof RESERVATION_STATES)[number]) =>
  RESERVATION_STATES.filter((to) => canBecome(from, to));

describe('canBecome', () => {
  it('lets a held reservation become reserved or released', () =>
    expect(nextStates('held')).toEqual(['reserved', 'released']));
  it('lets a reserved reservation become sold, released, or held again', () =>
    expect(nextStates('reserved')).toEqual(['held', 'sold', 'released']));
  it('keeps sold and released reservations final', () => {
    expect(nextStates('sold')).toEqual([]);
    expect(nextStates('released')).toEqual([]);
  });
});
