import { expect, type Page } from '@playwright/test';
import { square } from '../shop/settings.js';
import { email, expectReceipt, fillShipping, openCart, payButton, payByCard, test, toast } from './site.js';
import { expectAccessible } from './expect-accessible.js';
import { ON_PHONE } from './on-phone.js';

const addFirstGeode = async (page: Page): Promise<string> => {
  await page.goto('/gallery?sortBy=price-asc&category=individual');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Add to Cart' }) })
    .first();
  const title = (await card.getByRole('heading').innerText()).trim();
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  return title;
};

test(
  'a buyer finds a geode with filters, puts it in the cart, pays by card and finds the order by email, and every step meets WCAG 2.2 AA',
  { tag: ON_PHONE },
  async ({ page }) => {
    test.slow();
    const title = await addFirstGeode(page);
    const steps = await openCart(page);
    await expect(steps.getByText(title)).toBeVisible();
    await expect(steps.getByText('No account required - checkout as guest')).toBeVisible();
    await expectAccessible(page, 'the cart');
    await steps.getByRole('button', { name: 'Continue to Shipping' }).click();

    const address = email();
    await test.step('the buyer leaves the fields empty, mistypes state and zip code, and then corrects them', async () => {
      const onward = steps.getByRole('button', { name: 'Continue to Payment' });
      await onward.click();
      await expect(steps.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page, 'shipping, with errors');
      await fillShipping(page, address, 'x');
      await steps.getByLabel('Zip code').fill('x');
      await expect(steps.getByText('First-time customer: 10% off this order')).toBeVisible();
      await onward.click();
      await expect(steps.getByText('A US zip code has five digits.')).toBeVisible();
      await expectAccessible(page, 'shipping, with questions');
      await fillShipping(page, address);
      await onward.click();
    });
    const number = await test.step('the payment is captured, and the confirmation shows the order number', async () => {
      await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
      await expectAccessible(page, 'payment');
      const before = (await square.payments()).length;
      await payByCard(page);
      const receipt = await expectReceipt(page);
      await expect(page.getByText('Order Complete')).toBeVisible();
      expect((await square.payments()).slice(before).map(({ status }) => status)).toEqual(['COMPLETED']);
      await expectAccessible(page, 'the confirmation');
      const text = await receipt.innerText();
      await receipt.getByRole('button', { name: 'Close' }).first().click();
      await expect(receipt).toHaveCount(0);
      return /\b[0-9A-F]{8}\b/.exec(text)?.[0] ?? '';
    });
    expect(number).not.toBe('');

    await page.goto('/track-order');
    await expect(page.getByLabel(/e-?mail/i)).toHaveValue(address);
    await page.getByRole('button', { name: /track|find|look/i }).click();
    await expect(page.getByText('Found 1 order(s)')).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();
    await expect(page.getByText('Awaiting Shipment')).toBeVisible();
    await expectAccessible(page, 'a found order');
    await openCart(page);
    await expect(steps.getByText('Your cart is empty')).toBeVisible();
    await expectAccessible(page, 'the empty cart');
  },
);
