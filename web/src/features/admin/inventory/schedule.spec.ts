import { changedText, instantWarning, scheduleChanges, scheduleFailureText, scheduleProblem } from './schedule.js';

const MINUTE = '2026-11-27T18:00';
const INSTANT = new Date(2026, 10, 27, 18, 0).toISOString();

describe('when selected geodes go on sale', () => {
  it.each([
    [{ start: 'instant', minute: MINUTE, publishes: false }, { availableFrom: INSTANT }],
    [
      { start: 'instant', minute: MINUTE, publishes: true },
      { availableFrom: INSTANT, isDraft: false },
    ],
    [{ start: 'at-once', minute: MINUTE, publishes: false }, { availableFrom: null }],
    [{ start: 'unchanged', minute: MINUTE, publishes: true }, { isDraft: false }],
  ] as const)('is sent as chosen: %j', (schedule, changes) => {
    expect(scheduleProblem(schedule)).toBeUndefined();
    expect(scheduleChanges(schedule)).toEqual(changes);
  });

  it.each([
    ['instant', '', 'Please choose a date and a time.'],
    ['instant', '122026-11-27T18:00', 'Please choose a date and a time.'],
    ['unchanged', MINUTE, 'Please choose what to change.'],
  ] as const)('needs a choice: %s %j', (start, minute, problem) =>
    expect(scheduleProblem({ start, minute, publishes: false })).toBe(problem),
  );

  it('may be past, with a warning', () => {
    expect(instantWarning(new Date(Date.now() - 1_000).toISOString())).toMatch(/at once/);
    expect(instantWarning(new Date(Date.now() + 60_000).toISOString())).toBeUndefined();
  });

  it('is reported in words', () => {
    expect([0, 1, 12].map(changedText)).toEqual(['0 geodes changed.', '1 geode changed.', '12 geodes changed.']);
    expect(scheduleFailureText({ status: 404, error: '404', message: 'There is no such geode.' })).toMatch(
      /deleted meanwhile, so none was changed/,
    );
    expect(scheduleFailureText({ status: 0, error: '0' })).toBe('No answer came from the shop. Please try again.');
  });
});
