import { availabilityOf, buyingText } from './availability.js';

describe('the availability of a geode', () => {
  it('is what the shop says', () => {
    expect(availabilityOf({ availability: 'held', isAvailable: false })).toBe('held');
    expect(availabilityOf({ availability: 'available', isAvailable: true, availableQuantity: 1 })).toBe('available');
  });
  it('is decided by isAvailable where it is missing', () => {
    expect(availabilityOf({ isAvailable: false, availableQuantity: 1 })).toBe('sold');
    expect(availabilityOf({ isAvailable: true })).toBe('available');
  });
  it('is decided by the units on hand, 1 by default, where both are missing', () => {
    expect(availabilityOf({ availableQuantity: 0 })).toBe('sold');
    expect(availabilityOf({})).toBe('available');
  });
  it('is said on the button', () => {
    expect(buyingText.held).toBe('In another checkout');
    expect(buyingText.sold).toBe('Currently Unavailable');
  });
});
