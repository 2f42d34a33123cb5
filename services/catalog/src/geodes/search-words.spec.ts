import { searchQuery, searchVector } from './search-words.js';

describe('search words', () => {
  it('of several texts make one vector', () =>
    expect(searchVector('Smoky Quartz', 'Iowa')).toBe("'smoky' 'quartz' 'iowa'"));

  it('must all match, by prefix', () => expect(searchQuery('Smok  quartz')).toBe("'smok':* & 'quartz':*"));

  it('ask for nothing where there are none', () => expect(searchQuery(" '!? ")).toBeNull());
});
