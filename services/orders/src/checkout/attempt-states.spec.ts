import { ATTEMPT_STATES, isOver, mayFollow } from './attempt-states.js';

describe('the states of a checkout', () => {
  it('cannot reach the pivot once it is voiding', () => {
    expect(mayFollow('voiding', 'authorised')).toBe(false);
    expect(mayFollow('releasing', 'authorised')).toBe(false);
  });

  it('after the pivot is paid or, where the authorisation is gone, given back; never voided by us', () => {
    expect(ATTEMPT_STATES.filter((state) => mayFollow('authorised', state))).toEqual(['paid', 'releasing']);
  });

  it('never leaves an outcome', () => {
    for (const over of ATTEMPT_STATES.filter(isOver)) {
      expect(ATTEMPT_STATES.filter((state) => mayFollow(over, state))).toEqual([]);
    }
  });

  it('never ends without a sale before the geodes are released, or refused by the catalogue, which releases the order', () => {
    expect(ATTEMPT_STATES.filter((state) => mayFollow(state, 'refused'))).toEqual(['reserving', 'releasing']);
  });

  it('never gives up an authorising attempt without voiding unless the card was declined', () => {
    expect(mayFollow('authorising', 'refused')).toBe(false);
  });
});
