import { ATTEMPT_STATES, isOver, mayFollow } from './attempt-states.js';

describe('the states of an attempt', () => {
  it('do not lead from voiding or releasing to the pivot', () => {
    expect(mayFollow('voiding', 'authorised')).toBe(false);
    expect(mayFollow('releasing', 'authorised')).toBe(false);
  });

  it('lead from the pivot only to paid or, if the authorisation is gone, to releasing', () => {
    expect(ATTEMPT_STATES.filter((state) => mayFollow('authorised', state))).toEqual(['paid', 'releasing']);
  });

  it('do not lead out of paid and refused', () => {
    for (const over of ATTEMPT_STATES.filter(isOver)) {
      expect(ATTEMPT_STATES.filter((state) => mayFollow(over, state))).toEqual([]);
    }
  });

  it('lead to refused only from releasing or, if catalog refused the reservation, from reserving', () => {
    expect(ATTEMPT_STATES.filter((state) => mayFollow(state, 'refused'))).toEqual(['reserving', 'releasing']);
  });
});
