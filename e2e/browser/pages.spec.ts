import { expect } from '@playwright/test';
import { geodeOnSale } from '../shop/calls.js';
import { test } from './site.js';

const FILM = 'https://www.youtube.com/embed/abc';

test('the showcase shows items that cannot be bought, and loads a video of a known host only when played', async ({
  page,
  request,
}) => {
  const { imageUrl } = await geodeOnSale(request);
  const piece = { description: 'Found in a creek.', images: [imageUrl], createdAt: '', updatedAt: '' };
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/showcase', async (route) => {
    await released;
    await route.fulfill({
      json: [
        { ...piece, id: '1', title: 'The large one', images: [imageUrl, `${imageUrl}?`], videoUrl: FILM, tier: 'S' },
        { ...piece, id: '2', title: 'The small one', videoUrl: null, tier: null },
        // the shop refuses such a video, but an item may predate this check
        { ...piece, id: '3', title: 'The old one', videoUrl: 'https://example.org/film', tier: null },
      ],
    });
  });
  const requests: string[] = [];
  await page.route(/youtube|vimeo|ytimg|googlevideo/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'film' });
  });
  await page.goto('/showcase');
  await expect(page.getByRole('list', { name: 'Loading the showcase' })).toBeVisible();
  release();
  const item = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const large = item('The large one');
  await expect(large.getByRole('img', { name: 'The large one' })).toBeVisible();
  await expect(large).toContainText('Museum Quality');
  await expect(large).toContainText('Found in a creek.');
  await expect(large.getByRole('button', { name: /^View/ })).toHaveCount(2);
  await expect(item('The small one')).not.toContainText('Quality');
  await expect(page.getByRole('button', { name: /Cart$/ })).toHaveCount(1);
  await expect(page.getByRole('main').getByText(/Add to Cart|\$/)).toHaveCount(0);

  await test.step('a video of another host is not offered', async () => {
    await expect(item('The old one')).toContainText('Found in a creek.');
    await expect(item('The old one').getByRole('button', { name: 'Play the film' })).toHaveCount(0);
  });
  await test.step('nothing is loaded from the video host before the visitor plays the video', async () => {
    const play = large.getByRole('button', { name: 'Play the film' });
    await play.scrollIntoViewIfNeeded();
    await play.hover();
    await page.waitForLoadState('networkidle');
    expect(requests).toEqual([]);
    await play.click();
    await expect(large.locator('iframe')).toHaveAttribute('src', FILM);
    await expect(large.locator('iframe')).toBeFocused();
    await expect.poll(() => requests).toEqual([FILM]);
  });
});
