import { embedUrl } from './embed-url.js';

describe('the video of a showcase item', () => {
  it.each([
    ['https://www.youtube.com/embed/abc', 'https://www.youtube.com/embed/abc'],
    ['https://www.youtube.com/embed/abc?start=9', 'https://www.youtube.com/embed/abc?start=9'],
    ['https://www.youtube-nocookie.com/embed/abc', 'https://www.youtube-nocookie.com/embed/abc'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    [' http://youtu.be/dQw4w9WgXcQ?si=x ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://player.vimeo.com/video/76979871?h=1', 'https://player.vimeo.com/video/76979871?h=1'],
  ])('of %s is shown from %s', (typed, shown) => {
    expect(embedUrl(typed)).toBe(shown);
    expect(embedUrl(shown)).toBe(shown);
  });

  it.each([
    null,
    '',
    ' ',
    'javascript:alert(1)',
    'javascript://youtube.com/watch?v=%0aalert(1)',
    'data:text/html,x',
    '/film',
    'https://example.org/film',
    'https://youtube.com.evil.example/embed/abc',
    'https://evil.example/youtube.com/embed/abc',
    'https://www.youtube.com@evil.example/embed/abc',
    'https://www.youtube.com:8443/embed/abc',
    'https://www.youtube.com/',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/embed/a%2fb',
    'https://vimeo.com/about',
    'https://constructor/76979871',
  ])('is left out for %j', (typed) => {
    expect(embedUrl(typed)).toBeNull();
  });
});
