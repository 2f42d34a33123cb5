import { acceptedNames, matchesEtag, preferredEncoding } from './accept.js';

describe('an Accept header', () => {
  it('is parsed into lower-case names, without spaces and parameters', () => {
    expect([...acceptedNames('image/AVIF, image/webp;q=0.8 ,text/html;level=1')]).toEqual([
      'image/avif',
      'image/webp',
      'text/html',
    ]);
  });

  it('leaves out names with q=0', () => {
    expect([...acceptedNames('br;q=0, gzip; q=0.0, zstd;q=1')]).toEqual(['zstd']);
  });

  it('leaves out wildcards', () => {
    expect(acceptedNames('image/*, */*;q=0.8').size).toBe(0);
  });

  it('is an empty set if missing', () => {
    expect(acceptedNames(undefined).size).toBe(0);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    [undefined, undefined],
  ])('prefers br to gzip and gzip to none: %s', (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding);
  });
});

describe('If-None-Match compared with an ETag', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['', false],
  ])('matches for %j: %s', (header, matches) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(matches);
  });
});
