/// <reference lib="dom" />
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findChromium } from '@geodes/servers';
import { eventually } from '@geodes/testing';
import { chromium, type Browser, type BrowserContextOptions, type FrameLocator, type Page } from 'playwright-core';
import { SimulatorProcess } from './simulator-process.js';

/** What a shop's own script does; evaluated in the page, typed only here. */
interface ShopWindow {
  Square: { payments(applicationId: string, locationId?: string): { card(options?: object): Promise<Card> } };
  card: Card;
  seen: string[];
  refused: string[];
}
interface Card {
  attach(target: string): Promise<void>;
  tokenize(
    details?: object,
  ): Promise<{ status: string; token?: string; errors?: { field: string; message: string }[] }>;
  destroy(): Promise<boolean>;
  addEventListener(event: string, callback: (event: { type: string }) => void): void;
}
declare const window: ShopWindow;

let simulator: SimulatorProcess;
let shop: Server;
let browser: Browser;
let page: Page;

/** A page under the policy that the shop has, with the simulator where Square's hosts would be. */
const startShop = async (): Promise<Server> => {
  const square = `http://localhost:${simulator.port}`;
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${square}`,
    `style-src 'self' ${square}`,
    `frame-src ${square}`,
    `connect-src 'self' ${square}`,
    `form-action ${square}`,
    "base-uri 'none'",
  ].join('; ');
  const files: Record<string, [string, string]> = {
    '/': [
      'text/html',
      `<!doctype html><title>Shop</title><div id="card"></div><script src="/watch.js"></script><script src="${square}/v1/square.js"></script>`,
    ],
    '/watch.js': [
      'text/javascript',
      'window.seen = []; window.refused = []; addEventListener("securitypolicyviolation", (event) => refused.push(event.violatedDirective));',
    ],
  };
  const server = createServer(({ url }, response) => {
    const [type, text] = files[url ?? ''] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

beforeAll(async () => {
  simulator = await SimulatorProcess.start();
  shop = await startShop();
  const { executablePath, args, env } = await findChromium(simulator.folder);
  browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as Record<string, string> });
});
afterAll(async () => {
  await browser?.close();
  shop?.close();
  shop?.closeAllConnections();
  await simulator?.dispose();
});

const openShop = async (options: BrowserContextOptions = {}, cardOptions: object = {}): Promise<FrameLocator> => {
  page = await (await browser.newContext({ viewport: { width: 480, height: 800 }, ...options })).newPage();
  await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`);
  await page.evaluate(async (given) => {
    window.card = await window.Square.payments('sandbox-sq0idb-test', 'LSIM000000001').card(given);
    for (const event of ['submit', 'escape']) window.card.addEventListener(event, ({ type }) => window.seen.push(type));
    await window.card.attach('#card');
  }, cardOptions);
  return page.frameLocator('#card > .sq-card-wrapper > .sq-card-iframe-container > iframe.sq-card-component');
};
afterEach(() => page?.context().close());

const fill = async (form: FrameLocator, number = '4111111111111111'): Promise<void> => {
  const entry = { cardNumber: number, expirationDate: '1239', cvv: '111', postalCode: '62701' };
  for (const [id, text] of Object.entries(entry)) await form.locator(`#${id}`).pressSequentially(text);
};
const details = {
  amount: '129.00',
  currencyCode: 'USD',
  intent: 'CHARGE',
  customerInitiated: true,
  sellerKeyedIn: false,
  billingContact: { givenName: 'Demo', state: 'IA', countryCode: 'US' },
};
const tokenize = () => page.evaluate((given) => window.card.tokenize(given), details);
const frameHeight = async (): Promise<number> => (await page.locator('iframe').boundingBox())?.height ?? 0;

describe('the card form', () => {
  it('formats what is typed and makes a token that pays, under a strict Content-Security-Policy', async () => {
    const form = await openShop();
    await fill(form);
    expect(await form.locator('#cardNumber').inputValue()).toBe('4111 1111 1111 1111');
    expect(await form.locator('#expirationDate').inputValue()).toBe('12/39');
    const result = await tokenize();
    expect(result).toMatchObject({
      status: 'OK',
      details: { method: 'Card', card: { brand: 'VISA', last4: '1111', expMonth: 12, expYear: 2039 } },
    });
    expect(result.token).toMatch(/^cnon:/);
    expect((await simulator.pay({ sourceId: result.token! })).status).toBe('APPROVED');
    expect(await page.evaluate(() => window.refused)).toEqual([]);
  });

  it('refuses verification details that Square would refuse', async () => {
    await fill(await openShop());
    const wrong = { ...details, billingContact: { state: 'Iowa', countryCode: 'US' } };
    const refused = await page.evaluate(
      (given) => window.card.tokenize(given).catch((error) => [error.name, error.errors[0].field] as const),
      wrong,
    );
    expect(refused).toEqual(['TokenizationError', 'billingContact.state']);
  });

  it('asks the buyer of 4310 0000 0020 1019 for a code; Cancel ends it with Cancel, and Confirm with OK', async () => {
    await fill(await openShop(), '4310000000201019');
    const bank = page.frameLocator('iframe[name="sq-challenge"]');
    for (const [button, status] of Object.entries({ Cancel: 'Cancel', Confirm: 'OK' })) {
      const ending = tokenize();
      await bank.getByLabel('Code').fill('000000');
      await bank.getByRole('button', { name: 'Confirm' }).click();
      await bank.getByText('This code is not right.').waitFor();
      await bank.getByLabel('Code').fill('123456');
      await bank.getByRole('button', { name: button }).click();
      expect((await ending).status).toBe(status);
      expect(await page.locator('iframe').count()).toBe(1);
    }
    expect(await page.evaluate(() => window.refused)).toEqual([]);
  });

  it('shows the error of each field, grows to fit it, and removes it after the correction', async () => {
    const form = await openShop();
    const before = await frameHeight();
    const result = await tokenize();
    expect(result.status).toBe('Invalid');
    expect(result.errors!.map(({ field }) => field)).toEqual(['cardNumber', 'expirationDate', 'cvv', 'postalCode']);
    const number = form.getByRole('textbox', { name: 'Card number' });
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    const message = form.locator(`#${await number.getAttribute('aria-describedby')}`);
    expect(await message.textContent()).toBe('Enter the card number.');
    expect(await number.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await page.waitForFunction((height) => (document.querySelector('iframe')?.clientHeight ?? 0) > height, before);

    await fill(form);
    expect(await number.getAttribute('aria-invalid')).toBe('false');
    expect((await tokenize()).status).toBe('OK');
    await page.waitForFunction((height) => document.querySelector('iframe')?.clientHeight === height, before);
  });

  it('can be filled in with the keyboard alone and submitted with Enter', async () => {
    const form = await openShop();
    await form.locator('#cardNumber').focus();
    for (const text of ['340000000000009', '1239', '1111', '62701']) {
      await page.keyboard.type(text);
      if (text !== '62701') await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.seen.includes('submit'));
    expect(await tokenize()).toMatchObject({ status: 'OK', details: { card: { brand: 'AMERICAN_EXPRESS' } } });
  });

  it('lets a digit in the middle be corrected without losing the place', async () => {
    const form = await openShop();
    const number = form.locator('#cardNumber');
    await number.pressSequentially('4111911111111111');
    await number.evaluate((input) =>
      (input as unknown as { setSelectionRange(a: number, b: number): void }).setSelectionRange(6, 6),
    );
    await page.keyboard.press('Backspace');
    await page.keyboard.type('12');
    expect(await number.inputValue()).toBe('4111 1211 1111 1111');
    const date = form.locator('#expirationDate');
    await date.pressSequentially('12');
    for (let count = 0; count < 2; count += 1) await date.press('Backspace');
    expect(await date.inputValue()).toBe('1');
  });

  it('has one row on wide screens and two on narrow ones', async () => {
    await openShop({ viewport: { width: 1000, height: 600 } });
    const wide = await frameHeight();
    await page.setViewportSize({ width: 360, height: 600 });
    await page.waitForFunction((height) => (document.querySelector('iframe')?.clientHeight ?? 0) > height, wide);
  });

  it('follows the colour scheme of the system and takes the style option', async () => {
    const colours = async (form: FrameLocator): Promise<string[]> =>
      form
        .locator('.field')
        .first()
        .evaluate((field) => {
          const style = (element: unknown) =>
            (globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }).getComputedStyle(
              element,
            );
          return [style(field).backgroundColor!, style(field.querySelector('input')).color!];
        });
    const following = await openShop({ colorScheme: 'dark' });
    expect(await colours(following)).toEqual(['rgb(31, 33, 36)', 'rgb(240, 236, 228)']);
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually('the light form', async () => (await colours(following))[0] === 'rgb(255, 254, 252)');
    expect(await colours(following)).toEqual(['rgb(255, 254, 252)', 'rgb(29, 31, 34)']);
    await page.context().close();
    const style = { input: { color: 'rgb(1, 2, 3)' } };
    const styled = await openShop({ colorScheme: 'light' }, { style });
    expect(await colours(styled)).toEqual(['rgb(255, 254, 252)', 'rgb(1, 2, 3)']);
  });

  it('is refused for a malformed or live application id, can be attached once, and leaves nothing once destroyed', async () => {
    await openShop();
    const refusals = await page.evaluate(() =>
      ['nonsense', 'sq0idp-live'].map((id) => {
        try {
          window.Square.payments(id);
          return 'ok';
        } catch (error) {
          return (error as Error).name;
        }
      }),
    );
    expect(refusals).toEqual(['InvalidApplicationIdError', 'ApplicationIdEnvironmentMismatchError']);
    const names = await page.evaluate(async () => {
      const nameOf = (call: Promise<unknown>) =>
        call.then(
          () => 'ok',
          (error: Error) => error.name,
        );
      const twice = await nameOf(window.card.attach('#card'));
      const unattached = await nameOf((await window.Square.payments('sandbox-sq0idb-test').card()).tokenize());
      await window.card.destroy();
      const gone = await nameOf(window.card.attach('#card'));
      return [twice, unattached, gone, document.querySelector('#card')?.children.length];
    });
    expect(names).toEqual([
      'PaymentMethodAlreadyAttachedError',
      'PaymentMethodNotAttachedError',
      'PaymentMethodAlreadyDestroyedError',
      0,
    ]);
  });
});
