import { pictures } from './pictures.js';

describe('the pictures of a geode', () => {
  it('are the one that is given alone', () => expect(pictures({ imageUrl: 'a' })).toEqual(['a']));

  it('are the list that is given alone', () => expect(pictures({ imageUrls: ['a', 'b'] })).toEqual(['a', 'b']));

  it('begin with imageUrl where both are given, and hold none twice', () =>
    expect(pictures({ imageUrl: 'b', imageUrls: ['a', 'b', 'c', 'a'] })).toEqual(['b', 'a', 'c']));

  it('may be none', () => {
    expect(pictures({})).toEqual([]);
    expect(pictures({ imageUrl: ' ', imageUrls: ['', ' '] })).toEqual([]);
  });

  it('stay where an edit names none', () => {
    expect(pictures({}, ['a', 'b'])).toEqual(['a', 'b']);
    expect(pictures({ imageUrl: null }, ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('get a new first one by imageUrl alone', () => {
    expect(pictures({ imageUrl: 'c' }, ['a', 'b'])).toEqual(['c', 'b']);
    expect(pictures({ imageUrl: 'b' }, ['a', 'b'])).toEqual(['b']);
  });

  it('are replaced by a list in an edit', () => {
    expect(pictures({ imageUrls: ['x'] }, ['a', 'b'])).toEqual(['x']);
    expect(pictures({ imageUrls: [] }, ['a', 'b'])).toEqual([]);
  });
});
