import type { Challenge, SolvedChallenge } from '@geodes/contracts';
import { expect, type Page } from '@playwright/test';
import {
  arriveWithCart,
  email,
  expectReceipt,
  FAILED_RESPONSE,
  fillCard,
  fillShipping,
  goToPayment,
  openCart,
  payButton,
  test,
  toast,
} from './site.js';

const DECLINED_CARD = '4000 0000 0000 0002';

test.describe('after a declined card', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('its reason stays beside the card until a good card pays, and the buyer does not notice the challenge', async ({
    page,
    request,
  }) => {
    test.setTimeout(120_000);
    await page.clock.install();
    await arriveWithCart(page, request);
    const steps = await goToPayment(page, email());
    const sent: { key: string | undefined; solved: SolvedChallenge | undefined }[] = [];
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
    let unused: Challenge[] = [];
    // the tests' shop runs without limits, so this test demands the challenge as the gateway does
    await page.route('**/api/orders/square', async (route) => {
      const { challenge } = route.request().postDataJSON() as { challenge?: string };
      const solved = challenge && (JSON.parse(Buffer.from(challenge, 'base64').toString()) as SolvedChallenge);
      sent.push({ key: route.request().headers()['idempotency-key'], solved: solved || undefined });
      if (sent.length === 2) await isSeen;
      if (sent.length === 1 || (solved && unused.some(({ signature }) => signature === solved.challenge.signature)))
        return route.continue();
      const needed = (await (await request.get('/api/challenge')).json()) as Challenge;
      unused = [needed];
      return route.fulfill({
        status: 428,
        json: {
          statusCode: 428,
          code: 'CHALLENGE_REQUIRED',
          message: 'One more check is needed.',
          details: { challenge: needed },
        },
      });
    });
    const pay = payButton(page);
    const reason = steps.getByText('The card was declined.');
    await fillCard(page, DECLINED_CARD);
    const answered = page.waitForResponse('**/api/challenge');
    await pay.click();
    expect((await answered).status()).toBe(200);
    await expect(toast(page, 'Payment Failed')).toBeVisible({ timeout: 30_000 });
    await expect(pay).toBeEnabled();
    await page.clock.fastForward(6_000);
    await expect(page.getByText('Payment Failed')).toHaveCount(0);
    await expect(reason).toBeInViewport();

    await fillCard(page);
    await pay.click();
    await expect(steps.getByText('Processing payment...')).toBeVisible();
    await expect(reason).toHaveCount(0);
    seen();
    await expectReceipt(page);
    await expect(page.getByText(/check is needed|Payment Failed/)).toHaveCount(0);
    expect(sent).toHaveLength(3);
    const [, prepared, demanded] = sent;
    expect(demanded!.key).toBe(prepared!.key);
    for (const { solved } of [prepared!, demanded!])
      expect(solved?.solution.derivedKey.startsWith(solved.challenge.parameters.keyPrefix)).toBe(true);
  });
});

/** Square's test card whose bank asks for the code 123456. */
const CHALLENGED = '4310 0000 0020 1019';

const CHALLENGE = 'iframe[name="sq-challenge"]';
const bank = (page: Page) => page.frameLocator(CHALLENGE);

/** Presses a button of the bank's frame, which goes with the press: a click that waits for its end may wait for ever. */
const pressInBank = async (page: Page, name: 'Cancel' | 'Confirm') => {
  await bank(page)
    .getByRole('button', { name })
    .evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
  await expect(page.locator(CHALLENGE)).toHaveCount(0);
};

/**
 * Goes from a page with a filled cart to the bank's question. A state name in full and a phone number with an extension
 * do not prevent it: Square accepts only a state of two letters and a phone number of digits.
 */
const goToChallenge = async (page: Page) => {
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  await fillShipping(page, email(), 'Iowa');
  await steps.getByLabel('Phone').fill('(319) 555-0100 ext. 4');
  await steps.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
  await fillCard(page, CHALLENGED);
  await payButton(page).click();
  await expect(bank(page).getByRole('heading', { name: 'Confirm your payment' })).toBeVisible({ timeout: 15_000 });
  return steps;
};

test('a bank’s question that is not answered in two minutes or is cancelled charges nothing and says so beside the card; answering it pays', async ({
  page,
  request,
}) => {
  await page.clock.install();
  await arriveWithCart(page, request);
  const steps =
    await test.step('a state name in full and a phone number with an extension do not prevent payment', () =>
      goToChallenge(page));
  await page.clock.fastForward(120_000);
  await expect(steps.getByRole('alert')).toContainText('The card could not be checked in time. Nothing was charged.');
  await expect(payButton(page)).toBeEnabled();
  // the simulator's first question stays after the time-out, and a second frame of its name would break the next
  await pressInBank(page, 'Cancel');

  await payButton(page).click();
  await expect(steps.getByRole('alert')).toHaveCount(0);
  await pressInBank(page, 'Cancel');
  await expect(steps.getByRole('alert')).toHaveText('You cancelled the payment. Nothing was charged.');
  await expect(steps.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  await expect(toast(page, 'Payment Failed')).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();

  await payButton(page).click();
  await expect(steps.getByRole('alert')).toHaveCount(0);
  await bank(page).getByLabel('Code').fill('123456');
  await pressInBank(page, 'Confirm');
  await expectReceipt(page);
});
