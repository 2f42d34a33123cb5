import { findWrongPicture, pictures } from './pictures.js';

describe('pictures', () => {
  it('takes imageUrl alone', () => expect(pictures({ imageUrl: 'a' })).toEqual(['a']));

  it('takes imageUrls alone', () => expect(pictures({ imageUrls: ['a', 'b'] })).toEqual(['a', 'b']));

  it('puts imageUrl before imageUrls and drops duplicates', () =>
    expect(pictures({ imageUrl: 'b', imageUrls: ['a', 'b', 'c', 'a'] })).toEqual(['b', 'a', 'c']));

  it('returns none for blank fields', () => {
    expect(pictures({})).toEqual([]);
    expect(pictures({ imageUrl: ' ', imageUrls: ['', ' '] })).toEqual([]);
  });

  it('keeps the present pictures if an edit names none', () => {
    expect(pictures({}, ['a', 'b'])).toEqual(['a', 'b']);
    expect(pictures({ imageUrl: null }, ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('replaces the first picture with imageUrl alone', () => {
    expect(pictures({ imageUrl: 'c' }, ['a', 'b'])).toEqual(['c', 'b']);
  });

  it('leaves none with a blank imageUrl alone', () => expect(pictures({ imageUrl: ' ' }, ['a', 'b'])).toEqual([]));

  it('moves a present picture to the front with imageUrl alone', () =>
    expect(pictures({ imageUrl: 'b' }, ['a', 'b', 'c'])).toEqual(['b', 'a', 'c']));

  it('replaces all pictures with imageUrls', () => {
    expect(pictures({ imageUrls: ['x'] }, ['a', 'b'])).toEqual(['x']);
    expect(pictures({ imageUrls: [] }, ['a', 'b'])).toEqual([]);
  });
});

describe('findWrongPicture', () => {
  it.each(['/objects/a.webp', 'https://pictures.example/a.jpg', 'http://pictures.example/a.jpg'])(
    'accepts %s',
    (picture) => expect(findWrongPicture([picture])).toBeUndefined(),
  );

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,aa',
    '//pictures.example/a.jpg',
    '/etc/a',
    'a.jpg',
    'ftp://a/b',
  ])('finds %s', (picture) => expect(findWrongPicture(['/objects/a.webp', picture])).toBe(picture));

  it('lets a present picture stay', () => {
    expect(findWrongPicture(['a.jpg', '/objects/b'], ['a.jpg'])).toBeUndefined();
    expect(findWrongPicture(['a.jpg', 'b.jpg'], ['a.jpg'])).toBe('b.jpg');
  });
});
