import { byteRange, isPicturePath, pictureFormat, pictureWidth } from './picture-request.js';

describe('the width of a picture', () => {
  it.each([
    ['1', 160],
    ['160', 160],
    ['161', 320],
    ['400', 480],
    ['1281', 1920],
    ['1920', 1920],
    ['4000', 1920],
  ])('is rounded up from %s to %i', (w, width) => {
    expect(pictureWidth(w)).toBe(width);
  });

  it('is undefined without w', () => {
    expect(pictureWidth(undefined)).toBeUndefined();
    expect(pictureWidth('')).toBeUndefined();
  });

  it.each(['0', '0x10', '-1', '1.5', 'wide', '1e3', ' 160', '999999', ['100', '200']])(
    'throws for a malformed w: %j',
    (w) => {
      expect(() => pictureWidth(w)).toThrow('Please give a width');
    },
  );
});

describe('the format of a picture', () => {
  it.each([
    ['image/avif,image/webp,image/*,*/*;q=0.8', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['image/avif;q=0, image/webp', 'webp'],
    ['*/*', 'original'],
    [undefined, 'original'],
  ])('for the Accept header %s is %s', (accept, format) => {
    expect(pictureFormat(accept)).toBe(format);
  });
});

describe('the path of a picture', () => {
  it.each(['3f2a.webp', 'a/b-c_d.avif', '0f0e'])('may be %s', (path) => {
    expect(isPicturePath(path)).toBe(true);
  });
  it.each(['', '../secret', 'a/../b', '/etc', 'a//b', '.hidden', 'a b', 'a\0b', 'x'.repeat(201)])(
    'cannot be %j',
    (path) => {
      expect(isPicturePath(path)).toBe(false);
    },
  );
});

describe('a range of a picture', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=0-1', 'whole'],
    [undefined, 'whole'],
  ])('for the header %s of 100 bytes', (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });
});
