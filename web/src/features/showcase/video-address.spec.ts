import { videoAddress } from './video-address.js';

describe('the film of a showcase item', () => {
  it('is shown from an address over https', () => {
    expect(videoAddress('https://www.youtube.com/embed/abc')).toBe('https://www.youtube.com/embed/abc');
  });
  it.each([null, '', 'javascript:alert(1)', 'http://example.org/film', '/film', 'data:text/html,x'])(
    'is left out for %j',
    (address) => {
      expect(videoAddress(address)).toBeNull();
    },
  );
});
