import { clockTime, heldText, remainingTimeText } from './hold-text.js';

describe('the text of a hold', () => {
  it('says that all geodes are off sale', () => {
    const text = { title: 'Held for you', text: 'Off sale to everyone else while you pay.' };
    expect(heldText(1, 1)).toEqual(text);
    expect(heldText(10, 10)).toEqual(text);
  });
  it('says how many are held if an order has more than a hold', () => {
    expect(heldText(10, 11)).toEqual({
      title: '10 of your 11 geodes are held for you',
      text: 'The last could be sold to somebody else until you have paid.',
    });
    expect(heldText(10, 13).text).toBe('The last 3 could be sold to somebody else until you have paid.');
  });
});

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
