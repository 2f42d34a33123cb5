import { normaliseUrl } from './normalise-url.js';

describe('the URL for the router', () => {
  it.each(['/', '/gallery?search=50%', '/gallery?a=%zz', '/objects/a%20b', '/caf%C3%A9', '/a#%zz'])(
    'is unchanged if its path can be decoded: %s',
    (url) => expect(normaliseUrl({ url })).toBe(url),
  );

  it.each([
    ['/%zz', '/%25zz'],
    ['/gallery%', '/gallery%25'],
    ['/%C3%28?a=%20', '/%25C3%2528?a=%20'],
    ['/api/geodes/%', '/api/geodes/%25'],
    ['/%2e%2e/%', '/%252e%252e/%25'],
  ])('is escaped if its path cannot be decoded: %s', (url, escaped) => expect(normaliseUrl({ url })).toBe(escaped));
});
