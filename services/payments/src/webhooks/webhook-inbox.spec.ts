import { isSigned } from './webhook-inbox.js';

describe("the signature of Square's webhooks", () => {
  const url = 'https://example.com/webhook';
  const key = 'asdf1234';
  const body = Buffer.from('{"hello":"world"}');
  const signature = '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=';

  it('accepts what the official SDK accepts', () => {
    expect(isSigned({ body, signature }, url, key)).toBe(true);
  });

  it('refuses another body, URL, key or signature', () => {
    expect(isSigned({ body: Buffer.from('{"hello":"World"}'), signature }, url, key)).toBe(false);
    expect(isSigned({ body, signature }, `${url}/`, key)).toBe(false);
    expect(isSigned({ body, signature }, url, 'asdf1235')).toBe(false);
    expect(isSigned({ body, signature: signature.replace('2k', '3k') }, url, key)).toBe(false);
    expect(isSigned({ body, signature: signature.slice(0, 20) }, url, key)).toBe(false);
    expect(isSigned({ body, signature: '' }, url, key)).toBe(false);
  });

  it('accepts nothing if no key is configured', () => {
    expect(isSigned({ body, signature: '' }, url, '')).toBe(false);
  });
});
