import { expect, type Locator, test } from '@playwright/test';
import type { RefundableOrderPage } from '@geodes/contracts';
import { openTab } from '../browser/owner-tab.js';
import { buy, newGeode, signIn } from '../shop/calls.js';
import { circumstances } from './document.js';

const ORDERS = 200;
const SHIPPED = '/api/admin/orders?status=shipped&page=1&limit=1';

/** Counts the presses of one job and its time, seconds. */
const startJob = (name: string) => {
  const begin = performance.now();
  let presses = 0;
  return {
    press: async (target: Locator) => {
      presses += 1;
      await target.click();
    },
    end: () => {
      const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
      console.log(`${name}: ${presses} clicks, ${seconds} s`);
    },
  };
};

// The panel's table, whose drop zone has a button.
test.use({ viewport: { width: 1440, height: 900 } });

test(`an owner ships ${ORDERS} orders`, async ({ page, request }) => {
  test.setTimeout(900_000);
  await signIn(request);
  const { id } = await newGeode(request, { title: 'Many of one kind', quantity: ORDERS });
  const numbers: string[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const reply = await buy(request, [id], { email: `demo-${index}@example.com` });
    expect(reply.status(), await reply.text()).toBe(201);
    numbers.push(((await reply.json()) as { orderNumber: string }).orderNumber);
  }
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await openTab(page, 'Orders');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  await expect(button(`Select all ${ORDERS}`)).toBeVisible();

  const slips = startJob(`${ORDERS} slips up to the print dialog`);
  await slips.press(button(`Select all ${ORDERS}`));
  await slips.press(button('Print slips'));
  await page.locator('body[data-printed]').waitFor();
  slips.end();
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(ORDERS);

  const lines = numbers.map((number, index) => `${number},USPS,94001000000000${String(index).padStart(6, '0')}`);
  const buffer = Buffer.from(['Order number,Carrier,Tracking number', ...lines].join('\r\n'));
  const imported = startJob(`${ORDERS} tracking numbers by CSV, and the statuses`);
  await imported.press(button('Import tracking numbers'));
  const chooser = page.waitForEvent('filechooser');
  await imported.press(button('choose it'));
  await (await chooser).setFiles({ name: 'parcels.csv', mimeType: 'text/csv', buffer });
  await imported.press(button(`Mark ${ORDERS} Orders as Shipped`));
  await imported.press(button('Done'));
  imported.end();
  const { total } = (await (await request.get(SHIPPED)).json()) as RefundableOrderPage;
  expect(total).toBe(ORDERS);
  console.log(circumstances('a headless browser; a person also reads'));
});
