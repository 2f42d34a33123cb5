import { expect, type Page } from '@playwright/test';
import { buy } from '../shop/calls.js';
import {
  card,
  drawer,
  email,
  fillCard,
  goToPayment,
  isPhone,
  openCart,
  payButton,
  putOnSale,
  storeCart,
  test,
  uniqueWord,
  untilFocused,
  waitForLayers,
} from './site.js';
import { ON_PHONE } from './on-phone.js';

// with motion, because layers close late then
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Goes from the terms to the gallery within the site, so that one Back too many leads to the terms. */
const galleryAfterTerms = async (page: Page) => {
  await page.goto('/terms');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Gallery' }).click();
  await expect(page.getByRole('list', { name: 'Geodes' })).toBeVisible();
};

test('Back closes the enlarged picture, then the open geode, and then leaves the page', async ({ page, request }) => {
  const word = uniqueWord();
  await putOnSale(request, 1, () => ({ title: word }));
  await page.goto(`/gallery?search=${word}`);
  const list = page.url();
  const detail = page.getByRole('dialog', { name: word, exact: true });
  const zoom = page.getByRole('dialog', { name: `${word}, enlarged` });
  await card(page, word).getByRole('button', { name: 'View Details' }).click();
  await expect(detail).toBeVisible();
  const opened = page.url();
  const button = detail.getByRole('button', { name: 'Zoom', exact: true });
  await button.click();
  await untilFocused(zoom);

  await page.goBack();
  await expect(zoom).toHaveCount(0);
  await expect(detail).toBeVisible();
  await expect(button).toBeFocused();
  await expect(page).toHaveURL(opened);
  await page.goBack();
  await expect(detail).toHaveCount(0);
  await expect(page).toHaveURL(list);
  await test.step('Forward reopens the geode but not the picture', async () => {
    await page.goForward();
    await expect(detail).toBeVisible();
    await page.goForward();
    await waitForLayers(page, 0);
    await expect(zoom).toHaveCount(0);
    await page.goBack();
    await expect(detail).toHaveCount(0);
    await expect(page).toHaveURL(list);
  });
  await test.step('a reload closes the picture and removes its history entry', async () => {
    await card(page, word)
      .getByRole('button', { name: `Zoom ${word}` })
      .click();
    await expect(zoom).toBeVisible();
    await page.reload();
    await waitForLayers(page, 0);
    await expect(card(page, word)).toBeVisible();
    await expect(zoom).toHaveCount(0);
    await page.goForward();
    await waitForLayers(page, 0);
    await expect(page).toHaveURL(list);
  });
});

test(
  'Back closes a layer and stays on the page; a layer closed by its button leaves no history entry; a page opened from a layer replaces it',
  { tag: ON_PHONE },
  async ({ page }) => {
    await galleryAfterTerms(page);
    const layers = [
      {
        button: page.getByRole('button', { name: /^Zoom / }).first(),
        layer: page.getByRole('dialog', { name: /enlarged$/ }),
      },
      { button: page.getByRole('button', { name: /^Cart/ }), layer: drawer(page) },
      ...(isPhone()
        ? [
            { button: page.getByRole('button', { name: 'Menu' }), layer: page.getByRole('dialog', { name: 'Menu' }) },
            {
              button: page.getByRole('button', { name: /^Filters/ }),
              layer: page.getByRole('dialog', { name: 'Filters' }),
            },
          ]
        : []),
    ];
    for (const { button, layer } of layers) {
      await button.click();
      await untilFocused(layer);
      await page.goBack();
      await expect(layer).toHaveCount(0);
      await expect(button).toBeFocused();
      await expect(page).toHaveURL('/gallery');
      await button.click();
      await layer.getByRole('button', { name: 'Close' }).first().click();
      await expect(layer).toHaveCount(0);
      await waitForLayers(page, 0);
      await expect(button).toBeFocused();
    }
    await page.goBack();
    await expect(page).toHaveURL('/terms');

    const cart = await openCart(page);
    await cart.getByRole('button', { name: 'Browse Geodes' }).click();
    await expect(cart).toHaveCount(0);
    await expect(page).toHaveURL('/gallery');
    await page.goBack();
    await expect(page).toHaveURL('/terms');
    await expect(cart).toHaveCount(0);
  },
);

test('Back leads from Payment to Shipping, which ends the hold, then to the cart, then closes the cart', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1);
  const mine = email();
  await storeCart(page, [geode!]);
  await galleryAfterTerms(page);
  const steps = await goToPayment(page, mine);
  expect((await buy(request, [geode!.id])).status()).toBe(409);

  await page.goBack();
  await expect(steps.getByRole('heading', { name: 'Shipping' })).toBeVisible();
  await expect(steps.getByLabel('Email')).toHaveValue(mine);
  await expect
    .poll(async () => (await (await request.get(`/api/geodes/${geode!.id}`)).json()).availability)
    .toBe('available');
  await page.goBack();
  await expect(steps.getByRole('heading', { name: 'Cart' })).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL('/gallery');
  await test.step('Forward opens no layer', async () => {
    await page.goForward();
    await waitForLayers(page, 0);
    await expect(drawer(page)).toHaveCount(0);
  });
  await test.step('the buttons of the drawer leave no history entry', async () => {
    await openCart(page);
    await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
    await steps.getByRole('button', { name: 'Back' }).click();
    await expect(steps.getByRole('heading', { name: 'Cart' })).toBeVisible();
    await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
    await steps.getByRole('button', { name: 'Close' }).click();
    await waitForLayers(page, 0);
    await page.goBack();
    await expect(page).toHaveURL('/terms');
  });
});

test('a reload keeps the step, fields and hold of a checkout, but never the card', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1);
  const mine = email();
  await storeCart(page, [geode!]);
  await galleryAfterTerms(page);
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  await steps.getByLabel('First name').fill('Ada');
  await page.reload();
  await expect(steps.getByRole('heading', { name: 'Shipping' })).toBeVisible();
  await expect(steps.getByLabel('First name')).toHaveValue('Ada');
  await steps.getByRole('button', { name: 'Close' }).click();
  await expect(drawer(page)).toHaveCount(0);
  await waitForLayers(page, 0);
  await openCart(page);
  await page.goBack();
  await expect(steps.getByRole('heading', { name: 'Cart' })).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);

  await goToPayment(page, mine);
  await expect(steps.getByText('First-time customer, 10% off')).toBeVisible();
  await fillCard(page);
  await page.reload();
  const pay = payButton(page);
  await expect(pay).toBeEnabled({ timeout: 20_000 });
  await expect(steps).toContainText(mine);
  await expect(steps.getByRole('timer')).toBeVisible();
  await expect(steps.getByText('First-time customer, 10% off')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain(mine);
  expect(stored).not.toContain('4111');

  await test.step('Back still leads through the steps', async () => {
    await page.goBack();
    await expect(steps.getByLabel('Email')).toHaveValue(mine);
    await page.goBack();
    await expect(steps.getByRole('heading', { name: 'Cart' })).toBeVisible();
    await page.goBack();
    await expect(drawer(page)).toHaveCount(0);
    await expect(page).toHaveURL('/gallery');
  });
});
