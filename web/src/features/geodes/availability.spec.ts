import { availabilityOf, buyingText } from './availability.js';

describe('the availability of a geode', () => {
  it('follows the availability field', () => {
    expect(availabilityOf({ availability: 'held', isAvailable: false })).toBe('held');
    expect(availabilityOf({ availability: 'available', isAvailable: true, availableQuantity: 1 })).toBe('available');
  });
  it('follows isAvailable if availability is missing', () => {
    expect(availabilityOf({ isAvailable: false, availableQuantity: 1 })).toBe('sold');
    expect(availabilityOf({ isAvailable: true })).toBe('available');
  });
  it('follows the units on hand, 1 by default, if both are missing', () => {
    expect(availabilityOf({ availableQuantity: 0 })).toBe('sold');
    expect(availabilityOf({})).toBe('available');
  });
  it('is the label of the button', () => {
    expect(buyingText.held).toBe('In another checkout');
    expect(buyingText.sold).toBe('Currently Unavailable');
  });
});
