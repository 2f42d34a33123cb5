import { heldText } from './hold-text.js';

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
