import { mailtoUrl, telUrl } from './contact-links.js';

describe('a link to write or call', () => {
  it('writes to exactly the email address, without headers that hide in it', () => {
    expect(mailtoUrl('ann.lee@example.com')).toBe('mailto:ann.lee@example.com');
    expect(mailtoUrl('a?bcc=x@example.com&body=y')).toBe('mailto:a%3Fbcc%3Dx@example.com%26body%3Dy');
  });

  it('calls the digits without an extension, with a plus at the start only', () => {
    expect(telUrl('+1 (319) 555-0142')).toBe('tel:+13195550142');
    expect(telUrl('(319) 555-0100 ext. 4')).toBe('tel:3195550100');
    expect(telUrl('319+555;phone-context=evil')).toBe('tel:319555');
  });
});
