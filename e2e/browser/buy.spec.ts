import { expect, type Page } from '@playwright/test';
import { square } from '../shop/address.js';
import { email, expectReceipt, fillCard, fillShipping, payButton, test, toast } from './buyer.js';
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
  'a buyer finds a geode with filters, puts it in the cart, pays by card and finds the order by email',
  { tag: ON_PHONE },
  async ({ page }) => {
    const title = await addFirstGeode(page);
    await page.getByRole('button', { name: /^Cart/ }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(title)).toBeVisible();
    await expect(drawer.getByText('No account required - checkout as guest')).toBeVisible();
    await drawer.getByRole('button', { name: 'Continue to Shipping' }).click();

    const address = email();
    await fillShipping(page, address);
    await drawer.getByRole('button', { name: 'Continue to Payment' }).click();
    await fillCard(page, '4111 1111 1111 1111');
    const before = (await square.payments()).length;
    await payButton(page).click();

    const receipt = await expectReceipt(page);
    await expect(page.getByText('Order Complete')).toBeVisible();
    const number = /\b[0-9A-F]{8}\b/.exec(await receipt.innerText())?.[0] ?? '';
    expect(number).not.toBe('');
    expect((await square.payments()).slice(before).map(({ status }) => status)).toEqual(['COMPLETED']);

    await page.goto('/track-order');
    await expect(page.getByLabel(/e-?mail/i)).toHaveValue(address);
    await page.getByRole('button', { name: /track|find|look/i }).click();
    await expect(page.getByText('Found 1 order(s)')).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();
    await expect(page.getByText('Awaiting Shipment')).toBeVisible();
  },
);
