import { isWeakPin } from './weak-pin.js';

describe('a weak PIN', () => {
  it.each([
    '000000000',
    '777777777',
    '123456789',
    '012345678',
    '987654321',
    '890123456',
    '246802468',
    '123123123',
    '121212121',
    '123412341',
    '112233445',
    '111222333',
    '122333444',
    '123454321',
    '123456780',
    '123456123',
    '147258369',
    '789456123',
    '100000001',
  ])('is %s', (pin) => {
    expect(isWeakPin(pin)).toBe(true);
  });

  it.each(['271828182', '314159265', '580273916', '904417362', '837465092'])('is not %s', (pin) => {
    expect(isWeakPin(pin)).toBe(false);
  });

  it('is at most one in fifty of all PINs, so a random one is soon found', () => {
    let weak = 0;
    for (let number = 0; number < 1_000_000_000; number += 99_991)
      if (isWeakPin(String(number).padStart(9, '0'))) weak += 1;
    expect(weak).toBeLessThan(10_001 / 50);
  });
});
