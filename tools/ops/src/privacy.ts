import { writeFile } from 'node:fs/promises';
import type { BuyerInOrders, BuyerInPayments } from '@geodes/contracts';
import { ConfigError } from './config.js';
import type { Output } from './output.js';
import type { Shop } from './shop.js';

/** Orders asks payments, and changes up to 500 orders one by one. */
const ERASE_TIMEOUT_MS = 60_000;
/** Nobody but its owner reads what is about a person. */
const PRIVATE = 0o600;

interface BuyerData {
  about: string;
  email: string;
  at: string;
  orders: BuyerInOrders;
  payments: BuyerInPayments;
}

/** All that the shop keeps of a buyer, as JSON: printed, or written into a new file. Throws ConfigError, ShopRefuses. */
export const exportBuyer = async (
  shop: Shop,
  { email, to }: { email: string; to?: string },
  output: Output,
): Promise<void> => {
  const data = await readBuyer(shop, email);
  const json = JSON.stringify(data, null, 2);
  if (!to) return output.tell(data, json);
  await writeNew(to, `${json}\n`);
  const { orders, checkouts } = data.orders;
  const counts = { orders: orders.length, checkouts: checkouts.length, payments: data.payments.payments.length };
  output.tell(
    { file: to, ...counts },
    `${counts.orders} orders, ${counts.checkouts} checkouts and ${counts.payments} payments are in ${to}. ` +
      'Delete the file when it has been sent.',
  );
};

export const eraseBuyer = async (shop: Shop, { email }: { email: string }, output: Output): Promise<void> => {
  const erased = await shop.ask('orders.erase-buyer', { email }, ERASE_TIMEOUT_MS);
  const { orderNumbers, checkouts } = erased;
  if (orderNumbers.length + checkouts === 0) return output.tell(erased, 'Nothing is kept of this address.');
  const orders = orderNumbers.length > 0 ? `Orders ${orderNumbers.join(', ')} are` : 'No order was';
  output.tell(
    erased,
    `${orders} nobody's now, and ${checkouts} more checkouts. Square and backups still know the buyer: ` +
      'docs/privacy.md says what to do there.',
  );
};

const readBuyer = async (shop: Shop, email: string): Promise<BuyerData> => {
  const orders = await shop.ask('orders.export-buyer', { email });
  const orderIds = [...orders.orders.map(({ id }) => id), ...orders.checkouts.map(({ orderId }) => orderId)];
  const known = [...new Set(orderIds.filter((id) => typeof id === 'string'))];
  return {
    about:
      'All that this shop keeps of the buyer with this address. Amounts are in US cents, times in UTC. ' +
      'Square keeps the payments with the card; the shop never had its number.',
    email,
    at: new Date().toISOString(),
    orders,
    payments: await paymentsOf(shop, known),
  };
};

/** Orders tells of up to 500 of each kind; payments takes so many at a time. */
const AT_ONCE = 500;

const paymentsOf = async (shop: Shop, orderIds: readonly string[]): Promise<BuyerInPayments> => {
  const all: BuyerInPayments = { payments: [], refunds: [], differences: [] };
  for (let from = 0; from < orderIds.length; from += AT_ONCE) {
    const some = await shop.ask('payments.export-buyer', { orderIds: orderIds.slice(from, from + AT_ONCE) });
    all.payments.push(...some.payments);
    all.refunds.push(...some.refunds);
    all.differences.push(...some.differences);
  }
  return all;
};

const writeNew = async (path: string, text: string): Promise<void> => {
  try {
    await writeFile(path, text, { mode: PRIVATE, flag: 'wx' });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new ConfigError(
      code === 'EEXIST'
        ? `${path} is there already. Name a new file.`
        : `${path} cannot be written (${code ?? String(error)}).`,
    );
  }
};
