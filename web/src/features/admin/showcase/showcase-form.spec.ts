import type { ShowcaseItem } from '@geodes/contracts';
import { toFormPictures, type FormPicture } from '../pictures/picture-list.js';
import { toForm, itemChanges, newItemBody, showcaseFormRules } from './showcase-form.js';

const item: ShowcaseItem = {
  id: '1',
  title: 'Grey Rain',
  description: 'Chalcedony in drops.',
  images: ['/objects/a', '/objects/b'],
  videoUrl: 'https://www.youtube.com/embed/abc',
  tier: 'S',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('the showcase form', () => {
  it('sends all fields of a new item: the video as embed URL, empty values as null', () => {
    const form = { ...toForm(), title: ' T ', description: ' D ', videoUrl: 'https://youtu.be/abc' };
    expect(newItemBody(form)).toEqual({
      title: 'T',
      description: 'D',
      images: [],
      videoUrl: 'https://www.youtube.com/embed/abc',
      tier: null,
    });
    expect(newItemBody({ ...form, videoUrl: ' ' }).videoUrl).toBeNull();
  });

  it('sends nothing if nothing was changed, even if the video host is no longer accepted', () => {
    expect(itemChanges(item, toForm(item))).toEqual({});
    expect(itemChanges(item, { ...toForm(item), title: ' Grey Rain ' })).toEqual({});
    const lines = { ...item, description: 'One\r\nTwo' };
    expect(itemChanges(lines, toForm(lines))).toEqual({});
    const old = { ...item, videoUrl: 'https://example.org/film' };
    expect(itemChanges(old, toForm(old))).toEqual({});
  });

  it('sends only the changed fields', () => {
    expect(itemChanges(item, { ...toForm(item), title: 'Rain', tier: 'none' })).toEqual({ title: 'Rain', tier: null });
    expect(itemChanges(item, { ...toForm(item), videoUrl: '' })).toEqual({ videoUrl: null });
    expect(itemChanges(item, { ...toForm(item), pictures: toFormPictures(['/objects/b', '/objects/a']) })).toEqual({
      images: ['/objects/b', '/objects/a'],
    });
  });

  const rules = showcaseFormRules();

  it('accepts videos of YouTube and Vimeo, or none', () => {
    expect(rules.videoUrl('')).toBe(true);
    expect(rules.videoUrl('https://vimeo.com/76979871')).toBe(true);
    expect(rules.videoUrl('https://example.org/film.mp4')).toBe(
      'Video URL must be the address of a YouTube or Vimeo video.',
    );
    // An unchanged video URL must not block other changes.
    expect(
      showcaseFormRules({ ...item, videoUrl: 'https://example.org/film' }).videoUrl('https://example.org/film'),
    ).toBe(true);
  });

  it('requires a title and a description that are not blank, and waits for uploads', () => {
    expect([rules.title(' '), rules.description('')]).toEqual(['Title is required.', 'Description is required.']);
    const picture = (state: FormPicture['state']): FormPicture => ({ id: 'new', state, path: '', sent: 0 });
    expect(rules.pictures([])).toBe(true);
    expect(rules.pictures([picture('sending')])).not.toBe(true);
    expect(rules.pictures([picture('failed')])).not.toBe(true);
  });
});
