import { actionText, changeText, fieldName, valueText } from './history-text.js';

describe('history texts', () => {
  it('names the action of an entry', () => {
    expect(actionText({ action: 'created' })).toBe('Added');
    expect(actionText({ action: 'archived' })).toBe('Archived');
    expect(actionText({ action: 'hold-ended' })).toBe('Hold ended');
    expect(actionText({ action: 'erased' })).toBe('Buyer erased');
  });

  it.each([
    ['title', 'Title'],
    ['crystalType', 'Crystal type'],
    ['isFeatured', 'Featured'],
    ['isDraft', 'Draft'],
    ['availableFrom', 'On sale from'],
    ['imageUrls', 'Pictures'],
    ['trackingNumber', 'Tracking number'],
    ['constructor', 'Constructor'],
  ])('labels the field %s as %s', (field, name) => {
    expect(fieldName(field)).toBe(name);
  });

  it.each([
    ['price', '1404.1', '$1,404.10'],
    ['refund', '10.00', '$10.00'],
    ['status', 'paid', 'Awaiting Shipment'],
    ['carrier', 'fedex', 'FedEx'],
    ['category', 'gift-box', 'Gift Box'],
    ['isFeatured', true, 'yes'],
    ['isDraft', false, 'no'],
    ['availableFrom', '2020-11-28T00:00:00.000Z', 'Fri, Nov 27, 2020, 6:00 PM CST'],
    ['availableFrom', null, 'none'],
    ['quantity', 0, '0'],
    ['imageUrls', ['/objects/a'], '1 picture'],
    ['images', [], 'none'],
    ['tier', '', 'none'],
    ['videoUrl', null, 'none'],
    ['description', 'A round one', 'A round one'],
  ])('formats the %s %j as %s', (field, value, text) => {
    expect(valueText(field, value)).toBe(text);
  });

  it('says that pictures were replaced or reordered if their number is unchanged', () => {
    expect(changeText({ field: 'images', before: ['a', 'b'], after: ['b', 'a'] })).toEqual({
      before: '2 pictures',
      after: 'others, or in another order',
    });
  });
});
