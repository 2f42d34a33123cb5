import { randomUUID } from 'node:crypto';
import { catalogForTests, codeOf, geodeBody, refusal } from './catalog-under-test.js';

const catalog = catalogForTests();

describe('the showcase', () => {
  beforeEach(async () => {
    await catalog.changes.settled();
    catalog.changes.clear();
  });

  const body = {
    title: 'Big one',
    description: 'Not for sale',
    images: ['/objects/x'],
    videoUrl: '',
    tier: 'S' as const,
  };

  it('creates an item once, however often the command is repeated', async () => {
    const id = randomUUID();
    const item = await catalog.bus.call('catalog.create-showcase-item', { ...body, id });
    expect(item).toMatchObject({ ...body, id, videoUrl: null });
    expect(await catalog.bus.call('catalog.create-showcase-item', { ...body, title: 'Other', id })).toEqual(item);
    expect(await catalog.changes.settled()).toEqual([id]);
  });

  it('lists items newest first, edits single fields and deletes', async () => {
    const first = await catalog.bus.call('catalog.create-showcase-item', body);
    const second = await catalog.bus.call('catalog.create-showcase-item', { title: 'Next', description: 'd' });
    const list = async () => (await catalog.bus.call('catalog.list-showcase', {})).map(({ id }) => id);
    expect((await list()).slice(0, 2)).toEqual([second.id, first.id]);
    const edited = await catalog.bus.call('catalog.update-showcase-item', {
      id: first.id,
      changes: { tier: null, videoUrl: 'https://player.vimeo.com/video/1' },
    });
    expect(edited).toEqual({
      ...first,
      tier: null,
      videoUrl: 'https://player.vimeo.com/video/1',
      updatedAt: edited.updatedAt,
    });
    await catalog.bus.call('catalog.delete-showcase-item', { id: first.id });
    expect(await list()).not.toContain(first.id);
    expect(await codeOf(catalog.bus.call('catalog.delete-showcase-item', { id: first.id }))).toBe('NOT_FOUND');
    expect(await codeOf(catalog.bus.call('catalog.update-showcase-item', { id: first.id, changes: {} }))).toBe(
      'NOT_FOUND',
    );
    expect(await catalog.changes.settled()).toEqual([first.id, first.id, first.id, second.id].sort());
  });

  it('refuses videos of other hosts than YouTube and Vimeo', async () => {
    const reason = 'Video URL must be the address of a YouTube or Vimeo video.';
    const wrong = { ...body, videoUrl: 'https://video.example/1' };
    const { code, message, details } = await refusal(catalog.bus.call('catalog.create-showcase-item', wrong));
    expect([code, message, details]).toEqual(['BAD_REQUEST', reason, [{ field: 'videoUrl', reason }]]);
    const youtube = { ...body, videoUrl: ' https://youtu.be/dQw4w9WgXcQ ' };
    const item = await catalog.bus.call('catalog.create-showcase-item', youtube);
    expect(item.videoUrl).toBe('https://youtu.be/dQw4w9WgXcQ');
    const edit = (videoUrl: string | null) =>
      catalog.bus.call('catalog.update-showcase-item', { id: item.id, changes: { videoUrl } });
    expect(await codeOf(edit('javascript:alert(1)'))).toBe('BAD_REQUEST');
    // An item may be older than the rule: its video may stay.
    await catalog.database.query('UPDATE showcase_item SET video_url = $1 WHERE id = $2', [wrong.videoUrl, item.id]);
    expect((await edit(wrong.videoUrl)).videoUrl).toBe(wrong.videoUrl);
    expect((await edit(' ')).videoUrl).toBeNull();
  });

  it('passes pictures of any form through unchanged', async () => {
    const images = ['/objects/x', 'https://pictures.example/a.jpg', 'geode.jpg'];
    const item = await catalog.bus.call('catalog.create-showcase-item', { ...body, images });
    expect(item.images).toEqual(images);
  });
});

describe('used pictures', () => {
  const used = async (...names: string[]) => (await catalog.bus.call('catalog.used-pictures', { names })).used.sort();

  it('used-pictures returns the pictures of geodes and showcase items in any form of their URLs', async () => {
    const imageUrls = [
      '/objects/a.jpg',
      '/objects/b.jpg?w=640',
      'https://shop.example/objects/c.webp',
      'https://x.example/y',
    ];
    const geode = await catalog.bus.call('catalog.create-geode', geodeBody({ imageUrl: undefined, imageUrls }));
    const images = ['/objects/d.jpg', '/objects/a.jpg'];
    const item = await catalog.bus.call('catalog.create-showcase-item', { title: 'T', description: 'D', images });
    const names = ['a.jpg', 'b.jpg', 'c.webp', 'd.jpg', 'e.jpg'];
    expect(await used(...names)).toEqual(['a.jpg', 'b.jpg', 'c.webp', 'd.jpg']);
    await catalog.bus.call('catalog.delete-geode', { id: geode.id });
    expect(await used(...names)).toEqual(['a.jpg', 'd.jpg']);
    await catalog.bus.call('catalog.delete-showcase-item', { id: item.id });
    expect(await used(...names)).toEqual([]);
  });

  it('used-pictures returns nothing for no names and refuses more than 500', async () => {
    expect(await used()).toEqual([]);
    await expect(used(...Array<string>(501).fill('a.jpg'))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
