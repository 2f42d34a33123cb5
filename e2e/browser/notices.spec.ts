import { expect } from '@playwright/test';
import { card, putOnSale, stopClock, test, toast, uniqueWord } from './site.js';

test('toasts appear one at a time for their set duration and are announced', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await page.clock.install();
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
  const add = card(page, geode!.title).getByRole('button', { name: 'Add to Cart' });
  const save = card(page, geode!.title).getByRole('button', { name: /^Save/ });
  // loads the code of toasts
  await save.click();
  await expect(toast(page, 'Added to wishlist')).toBeVisible();
  await save.click();
  await stopClock(page);
  await add.click();
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(toast(page, 'Added to cart')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await page.clock.runFor(2_500);
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await page.clock.runFor(1_900);
  await page.clock.resume();
  await expect(toast(page, 'Added to cart')).toHaveCount(0);

  await add.click();
  await expect(toast(page, 'Already in cart')).toBeVisible();
  await save.click();
  await expect(toast(page, 'Added to wishlist')).toBeVisible();
  await expect(toast(page, 'Already in cart')).toHaveCount(0);
  await expect(page.locator('[aria-live="polite"]').getByText('Added to wishlist')).toBeVisible();
});

test('tooltips open after 700 ms, and at once within 300 ms of another one', async ({ page, request }) => {
  const word = uniqueWord();
  await putOnSale(request, 2, (index) => ({ title: `${word} ${index}`, tier: index === 0 ? 'A' : 'B' }));
  await page.clock.install();
  await page.goto(`/gallery?search=${word}`);
  await expect(page.locator('#plain')).toHaveCount(0);
  await page.mouse.move(5, 5);
  const badges = page.getByRole('listitem').locator('span[data-state]');
  // A card gets its tooltip when its turn to render comes.
  await expect(badges).toHaveCount(2);
  await badges.first().scrollIntoViewIfNeeded();
  const rest = async (index: number) => {
    const { x, y, width, height } = (await badges.nth(index).boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  };
  await stopClock(page);
  await rest(0);
  await page.clock.runFor(650);
  await expect(badges.nth(0)).toHaveAttribute('data-state', 'closed');
  await page.clock.runFor(50);
  await expect(badges.nth(0)).toHaveAttribute('data-state', /open/);
  await expect(page.getByRole('tooltip')).toHaveText(/Good|Great|Excellent|Museum Quality/);
  // the first one may still be open when the pointer arrives: its text can be pointed at
  await expect(async () => {
    await page.mouse.move(5, 5);
    await rest(1);
    await page.clock.runFor(20);
    await expect(badges.nth(1)).toHaveAttribute('data-state', /open/, { timeout: 500 });
  }).toPass();
  await expect(badges.nth(0)).toHaveAttribute('data-state', 'closed');
  await test.step('Escape closes it', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});
