import { stateOf } from './outbox.service.js';

const at = new Date();
const none = { doneAt: null, droppedAt: null, failedAt: null };

describe('the state of an outbox event', () => {
  it.each([
    ['waiting', none],
    ['failed', { ...none, failedAt: at }],
    ['dropped', { ...none, droppedAt: at }],
    ['done', { ...none, doneAt: at }],
  ])('is %s', (state, row) => {
    expect(stateOf(row)).toBe(state);
  });

  it('is done if it was applied after it was dropped', () => {
    expect(stateOf({ ...none, droppedAt: at, doneAt: at })).toBe('done');
  });
});
