import type { Output } from './output.js';
import type { Shop } from './shop.js';

/** The service gives it up after ten minutes. */
const RECOUNT_LIMIT_MS = 10 * 60_000 + 10_000;

export const recountSales = async (shop: Shop, output: Output): Promise<void> => {
  const began = performance.now();
  if (process.stderr.isTTY)
    console.error('Counting all orders anew. With many of them that takes minutes; the shop goes on.');
  await shop.ask('orders.recount-sales', {}, RECOUNT_LIMIT_MS);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  output.tell({ seconds }, `The figures of sales are counted anew, in ${seconds} s.`);
};
