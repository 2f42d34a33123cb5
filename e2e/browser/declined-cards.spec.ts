import { randomUUID } from 'node:crypto';
import type { Challenge, SolvedChallenge } from '@geodes/contracts';
import { expect } from '@playwright/test';
import { drawer, FAILED_RESPONSE, fillCard, goToPayment, putOnSale, storeCart, test, toast } from './buyer.js';

const DECLINED_CARD = '4000 0000 0000 0002';

test.describe('after a declined card', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('its reason stays beside the card until a good card pays, and the buyer does not notice the challenge', async ({
    page,
    request,
  }) => {
    test.setTimeout(120_000);
    const [geode] = await putOnSale(request, 1);
    await storeCart(page, [geode!]);
    await page.clock.install();
    await page.goto('/terms');
    const steps = await goToPayment(page, `demo-${randomUUID()}@example.com`);
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
    const pay = drawer(page).getByRole('button', { name: /^Pay \$/ });
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
    await expect(page.getByRole('dialog', { name: 'Thank you for your order' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/check is needed|Payment Failed/)).toHaveCount(0);
    expect(sent).toHaveLength(3);
    const [, prepared, demanded] = sent;
    expect(demanded!.key).toBe(prepared!.key);
    for (const { solved } of [prepared!, demanded!])
      expect(solved?.solution.derivedKey.startsWith(solved.challenge.parameters.keyPrefix)).toBe(true);
  });
});
