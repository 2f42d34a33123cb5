import { normaliseUrl } from './normalise-url.js';

describe('the address for the router', () => {
  it.each(['/', '/gallery?search=50%', '/gallery?a=%zz', '/objects/a%20b', '/caf%C3%A9', '/a#%zz'])(
    'is the one that came where its path can be decoded: %s',
    (url) => expect(normaliseUrl({ url })).toBe(url),
  );

  it.each([
    ['/%zz', '/%25zz'],
    ['/gallery%', '/gallery%25'],
    ['/%C3%28?a=%20', '/%25C3%2528?a=%20'],
    ['/api/geodes/%', '/api/geodes/%25'],
    ['/%2e%2e/%', '/%252e%252e/%25'],
  ])('is taken letter by letter where it cannot: %s', (url, readable) => expect(normaliseUrl({ url })).toBe(readable));
});
