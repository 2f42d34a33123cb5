import { clockTime, remainingTimeText } from './hold-time.js';

it.each([
  [600, '10:00'],
  [65, '1:05'],
  [9, '0:09'],
  [0, '0:00'],
])('%i seconds are shown as %s', (seconds, shown) => expect(clockTime(seconds)).toBe(shown));

it('announces the remaining time at full minutes and at 30 seconds', () => {
  const spoken = Array.from({ length: 601 }, (_, seconds) => remainingTimeText(600 - seconds)).filter(
    (words) => words !== null,
  );
  expect(spoken).toEqual([
    '5 minutes left',
    '4 minutes left',
    '3 minutes left',
    '2 minutes left',
    '1 minute left',
    '30 seconds left',
  ]);
});
