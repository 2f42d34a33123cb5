import { isEmailAddress } from './email.js';

describe('isEmailAddress', () => {
  it.each([
    'alex@example.com',
    'Alex.O’Neil@example.com'.replace('’', "'"),
    'alex+shop_1@mail.example.co.uk',
    'jörg@müller.example',
    'a@b-c.io',
    'alex@example.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts the email %s', (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    '',
    'alex',
    'alex@example',
    '@example.com',
    'alex@',
    'a b@example.com',
    'alex@exam ple.com',
    'alex@@example.com',
    'alex.@example.com',
    '.alex@example.com',
    'a..b@example.com',
    'alex@.example.com',
    'alex@example..com',
    'alex@-example.com',
    'alex@example-.com',
    'alex@example.c',
    'alex@192.168.0.1',
    'alex@[192.168.0.1]',
    'alex@exa_mple.com',
    'a,b@example.com',
    '"a b"@example.com',
    'alex@example.com\n',
    'alex\u0000@example.com',
    `${'a'.repeat(65)}@example.com`,
    `alex@${`${'a'.repeat(60)}.`.repeat(5)}com`,
  ])('refuses the email %j', (text) => expect(isEmailAddress(text)).toBe(false));

  it('checks a malicious email within a second', () => {
    const began = performance.now();
    expect(isEmailAddress(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`)).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
