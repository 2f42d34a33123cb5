import { expect } from '@playwright/test';
import { mail, OWNER_EMAIL } from '../shop/settings.js';
import { fromSite } from '../shop/calls.js';
import { FAILED_RESPONSE, horizontalOverflow, putOnSale, test, toast, uniqueWord } from './site.js';

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
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/geodes/${geode!.id}/questions`, async (route) => {
    const { challenge, ...body } = route.request().postDataJSON() as Record<string, unknown>;
    expect(challenge).toEqual(expect.any(String));
    requests.push({ body, key: route.request().headers()['idempotency-key'] });
    if (requests.length > 2) return route.continue();
    await released;
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
    await expect(form.getByRole('alert').filter({ hasText: `Please enter ${reason}.` })).toBeVisible();
  await form.getByLabel('Name').fill('Sam Stone');
  await form.getByLabel('Email').fill('sam@example.com');
  await form.getByLabel('Question').fill(question);
  await form.getByLabel('Question').press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await test.step('a form that was closed while its question is sent says that it failed', async () => {
    await form.getByRole('button', { name: 'Send question' }).click();
    await expect.poll(() => requests.length).toBe(1);
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    release();
    await expect(toast(page, 'Your question was not sent')).toContainText('Please try again.');
  });
  await opener.click();
  await form.getByRole('button', { name: 'Send question' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Please try again.' })).toBeVisible();
  await expect(form.getByLabel('Question')).toHaveValue(question);
  await form.getByRole('button', { name: 'Send question' }).click();
  await expect(form.getByText(SAY)).toBeFocused();
  expect(requests[0]!.body).toEqual({ name: 'Sam Stone', email: 'sam@example.com', question });
  expect(requests.slice(1)).toEqual([requests[0], requests[0]]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  expect((await mail.letter(OWNER_EMAIL, new RegExp(`^A question about ${title}$`))).text).toContain(question);
});

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

test('whoever leaves an email on an upcoming geode gets a letter before it goes on sale', async ({ page, request }) => {
  // the shop looks for geodes to write about every 30 s
  test.slow();
  const title = `Upcoming ${uniqueWord()}`;
  const email = `${uniqueWord().toLowerCase()}@example.com`;
  const [geode] = await putOnSale(request, 1, () => ({ title, availableFrom: inMinutes(90) }));
  const sent: unknown[] = [];
  await page.route(`**/api/geodes/${geode!.id}/reminders`, async (route) => {
    const { challenge, ...body } = route.request().postDataJSON() as Record<string, unknown>;
    expect(challenge).toEqual(expect.any(String));
    sent.push(body);
    if (sent.length > 1) return route.continue();
    return route.fulfill({ status: 409, json: { statusCode: 409, code: 'CHANGED', message: 'It is on sale.' } });
  });
  const scripts: string[] = [];
  page.on('request', (one) => scripts.push(one.url()));
  await page.goto(`/gallery?geode=${geode!.id}`);
  const opener = page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Notify me' });
  await expect(opener).toBeVisible();
  expect(scripts.filter((url) => /challenge/.test(url))).toEqual([]);

  await opener.click();
  const form = page.getByRole('form', { name: 'Notify me' });
  const field = form.getByLabel('Email');
  await expect(field).toBeFocused();
  await expect(form).toContainText('One letter, an hour before it goes on sale.');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await horizontalOverflow(page)).toBe(0);
  await field.fill('sam');
  await field.press('ArrowRight');
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(field).toHaveAccessibleDescription('Please enter a valid email address.');
  await expect(field).toBeFocused();
  await field.fill(` ${email} `);
  await form.getByRole('button', { name: 'Notify me' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'It is on sale.' })).toBeVisible();
  await form.getByRole('button', { name: 'Notify me' }).click();
  const thanks = page.getByText(`We will write to ${email} an hour before.`);
  await expect(thanks).toBeFocused();
  expect(sent).toEqual([{ email }, { email }]);
  const moved = { ids: [geode!.id], availableFrom: inMinutes(30) };
  const reply = await request.patch('/api/admin/geodes/schedule', { headers: fromSite, data: moved });
  expect(reply.status()).toBe(200);
  const letter = await mail.letter(email, new RegExp(`^On sale within the hour: ${title}$`), 60_000);
  expect(letter.text).toContain(`/gallery?geode=${geode!.id}`);

  await page.reload();
  await opener.click();
  await expect(form).toContainText('One letter, in a moment.');
});
