import { writeFile } from 'node:fs/promises';
import type { BuyerInOrders, BuyerInPayments, MAX_ROWS_OF_BUYER } from '@geodes/contracts';
import { ConfigError } from './config.js';
import type { Print } from './print.js';
import { type Shop, ShopUnavailable } from './shop.js';

/** Orders calls payments and changes up to 500 orders one by one. */
const ERASE_TIMEOUT_MS = 60_000;
/** The mail catcher reads all letters. */
const LETTERS_TIMEOUT_MS = 30_000;
const OWNER_ONLY = 0o600;
/** Repeats a value of @geodes/contracts, whose classes the command line does not load. */
const MAX_ROWS: typeof MAX_ROWS_OF_BUYER = 500;
const CUT_TEXT = `each list ends after ${MAX_ROWS} rows`;

interface BuyerData {
  about: string;
  email: string;
  at: string;
  orders: BuyerInOrders;
  payments: BuyerInPayments;
}

/** Exports a buyer's data as JSON to standard output or a new file. Throws ConfigError and ShopRefused. */
export const exportBuyer = async (
  shop: Shop,
  { email, to }: { email: string; to?: string },
  print: Print,
): Promise<void> => {
  const data = await readBuyer(shop, email);
  const json = JSON.stringify(data, null, 2);
  if (!to) return print(data, json);
  await writeNewFile(to, `${json}\n`);
  const { orders, checkouts, isCut } = data.orders;
  const counts = { orders: orders.length, checkouts: checkouts.length, payments: data.payments.payments.length };
  print(
    { file: to, ...counts },
    `${counts.orders} orders, ${counts.checkouts} checkouts and ${counts.payments} payments are in ${to}. ` +
      `Delete the file when it has been sent.${isCut ? ` It is not complete: ${CUT_TEXT}.` : ''}`,
  );
};

/**
 * Erases a buyer in orders and payments, and what a mail catcher keeps of their letters. Throws ShopRefused and
 * ShopUnavailable; running it again finishes an interrupted erasure.
 */
export const eraseBuyer = async (
  shop: Shop,
  { email, mailCatcherUrl }: { email: string; mailCatcherUrl?: string },
  print: Print,
): Promise<void> => {
  const erased = await shop.call('orders.erase-buyer', { email }, ERASE_TIMEOUT_MS);
  const letters = mailCatcherUrl ? await deleteCaughtLetters(mailCatcherUrl, email) : 0;
  const { orderNumbers, checkouts } = erased;
  const all = { ...erased, ...(mailCatcherUrl ? { caughtLetters: letters } : {}) };
  if (orderNumbers.length + checkouts + letters === 0) return print(all, 'Nothing is kept of this address.');
  const orders = orderNumbers.length > 0 ? `Orders ${orderNumbers.join(', ')} are` : 'No order was';
  print(
    all,
    `${orders} nobody's now, and ${checkouts} more checkouts. ${letters > 0 ? `${letters} caught letters are deleted. ` : ''}` +
      'Square and backups still know the buyer: docs/privacy.md says what to do there.',
  );
};

const deleteCaughtLetters = async (mailCatcherUrl: string, email: string): Promise<number> => {
  const url = `${mailCatcherUrl}/letters?${new URLSearchParams({ to: email })}`;
  const reply = await fetch(url, { method: 'DELETE', signal: AbortSignal.timeout(LETTERS_TIMEOUT_MS) }).catch(
    () => undefined,
  );
  if (!reply?.ok)
    throw new ShopUnavailable('The buyer is erased, but the mail catcher keeps their letters: try again when it runs.');
  return ((await reply.json()) as { deleted: number }).deleted;
};

const readBuyer = async (shop: Shop, email: string): Promise<BuyerData> => {
  const orders = await shop.call('orders.export-buyer', { email });
  const orderIds = [...orders.orders.map(({ id }) => id), ...orders.checkouts.map(({ orderId }) => orderId)];
  const known = [...new Set(orderIds.filter((id) => typeof id === 'string'))];
  return {
    about:
      `${orders.isCut ? `A part (${CUT_TEXT}) of what` : 'All that'} this shop keeps of the buyer with this address. ` +
      'Amounts are in US cents, times in UTC. Square keeps the payments with the card; the shop never had its number.',
    email,
    at: new Date().toISOString(),
    orders,
    payments: await readPayments(shop, known),
  };
};

/** The most ids that payments accepts in one call. */
const EXPORT_BATCH_SIZE = 500;

const readPayments = async (shop: Shop, orderIds: readonly string[]): Promise<BuyerInPayments> => {
  const all: BuyerInPayments = { payments: [], refunds: [], differences: [] };
  for (let from = 0; from < orderIds.length; from += EXPORT_BATCH_SIZE) {
    const batch = await shop.call('payments.export-buyer', {
      orderIds: orderIds.slice(from, from + EXPORT_BATCH_SIZE),
    });
    all.payments.push(...batch.payments);
    all.refunds.push(...batch.refunds);
    all.differences.push(...batch.differences);
  }
  return all;
};

const writeNewFile = async (path: string, text: string): Promise<void> => {
  try {
    await writeFile(path, text, { mode: OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new ConfigError(
      code === 'EEXIST'
        ? `${path} is there already. Name a new file.`
        : `${path} cannot be written (${code ?? String(error)}).`,
    );
  }
};
