/// <reference lib="dom" />
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@geodes/servers';
import { endProcess, MailCatcher, send, startMailCatcher } from '@geodes/testing';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { chromium } from 'playwright-core';

const PICTURE = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

let folder: string;
let shop: Server;
let child: ChildProcess;
let catcher: MailCatcher;
let mail: Transporter;
let sent = 0;

/** Sends a letter, by default to a new address, and returns its address. */
const sendLetter = async (letter: SendMailOptions = {}): Promise<string> => {
  sent += 1;
  const to = (letter.to as string | undefined) ?? `buyer-${sent}@example.com`;
  await mail.sendMail({
    from: 'Midwest Geodes <shop@example.com>',
    to,
    subject: `Your order ${sent}`,
    text: 'Thank you.',
    ...letter,
  });
  return to;
};
const pageOf = async (path: string): Promise<string> => (await send('GET', catcher.url + path)).text;
const urlOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`;

/** A server of pictures, as the shop is one. Records the paths that were asked for. */
const servePictures = async (asked: string[]): Promise<Server> => {
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response
      .writeHead(200, { 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' })
      .end(PICTURE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
const shopPaths: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geodes-mail-'));
  shop = await servePictures(shopPaths);
  const started = await startMailCatcher(folder, { PUBLIC_URL: urlOf(shop) });
  child = started.child;
  catcher = new MailCatcher(started.url);
  mail = createTransport(`${started.smtpUrl}?pool=true&maxConnections=1`);
});
afterAll(async () => {
  mail?.close();
  if (child) await endProcess(child);
  shop?.close();
  await rm(folder, { recursive: true, force: true });
});

it('keeps a letter as a file that only its user can read, and shows it', async () => {
  const to = await sendLetter({
    subject: 'Paid: äöü',
    text: 'Two geodes.',
    html: '<p>Two <b>geodes</b>.</p>',
    headers: { 'X-Letter-Kind': 'order-paid' },
    messageId: '<../../first@shop.example>',
  });
  const [letter] = await catcher.letters(to);
  expect(letter).toMatchObject({
    messageId: '<../../first@shop.example>',
    from: 'shop@example.com',
    to: [to],
    subject: 'Paid: äöü',
    kind: 'order-paid',
    text: expect.stringContaining('Two geodes.'),
    html: expect.stringContaining('<b>geodes</b>'),
  });
  const modes = [join(folder, 'mail'), join(folder, 'mail', `${letter!.name}.eml`)].map(
    async (path) => (await stat(path)).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
  const list = await pageOf('/');
  for (const shown of ['Paid: äöü', to, 'order-paid', `/letters/${letter!.name}`]) expect(list).toContain(shown);
  const page = await pageOf(`/letters/${letter!.name}`);
  for (const shown of ['Two geodes.', 'Message-ID: &lt;../../first@shop.example&gt;']) expect(page).toContain(shown);
  expect((await send('GET', `${catcher.url}/letters/..%2Fmail`)).status).toBe(404);
});

it('keeps a letter once that is sent again with its Message-ID', async () => {
  const messageId = '<again@shop.example>';
  const to = await sendLetter({ messageId, text: 'first' });
  const [first] = await catcher.letters(to);
  await sendLetter({ messageId, to, text: 'second' });
  expect(await catcher.letters(to)).toEqual([
    expect.objectContaining({ name: first!.name, text: expect.stringContaining('second') }),
  ]);
});

it('refuses a letter that is too large, and takes the next', async () => {
  const to = 'large@example.com';
  await expect(sendLetter({ to, text: 'x'.repeat(6 * 1024 * 1024) })).rejects.toMatchObject({ responseCode: 552 });
  await sendLetter({ to });
  expect(await catcher.letters(to)).toHaveLength(1);
});

it('deletes the letters that an address received or asked for', async () => {
  const to = await sendLetter();
  await sendLetter({ to: 'owner@example.com', replyTo: to.toUpperCase() });
  const other = await sendLetter();
  expect(await catcher.deleteFor(to)).toBe(2);
  expect([await catcher.letters(to), await catcher.letters('owner@example.com')]).toEqual([[], []]);
  expect(await catcher.letters(other)).toHaveLength(1);
});

it('replies under no other host name, which a website could point at this machine', async () => {
  const headers = { host: `letters.example:${new URL(catcher.url).port}` };
  expect((await send('GET', `${catcher.url}/letters`, { headers })).status).toBe(421);
});

it('shows the shop’s pictures in a letter, and runs and loads nothing else of it', async () => {
  const elsewherePaths: string[] = [];
  const elsewhere = await servePictures(elsewherePaths);
  const to = await sendLetter({
    subject: '<script>document.title = "ran"</script>',
    text: '</pre><script>document.title = "ran"</script>',
    html: `<html><head></head><body><img id="picture" src="${urlOf(shop)}/picture.gif">
      <img src="${urlOf(elsewhere)}/pixel.gif"><img src="x:" onerror="top.document.title = 'ran'">
      <script>top.document.title = 'ran'; document.body.id = 'ran'</script>
      <a href="${urlOf(shop)}/order">Track it</a></body></html>`,
  });
  const [letter] = await catcher.letters(to);
  const { executablePath, args, env } = await findChromium(folder);
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    const page = await browser.newPage();
    for (const path of [`/letters/${letter!.name}`, `/letters/${letter!.name}/html`]) {
      await page.goto(catcher.url + path);
      const body = path.endsWith('html') ? page.locator('body') : page.frameLocator('iframe').locator('body');
      const picture = body.locator('#picture');
      await picture.evaluate((image: HTMLImageElement) => image.decode());
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
      expect([await page.title(), await body.getAttribute('id')]).not.toContain('ran');
      const [tab] = await Promise.all([page.context().waitForEvent('page'), body.getByText('Track it').click()]);
      expect(tab.url()).toBe(`${urlOf(shop)}/order`);
      await tab.close();
    }
    expect(elsewherePaths).toEqual([]);
    await page.goto(catcher.url);
    expect(await page.title()).toBe('Letters · Mail catcher');
  } finally {
    await browser.close();
    elsewhere.close();
  }
});
