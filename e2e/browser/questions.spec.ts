import { expect } from '@playwright/test';
import { mail, OWNER_EMAIL } from '../shop/address.js';
import { FAILED_RESPONSE, putOnSale, test, uniqueWord } from './buyer.js';

test.use({ expectedErrors: FAILED_RESPONSE });

const SAY = 'Thank you. Your question was sent. We will reply to sam@example.com.';

test('a question about a geode reaches the owner, and nothing typed is lost by a closed form or a failure', async ({
  page,
  request,
}) => {
  const title = `Curious ${uniqueWord()}`;
  const question = 'Does it sparkle?';
  const [geode] = await putOnSale(request, 1, () => ({ title }));
  const requests: { body: Record<string, unknown>; key: string | undefined }[] = [];
  await page.route(`**/api/geodes/${geode!.id}/questions`, async (route) => {
    const { challenge, ...body } = route.request().postDataJSON() as Record<string, unknown>;
    expect(challenge).toEqual(expect.any(String));
    requests.push({ body, key: route.request().headers()['idempotency-key'] });
    if (requests.length > 1) return route.continue();
    return route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message: 'Please try again.' } });
  });
  const scripts: string[] = [];
  page.on('request', (one) => scripts.push(one.url()));
  await page.goto(`/gallery?geode=${geode!.id}`);
  const opener = page.getByRole('button', { name: 'Ask about this stone' });
  await expect(opener).toBeVisible();
  expect(scripts.filter((url) => /challenge|ask-question/.test(url))).toEqual([]);

  await opener.click();
  const form = page.getByRole('dialog', { name: 'Ask about this stone' });
  await expect(form).toContainText('goes to the shop by email');
  await form.getByRole('button', { name: 'Send question' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  for (const reason of ['your name', 'a valid email address', 'your question'])
    await expect(form).toContainText(`Please enter ${reason}.`);
  await form.getByLabel('Name').fill('Sam Stone');
  await form.getByLabel('Email').fill('sam@example.com');
  await form.getByLabel('Question').fill(question);
  await form.getByLabel('Question').press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await form.getByRole('button', { name: 'Send question' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please try again.');
  await expect(form.getByLabel('Question')).toHaveValue(question);
  await form.getByRole('button', { name: 'Send question' }).click();
  await expect(form.getByText(SAY)).toBeFocused();
  expect(requests[0]!.body).toEqual({ name: 'Sam Stone', email: 'sam@example.com', question });
  expect(requests[1]).toEqual(requests[0]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  expect((await mail.letter(OWNER_EMAIL, new RegExp(`^A question about ${title}$`))).text).toContain(question);
});
