import { lockOutMessage } from './login.js';
import { delayAfter } from './login-attempts.js';

describe('the slowing down after failures from everywhere', () => {
  it.each([
    [0, 0],
    [20, 0],
    [21, 250],
    [30, 2500],
    [40, 5000],
    [1000, 5000],
  ])('after %i failures holds an attempt back for %i ms', (failures, ms) => {
    expect(delayAfter(failures)).toBe(ms);
  });
});

describe('a lock-out', () => {
  it('tells the time left', () => {
    expect(lockOutMessage(15 * 60_000)).toContain('15 minutes');
    expect(lockOutMessage(59_000)).toContain('1 minute.');
  });
});
