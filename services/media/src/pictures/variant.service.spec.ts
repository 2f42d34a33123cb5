import { chooseVariant } from './variant.service.js';

const picture = { width: 800, contentType: 'image/jpeg' };

test.each([
  [1, 160],
  [160, 160],
  [161, 320],
  [600, 640],
  [1281, 1920],
  [5000, 1920],
])('rounds a request for %i pixels up to %i', (requested, width) => {
  const wide = { ...picture, width: 6_000 };
  expect(chooseVariant(wide, { width: requested, format: 'webp' })).toEqual({ format: 'webp', width });
});

test('never enlarges a picture', () => {
  expect(chooseVariant(picture, { width: 700, format: 'webp' })).toEqual({ format: 'webp', width: 800 });
  expect(chooseVariant(picture, { width: 1920, format: 'avif' })).toEqual({ format: 'avif', width: 800 });
  expect(chooseVariant(picture, { width: 1920, format: 'original' })).toBeNull();
});

test('chooses the picture itself without a width', () => {
  expect(chooseVariant(picture, { format: 'avif' })).toBeNull();
});

test('chooses a narrower copy also for a browser without WebP and AVIF', () => {
  expect(chooseVariant(picture, { width: 300, format: 'original' })).toEqual({ format: 'jpeg', width: 320 });
  expect(chooseVariant({ ...picture, contentType: 'image/webp' }, { width: 300, format: 'original' })).toEqual({
    format: 'webp',
    width: 320,
  });
});
