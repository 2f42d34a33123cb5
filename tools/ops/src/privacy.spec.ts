import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportBuyer } from './privacy.js';
import type { Shop } from './shop.js';

const shopWith = (isCut: boolean): Shop => {
  const replies: Record<string, unknown> = {
    'orders.export-buyer': { orders: [{ id: '1' }], checkouts: [], discounts: [], letters: [], isCut },
    'payments.export-buyer': { payments: [], refunds: [], differences: [] },
  };
  return { call: (subject: string) => Promise.resolve(replies[subject]) } as unknown as Shop;
};

it.each([
  [false, /^All that this shop keeps of the buyer with this address\. Amounts/, /has been sent\.$/],
  [
    true,
    /^A part \(each list ends after 500 rows\) of what this shop keeps/,
    / It is not complete: each list ends after 500 rows\.$/,
  ],
])('an export says whether its lists are cut (%s)', async (isCut, about, line) => {
  const folder = await mkdtemp(join(tmpdir(), 'geodes-privacy-'));
  const to = join(folder, 'sam.json');
  let printed = '';
  await exportBuyer(shopWith(isCut), { email: 'sam@example.com', to }, (_value, text) => (printed = text));
  expect(JSON.parse(await readFile(to, 'utf8'))).toMatchObject({ about: expect.stringMatching(about) as string });
  expect(printed).toMatch(line);
  await rm(folder, { recursive: true });
});
