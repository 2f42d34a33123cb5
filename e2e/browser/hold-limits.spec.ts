import type { Challenge } from '@geodes/contracts';
import { expect } from '@playwright/test';
import { arriveWithCart, FAILED_RESPONSE, payButton, submitShipping, test, toast } from './site.js';

// The tests' shop runs without limits, so this test refuses holds as the gateway does.
test.describe('a refused hold', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a refused hold says when to try again; one that needs a challenge is held once the browser has solved it, unseen', async ({
    page,
    request,
  }) => {
    await arriveWithCart(page, request);
    const message = 'Too many geodes are kept in checkouts from your network. Please try again in 7 minutes.';
    const sent: (string | undefined)[] = [];
    await page.route('**/api/holds', async (route) => {
      sent.push((route.request().postDataJSON() as { challenge?: string }).challenge);
      if (sent.length === 1)
        return route.fulfill({
          status: 429,
          headers: { 'retry-after': '420' },
          json: { statusCode: 429, code: 'TOO_MANY_REQUESTS', message },
        });
      if (sent.length > 2) return route.continue();
      const challenge = (await (await request.get('/api/challenge')).json()) as Challenge;
      const body = { statusCode: 428, code: 'CHALLENGE_REQUIRED', message: 'One more check is needed.' };
      return route.fulfill({ status: 428, json: { ...body, details: { challenge } } });
    });
    const steps = await submitShipping(page, 'demo@example.com');
    await expect(toast(page, 'Not on hold yet')).toContainText(message);
    await expect(steps.getByLabel('Email')).toHaveValue('demo@example.com');

    await steps.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
    await expect(steps.getByText(/Held for you/)).toBeVisible();
    expect(sent).toEqual([undefined, undefined, expect.any(String)]);
  });
});
