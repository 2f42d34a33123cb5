import { storedPaths, pictureReducer, toFormPictures, type FormPicture } from './picture-list.js';

const ids = (pictures: FormPicture[]) => pictures.map(({ id }) => id);
const stored = toFormPictures(['/objects/a', '/objects/b', '/objects/c']);

describe('the picture list of a form', () => {
  it('contains each stored picture once, in order', () => {
    expect(storedPaths(toFormPictures(['/objects/a', '/objects/b', '/objects/a']))).toEqual([
      '/objects/a',
      '/objects/b',
    ]);
  });

  it('appends a chosen file, and its path when it is stored', () => {
    const chosen = pictureReducer(stored, { type: 'chosen', pictures: [{ id: 'new', preview: 'blob:1' }] });
    expect(ids(chosen)).toEqual(['/objects/a', '/objects/b', '/objects/c', 'new']);
    expect(storedPaths(chosen)).toHaveLength(3);
    expect(storedPaths(pictureReducer(chosen, { type: 'stored', id: 'new', path: '/objects/d' }))).toEqual([
      '/objects/a',
      '/objects/b',
      '/objects/c',
      '/objects/d',
    ]);
  });

  it.each([
    ['/objects/c', 0, ['/objects/c', '/objects/a', '/objects/b']],
    ['/objects/a', 1, ['/objects/b', '/objects/a', '/objects/c']],
    ['/objects/a', 2, ['/objects/b', '/objects/c', '/objects/a']],
    ['none', 1, ['/objects/a', '/objects/b', '/objects/c']],
  ])('moves %s to place %i', (id, to, order) => {
    expect(ids(pictureReducer(stored, { type: 'moved', id, to }))).toEqual(order);
  });

  it('keeps the place of a failed picture for its retry', () => {
    const chosen = pictureReducer([], { type: 'chosen', pictures: [{ id: 'x' }, { id: 'y' }] });
    const failed = pictureReducer(chosen, { type: 'failed', id: 'x', problem: 'No.', isLoggedOut: false });
    expect(failed[0]).toMatchObject({ id: 'x', state: 'failed', problem: 'No.' });
    const retried = pictureReducer(failed, { type: 'retried', id: 'x' });
    expect(retried[0]).toMatchObject({ id: 'x', state: 'waiting', problem: undefined, sent: 0 });
    expect(ids(pictureReducer(retried, { type: 'removed', id: 'x' }))).toEqual(['y']);
  });
});
