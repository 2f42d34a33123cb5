import { containOf, coverOf } from './draw-picture.js';

describe('a drawn picture', () => {
  it('fills a wide area and is cropped equally above and below', () => {
    expect(coverOf({ width: 800, height: 1000 }, { x: 0, y: 0, width: 400, height: 200 })).toEqual({
      x: 0,
      y: 300,
      width: 800,
      height: 400,
    });
  });

  it('fills a tall area and is cropped equally at the left and right', () => {
    expect(coverOf({ width: 800, height: 1000 }, { x: 9, y: 9, width: 100, height: 250 })).toEqual({
      x: 200,
      y: 0,
      width: 400,
      height: 1000,
    });
  });

  it('is shown whole and centred if it is a drawing', () => {
    expect(containOf({ width: 640, height: 440 }, { x: 10, y: 20, width: 320, height: 400 })).toEqual({
      x: 10,
      y: 110,
      width: 320,
      height: 220,
    });
  });
});
