import type { Hold } from '@geodes/contracts';
import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import { buy } from '../shop/calls.js';
import {
  FAILED_RESPONSE,
  card,
  drawer,
  email,
  goToPayment,
  openCart,
  payButton,
  putOnSale,
  storeCart,
  test,
  toast,
  untilLive,
  waitForLiveStream,
} from './site.js';

/** Opens a second tab of the same browser. */
const openTab = async (context: BrowserContext): Promise<Page> => {
  const tab = await context.newPage();
  await tab.goto('/terms');
  return tab;
};

test('a geode removed in another tab leaves the payment step, and the others stay held until both tabs that pay for them are closed', async ({
  page,
  context,
  request,
}) => {
  const [unsold, removed] = await putOnSale(request, 2);
  await storeCart(page, [unsold!, removed!]);
  await untilLive(page, () => page.goto('/terms'));
  const steps = await goToPayment(page, email());
  await expect(steps.getByText('2 geodes', { exact: true })).toBeVisible();

  const tab = await openTab(context);
  const cart = await openCart(tab);
  const releases: string[] = [];
  context.on('request', (sent) => sent.method() === 'DELETE' && releases.push(sent.url()));
  await cart.getByRole('button', { name: `Remove ${removed!.title}` }).click();
  await expect(steps.getByText('1 geode', { exact: true })).toBeVisible();
  await expect(steps.getByRole('timer')).toBeVisible();
  expect(releases).toEqual([]);
  await expect.poll(async () => (await buy(request, [removed!.id])).status()).toBe(201);
  expect((await buy(request, [unsold!.id])).status()).toBe(409);
  await expect(steps.getByRole('heading', { name: 'Payment' })).toBeVisible();
  await expect(payButton(page)).toHaveText('Pay $90.00');

  await cart.getByRole('button', { name: 'Close' }).click();
  await goToPayment(tab, email());
  await page.close();
  // the shop keeps the hold of a left page for ten seconds
  await tab.waitForTimeout(11_000);
  expect(await (await context.request.get('/api/holds/current')).text()).toContain(unsold!.id);
  await expect(cart.getByRole('timer')).toBeVisible();
  await tab.close();
  await expect.poll(async () => (await buy(request, [unsold!.id])).status(), { timeout: 25_000 }).toBe(201);
});

test.describe('after a hold has ended elsewhere', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('when a hold ends in another tab or at the shop, the payment step asks whether to continue, and only what another buyer takes is marked', async ({
    page,
    context,
    request,
  }) => {
    const [free, lost] = await putOnSale(request, 2);
    await storeCart(page, [free!, lost!]);
    await untilLive(page, () => page.goto('/terms'));
    const steps = await goToPayment(page, email());
    const tab = await openTab(context);
    await (await goToPayment(tab, email())).getByRole('button', { name: 'Back' }).click();
    await expect(steps.getByRole('alert')).toContainText('The hold has ended in another tab');
    await expect(steps.getByRole('alert')).toContainText('Your details are kept.');
    await expect(steps.getByRole('alert').getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect(steps.getByRole('heading', { name: 'Payment' })).toBeVisible();
    // the other tab announces the end of the hold before the shop has processed it
    await expect.poll(async () => (await buy(request, [lost!.id])).status()).toBe(201);
    await expect(steps.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible();
    await expect(toast(page, 'A stone is gone')).toBeVisible();
    // "to another buyer" is certain only if the page saw the geode on sale in between
    await expect(steps.getByRole('listitem').filter({ hasText: lost!.title })).toContainText('Sold');
    await expect(steps.getByRole('listitem').filter({ hasText: free!.title })).not.toContainText(/another|Sold/);
    await tab.close();
    await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
    await steps.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });

    const { holdId } = (await (await context.request.get('/api/holds/current')).json()) as Hold;
    await context.request.delete(`/api/holds/${holdId}`);
    await expect(steps.getByRole('alert')).toContainText('The hold has ended');
    await request.post('/api/holds', { data: { items: [{ geodeId: free!.id, quantity: 1 }] } });
    await expect(drawer(page)).toHaveAccessibleName('Cart');
    await expect(steps.getByRole('listitem').filter({ hasText: free!.title })).toContainText('In another checkout');
  });
});

test('the tabs of a browser share one live stream, and agree on the cart and the wishlist', async ({
  page,
  context,
  request,
}) => {
  const [geode] = await putOnSale(request, 1);
  const url = `/gallery?search=${encodeURIComponent(geode!.title)}`;
  await untilLive(page, () => page.goto(url));
  /** The open streams: one of this page. */
  let streams = 1;
  const isStream = (one: Request) => Number(one.url().includes('/api/live'));
  context.on('request', (one) => (streams += isStream(one)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfailed', (one) => (streams -= isStream(one)));
  const second = await context.newPage();
  await untilLive(second, () => second.goto(url));
  await expect.poll(() => streams).toBe(1);
  await expect(card(second, geode!.title)).toBeVisible();
  await test.step('the tabs agree on the cart and the wishlist', async () => {
    await card(page, geode!.title).getByRole('button', { name: 'Add to Cart' }).click();
    await expect(second.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    await card(second, geode!.title).getByRole('button', { name: /^Save/ }).click();
    const saved = card(page, geode!.title).getByRole('button', { name: /^Save/ });
    await expect(saved).toHaveAttribute('aria-pressed', 'true');
    const cart = await openCart(second);
    await cart.getByRole('button', { name: 'Clear cart' }).click();
    await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible();
    await cart.getByRole('button', { name: 'Close' }).click();
  });
  expect((await buy(request, [geode!.id])).status()).toBe(201);
  const expectSold = async () => {
    for (const tab of [page, second])
      await expect(card(tab, geode!.title).getByRole('button', { name: 'Currently Unavailable' })).toBeDisabled();
  };
  await expectSold();
  await test.step('an older event that a tab forwards late changes nothing', async () => {
    await second.evaluate((id) => {
      const news = { name: 'availability', id, availability: 'available' };
      new BroadcastChannel('geodes-live').postMessage({ news, id: 1 });
    }, geode!.id);
    await second.waitForTimeout(500);
    await expectSold();
  });
  await test.step('a tab that is shown takes it over, a hidden one does not', async () => {
    const hidden = await context.newPage();
    await hidden.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }));
    let reads = 0;
    hidden.on('request', (one) => (reads += isStream(one)));
    await hidden.goto('/terms');
    await hidden.waitForTimeout(1_500);
    const takenBack = waitForLiveStream(page);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await takenBack;
    await expect.poll(() => streams).toBe(1);
    expect(reads).toBe(0);
  });
  await test.step('the next tab takes it over when its tab closes', async () => {
    const next = waitForLiveStream(second);
    await page.close();
    await next;
  });
});
