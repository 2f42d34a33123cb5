import { pictureId } from './picture.entity.js';

const NAME = '0f'.repeat(16);
test.each(['', '../secret', NAME, `${NAME}.jpg/x`, `${NAME.toUpperCase()}.jpg`, `${NAME}.svg`])(
  'finds no picture id in %p',
  (path) => {
    expect(pictureId(path)).toBeNull();
  },
);

test('finds the picture id in a path', () => {
  expect(pictureId(`${NAME}.jpg`)).toBe(NAME);
});
