import { storedPaths, pictureReducer, toFormPictures, type FormPicture } from './picture-list.js';

const ids = (pictures: FormPicture[]) => pictures.map(({ id }) => id);
const kept = toFormPictures(['/objects/a', '/objects/b', '/objects/c']);

describe('the pictures of a form', () => {
  it('are those that the shop keeps, each once, in order', () => {
    expect(storedPaths(toFormPictures(['/objects/a', '/objects/b', '/objects/a']))).toEqual([
      '/objects/a',
      '/objects/b',
    ]);
  });

  it('take a chosen file at the end, and its path once it is kept', () => {
    const chosen = pictureReducer(kept, { type: 'chosen', pictures: [{ id: 'new', preview: 'blob:1' }] });
    expect(ids(chosen)).toEqual(['/objects/a', '/objects/b', '/objects/c', 'new']);
    expect(storedPaths(chosen)).toHaveLength(3);
    expect(storedPaths(pictureReducer(chosen, { type: 'kept', id: 'new', path: '/objects/d' }))).toEqual([
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
    ['/objects/a', -1, ['/objects/a', '/objects/b', '/objects/c']],
    ['/objects/c', 3, ['/objects/a', '/objects/b', '/objects/c']],
    ['none', 1, ['/objects/a', '/objects/b', '/objects/c']],
  ])('move %s to place %i', (id, to, order) => {
    expect(ids(pictureReducer(kept, { type: 'moved', id, to }))).toEqual(order);
  });

  it('keep the place of a picture that failed, so that it can be tried again there', () => {
    const chosen = pictureReducer([], { type: 'chosen', pictures: [{ id: 'x' }, { id: 'y' }] });
    const failed = pictureReducer(chosen, { type: 'failed', id: 'x', problem: 'No.', isLoggedOut: false });
    expect(failed[0]).toMatchObject({ id: 'x', state: 'failed', problem: 'No.' });
    const retried = pictureReducer(failed, { type: 'retried', id: 'x' });
    expect(retried[0]).toMatchObject({ id: 'x', state: 'waiting', problem: undefined, sent: 0 });
    expect(ids(pictureReducer(retried, { type: 'removed', id: 'x' }))).toEqual(['y']);
  });
});
