import { pictureAt, pictureSet } from './picture-source.js';

describe('picture sources', () => {
  it('offers an own picture in the widths that /objects serves', () => {
    expect(pictureSet('/objects/a1')).toBe(
      '/objects/a1?w=160 160w, /objects/a1?w=320 320w, /objects/a1?w=480 480w, /objects/a1?w=640 640w, ' +
        '/objects/a1?w=960 960w, /objects/a1?w=1280 1280w, /objects/a1?w=1920 1920w',
    );
  });
  it('offers no file wider than the given width', () => {
    expect(pictureSet('/objects/a1', 320)).toBe('/objects/a1?w=160 160w, /objects/a1?w=320 320w');
  });
  it('returns other URLs unchanged', () => {
    expect(pictureSet('https://example.org/stone.jpg')).toBeUndefined();
    expect(pictureAt('https://example.org/stone.jpg', 640)).toBe('https://example.org/stone.jpg');
    expect(pictureAt('/objects/a1', 640)).toBe('/objects/a1?w=640');
  });
});
