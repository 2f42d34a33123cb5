import { hashPin, isWeakPin, parsePinHash, verifyPin } from './pin.js';

describe('PIN hash', () => {
  it('accepts only the PIN that was hashed', async () => {
    const pinHash = parsePinHash(await hashPin('123456789'));
    expect(await verifyPin('123456789', pinHash)).toBe(true);
    expect(await verifyPin('123456780', pinHash)).toBe(false);
    expect(await verifyPin('', pinHash)).toBe(false);
  });

  it('hashes the same PIN differently, because the salt is random', async () => {
    expect(await hashPin('123456789')).not.toBe(await hashPin('123456789'));
  });

  it.each([
    'plain',
    'scrypt$32768$8$1$c2FsdA==$aGFzaA==',
    'scrypt$1000$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'scrypt$2$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'bcrypt$32768$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  ])('refuses a PIN hash that is malformed or too cheap to compute: %s', (text) => {
    expect(() => parsePinHash(text)).toThrow('ADMIN_PIN_HASH');
  });
});

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
