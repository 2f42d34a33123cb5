import { pictureId, roundedUp, variantChoice } from './variant-choice.js';

test.each([
  [1, 160],
  [160, 160],
  [161, 320],
  [600, 640],
  [1281, 1920],
  [5000, 1920],
])('a wish for %i pixels is rounded up to %i', (wish, width) => {
  expect(roundedUp(wish)).toBe(width);
});

const picture = { width: 800, contentType: 'image/jpeg' };

test('nothing is enlarged', () => {
  expect(variantChoice(picture, { width: 700, format: 'webp' })).toEqual({ format: 'webp', width: 800 });
  expect(variantChoice(picture, { width: 1920, format: 'avif' })).toEqual({ format: 'avif', width: 800 });
  expect(variantChoice(picture, { width: 1920, format: 'original' })).toBeNull();
});

test('without a width it is the picture itself', () => {
  expect(variantChoice(picture, { format: 'avif' })).toBeNull();
});

test('a browser that takes neither WebP nor AVIF gets a narrower copy all the same', () => {
  expect(variantChoice(picture, { width: 300, format: 'original' })).toEqual({ format: 'jpeg', width: 320 });
  expect(variantChoice({ ...picture, contentType: 'image/webp' }, { width: 300, format: 'original' })).toEqual({
    format: 'webp',
    width: 320,
  });
});

test.each([
  '',
  '../secret',
  'a'.repeat(32),
  `${'a'.repeat(32)}.jpg/x`,
  `${'A'.repeat(32)}.jpg`,
  `${'a'.repeat(32)}.svg`,
])('knows no picture by %p', (path) => {
  expect(pictureId(path)).toBeNull();
});

test('knows a picture by its path', () => {
  expect(pictureId(`${'0f'.repeat(16)}.jpg`)).toBe('0f'.repeat(16));
});
