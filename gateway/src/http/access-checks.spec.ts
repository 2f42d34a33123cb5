import { isSameOrigin } from './access-checks.js';

const own = ['https://geodes.example', 'http://localhost:8080'];
const post = (origin?: string, secFetchSite?: string) => ({ method: 'POST', origin, secFetchSite });

describe('a change', () => {
  it("passes from the shop's own origins", () => {
    for (const origin of own) expect(isSameOrigin(post(origin), own, true)).toBe(true);
  });

  it.each(['https://evil.example', 'https://geodes.example.evil.example', 'http://geodes.example', 'null', ''])(
    'is refused from the origin %j, with and without proof needed, whatever Sec-Fetch-Site says',
    (origin) => {
      expect(isSameOrigin(post(origin, 'same-origin'), own, true)).toBe(false);
      expect(isSameOrigin(post(origin), own, false)).toBe(false);
    },
  );

  it('without Origin passes for public calls and is refused for owner calls', () => {
    expect(isSameOrigin(post(), own, false)).toBe(true);
    expect(isSameOrigin(post(), own, true)).toBe(false);
  });

  it('without Origin passes for owner calls if Sec-Fetch-Site says same-origin', () => {
    expect(isSameOrigin(post(undefined, 'same-origin'), own, true)).toBe(true);
    expect(isSameOrigin(post(undefined, 'same-site'), own, true)).toBe(false);
    expect(isSameOrigin(post(undefined, 'cross-site'), own, false)).toBe(false);
  });
});

describe('a read', () => {
  it('passes from any origin', () => {
    expect(isSameOrigin({ method: 'GET', origin: 'https://evil.example', secFetchSite: 'cross-site' }, own, true)).toBe(
      true,
    );
  });
});
