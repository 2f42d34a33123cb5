import { stateOf } from './event-view.js';

const at = new Date();
const none = { doneAt: null, droppedAt: null, failedAt: null };

describe('the state of a fact', () => {
  it.each([
    ['waiting', none],
    ['failed', { ...none, failedAt: at }],
    ['dropped', { ...none, droppedAt: at }],
    ['done', { ...none, doneAt: at }],
  ])('is %s', (state, row) => {
    expect(stateOf(row)).toBe(state);
  });

  it('is done where it was applied after all, though it had been dropped', () => {
    expect(stateOf({ ...none, droppedAt: at, doneAt: at })).toBe('done');
  });
});
