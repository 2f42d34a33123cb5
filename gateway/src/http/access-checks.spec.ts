import { isSameOrigin, ownOrigins } from './access-checks.js';

const own = ['https://geodes.example', 'http://localhost:8080'];
const sent = (method: string, origin?: string, site?: string) => ({
  method,
  headers: { origin, 'sec-fetch-site': site },
});
const post = (origin?: string, site?: string) => sent('POST', origin, site);

describe('a change', () => {
  it("passes from the shop's own origins", () => {
    for (const origin of own) expect(isSameOrigin(post(origin), own, true)).toBe(true);
  });

  it.each([
    'https://evil.example',
    'https://geodes.example.evil.example',
    'https://evil-geodes.example',
    'https://geodes.example:81',
    'http://geodes.example',
    'null',
    '',
  ])('is refused from the origin %j, with and without proof needed, whatever Sec-Fetch-Site says', (origin) => {
    expect(isSameOrigin(post(origin, 'same-origin'), own, true)).toBe(false);
    expect(isSameOrigin(post(origin), own, false)).toBe(false);
  });

  it('without Origin passes for public calls and is refused for owner calls', () => {
    expect(isSameOrigin(post(), own, false)).toBe(true);
    expect(isSameOrigin(post(), own, true)).toBe(false);
  });

  it('without Origin passes for owner calls if Sec-Fetch-Site says same-origin', () => {
    expect(isSameOrigin(post(undefined, 'same-origin'), own, true)).toBe(true);
    for (const site of ['same-site', 'cross-site', 'none'])
      expect(isSameOrigin(post(undefined, site), own, true)).toBe(false);
    expect(isSameOrigin(post(undefined, 'cross-site'), own, false)).toBe(false);
  });
});

describe("the shop's own origin", () => {
  const publicOrigin = 'https://geodes.example';

  it('is that of PUBLIC_URL alone in production, whatever Host says', () => {
    for (const host of ['localhost:8080', 'evil.example', 'geodes.example:8443', undefined])
      expect(ownOrigins({ publicOrigin, isProduction: true }, host)).toEqual([publicOrigin]);
  });

  it.each(['localhost:8081', '127.0.0.1:8080', '[::1]:8080', 'localhost'])(
    'in development is the requested loopback host, too: %s',
    (host) => {
      expect(ownOrigins({ publicOrigin, isProduction: false }, host)).toEqual([publicOrigin, `http://${host}`]);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8080', '192.168.1.5:8080', ''])(
    'in development is no other requested host: %j',
    (host) => {
      expect(ownOrigins({ publicOrigin, isProduction: false }, host)).toEqual([publicOrigin]);
    },
  );
});

describe('a read', () => {
  it('passes from any origin', () => {
    expect(isSameOrigin(sent('GET', 'https://evil.example', 'cross-site'), own, true)).toBe(true);
  });
});
