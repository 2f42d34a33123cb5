import { expect, type Page } from '@playwright/test';
import { card, putOnSale, test, toast, uniqueWord } from './buyer.js';

/** Measures in the page how long a toast stays, ms. */
const duration = async (page: Page, title: string, cause: () => Promise<void>): Promise<number> => {
  const seen = page.evaluate(
    (prefix) =>
      new Promise<number>((resolve) => {
        let from = 0;
        const poll = () => {
          const isThere = [...document.querySelectorAll('[aria-live] li:not([data-removed="true"])')].some((one) =>
            one.textContent.startsWith(prefix),
          );
          if (isThere && from === 0) from = performance.now();
          if (!isThere && from > 0) resolve(performance.now() - from);
          else requestAnimationFrame(poll);
        };
        poll();
      }),
    title,
  );
  await cause();
  return seen;
};

test('toasts appear one at a time for their set duration and are announced', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  await page.goto(`/gallery?search=${encodeURIComponent(geode!.title)}`);
  const add = card(page, geode!.title).getByRole('button', { name: 'Add to Cart' });
  const save = card(page, geode!.title).getByRole('button', { name: /^Save/ });
  const around = (wanted: number, measured: number) => {
    expect(measured).toBeGreaterThan(wanted - 300);
    expect(measured).toBeLessThan(wanted + 1_500);
  };
  around(3_000, await duration(page, 'Added to cart', () => add.click()));

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
    return Date.now();
  };
  let from = await rest(0);
  await expect(badges.nth(0)).toHaveAttribute('data-state', /open/);
  expect(Date.now() - from).toBeGreaterThan(600);
  await expect(page.getByRole('tooltip')).toHaveText(/Good|Great|Excellent|Museum Quality/);
  from = await rest(1);
  await expect(badges.nth(1)).toHaveAttribute('data-state', /open/);
  expect(Date.now() - from).toBeLessThan(600);
  await expect(badges.nth(0)).toHaveAttribute('data-state', 'closed');
  await test.step('Escape closes it', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});
