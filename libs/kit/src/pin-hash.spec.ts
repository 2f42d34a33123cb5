import { hashPin, parsePinHash, verifyPin } from './pin-hash.js';

describe('the PIN hash', () => {
  it('accepts the PIN it was made of and no other', async () => {
    const kept = parsePinHash(await hashPin('123456789'));
    expect(await verifyPin('123456789', kept)).toBe(true);
    expect(await verifyPin('123456780', kept)).toBe(false);
    expect(await verifyPin('', kept)).toBe(false);
  });

  it('differs each time, since its salt does', async () => {
    expect(await hashPin('123456789')).not.toBe(await hashPin('123456789'));
  });

  it.each([
    'plain',
    'scrypt$32768$8$1$c2FsdA==$aGFzaA==',
    'scrypt$1000$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'scrypt$2$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'bcrypt$32768$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  ])('is refused where it is malformed or too cheap: %s', (text) => {
    expect(() => parsePinHash(text)).toThrow('ADMIN_PIN_HASH');
  });
});
