import { hashPin, parsePinHash, verifyPin } from './pin-hash.js';

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
