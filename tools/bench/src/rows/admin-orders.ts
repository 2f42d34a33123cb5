import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Measurement, Teller } from '../bench.js';
import type { Row } from '../report/row.js';

const LISTS = fileURLToPath(new URL('../../../../services/orders/test/bench/lists.mjs', import.meta.url));
const ORDERS = 1_000_000;
const TARGET_MS = 100;
/** Making a million orders takes most of it. */
const LIMIT_MS = 60 * 60_000;
/** Of the lists that `npm run bench:orders` measures. */
const SHOWN = /^(all|archive|awaiting|completed).*page 1$|^search: (e-mail|first name)/;

/** The owner's pages of a million orders, as `npm run bench:orders` measures all of them. */
export const adminOrders: Measurement<Teller> = async ({ say }) => {
  const child = spawn(process.execPath, [LISTS, '--orders', String(ORDERS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LIMIT_MS,
  });
  const rows: Row[] = [];
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    say(`  ${line}`);
    const [, name = '', median = '', most = '', found = ''] = line.split('|').map((cell) => cell.trim());
    const time = Number(median.replaceAll('*', ''));
    if (!SHOWN.test(name) || Number.isNaN(time)) continue;
    rows.push({
      work: `a page of orders, 1,000,000 orders: ${name}`,
      target: `median under ${TARGET_MS} ms`,
      measured: `${time} ms`,
      beside: `95 % ${most} ms, ${found} found; without the gateway`,
      misses: time >= TARGET_MS,
    });
  }
  const [code] = (await ended) as [number | null];
  return { rows, wrong: code === 0 ? [] : ['bench:orders did not come to its end'] };
};
