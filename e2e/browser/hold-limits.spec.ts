import type { Challenge } from '@geodes/contracts';
import { expect } from '@playwright/test';
import { arriveWithCart, email, FAILED_RESPONSE, goToPayment, submitShipping, test, toast } from './buyer.js';

// The tests' shop runs without limits, so these tests refuse holds as the gateway does.
test.describe('a refused hold', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('that needs a challenge is held once the browser has solved it, unseen', async ({ page, request }) => {
    await arriveWithCart(page, request);
    const sent: (string | undefined)[] = [];
    await page.route('**/api/holds', async (route) => {
      sent.push((route.request().postDataJSON() as { challenge?: string }).challenge);
      if (sent.length > 1) return route.continue();
      const challenge = (await (await request.get('/api/challenge')).json()) as Challenge;
      const body = { statusCode: 428, code: 'CHALLENGE_REQUIRED', message: 'One more check is needed.' };
      return route.fulfill({ status: 428, json: { ...body, details: { challenge } } });
    });
    const steps = await goToPayment(page, email());
    await expect(steps.getByText(/Held for you/)).toBeVisible();
    expect([sent.length, sent[0], typeof sent[1]]).toEqual([2, undefined, 'string']);
  });

  test('tells the buyer when to try again, and the form stays', async ({ page, request }) => {
    await arriveWithCart(page, request);
    const message = 'Too many geodes are kept in checkouts from your network. Please try again in 7 minutes.';
    await page.route('**/api/holds', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '420' },
        json: { statusCode: 429, code: 'TOO_MANY_REQUESTS', message },
      }),
    );
    const steps = await submitShipping(page, 'demo@example.com');
    await expect(toast(page, 'Not on hold yet')).toContainText(message);
    await expect(steps.getByLabel('Email')).toHaveValue('demo@example.com');
  });
});
