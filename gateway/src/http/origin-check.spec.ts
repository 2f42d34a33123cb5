import { isFromHere } from './origin-check.js';

const own = ['https://geodes.example', 'http://localhost:8080'];
const post = (origin?: string, secFetchSite?: string) => ({ method: 'POST', origin, secFetchSite });

describe('a state-changing call', () => {
  it('passes from the shop itself', () => {
    for (const origin of own) expect(isFromHere(post(origin), own, true)).toBe(true);
  });

  it.each(['https://evil.example', 'https://geodes.example.evil.example', 'http://geodes.example', 'null', ''])(
    'is refused from %s, public or not, whatever Sec-Fetch-Site says',
    (origin) => {
      expect(isFromHere(post(origin, 'same-origin'), own, true)).toBe(false);
      expect(isFromHere(post(origin), own, false)).toBe(false);
    },
  );

  it('without Origin passes on public calls and is refused on the ones of the owner', () => {
    expect(isFromHere(post(), own, false)).toBe(true);
    expect(isFromHere(post(), own, true)).toBe(false);
  });

  it('of the owner passes without Origin where the browser says same-origin', () => {
    expect(isFromHere(post(undefined, 'same-origin'), own, true)).toBe(true);
    expect(isFromHere(post(undefined, 'same-site'), own, true)).toBe(false);
    expect(isFromHere(post(undefined, 'cross-site'), own, false)).toBe(false);
  });
});

describe('a reading call', () => {
  it('passes from anywhere', () => {
    expect(isFromHere({ method: 'GET', origin: 'https://evil.example', secFetchSite: 'cross-site' }, own, true)).toBe(
      true,
    );
  });
});
