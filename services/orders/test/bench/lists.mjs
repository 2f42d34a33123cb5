// `npm run bench:orders`: measures the owner's lists and searches at a million orders, on a temporary database. Plain
// JavaScript on the built service, so that it measures the code that runs in production.
import { OrderLists } from '../../dist/orders/order-lists.js';
import { bench, count, ORDERS, plansOf, print, repeated, row } from './bench.mjs';

const LIMIT = 20;
const REQUESTS = 200;
const SEQ_SCAN = /Seq Scan on (shop_order|order_item)/;

/** Queries by name; a function if each request searches for another order. */
const cases = (someOrder) => ({
  'all, page 1': { archived: false },
  'all, page 500': { archived: false, page: 500 },
  'awaiting shipment, page 1': { archived: false, view: 'awaiting' },
  'completed, page 1': { archived: false, view: 'completed' },
  'completed, page 500': { archived: false, view: 'completed', page: 500 },
  'completed, page 15,000': { archived: false, view: 'completed', page: 15_000 },
  'archive, page 1': { archived: true },
  'archive, page 500': { archived: true, page: 500 },
  'status pending, page 1': { archived: false, status: 'pending' },
  'status cancelled, page 500': { archived: false, status: 'cancelled', page: 500 },
  'archive, status delivered, page 500': { archived: true, status: 'delivered', page: 500 },
  'search: order number': () => ({ archived: false, search: someOrder().id.slice(-8) }),
  'search: whole id': () => ({ archived: false, search: someOrder().id }),
  'search: email': () => ({ archived: false, search: someOrder().email }),
  'search: email, among completed': () => ({ archived: false, view: 'completed', search: someOrder().email }),
  'search: last name, and those that it begins': () => ({ archived: false, search: someOrder().last_name }),
  'search: first name (1 in 40)': () => ({ archived: false, search: someOrder().first_name }),
  'search: first name, page 50': () => ({ archived: false, search: someOrder().first_name, page: 50 }),
  'search: word of every third title': { archived: false, search: 'quartz' },
  'search: that word, page 50': { archived: false, search: 'quartz', page: 50 },
  'search: that word, among awaiting': { archived: false, view: 'awaiting', search: 'quartz' },
  'search: that word, in the archive': { archived: true, search: 'quartz' },
  'search: that word and a first name': () => ({ archived: false, search: `quartz ${someOrder().first_name}` }),
  'search: word of every order': { archived: false, search: 'example' },
  'search: two letters': { archived: false, search: 'sm' },
  'search: one letter': { archived: false, search: 'a' },
  'search: nothing found': { archived: false, search: 'zzyzx' },
});

await bench('bench_orders', async (source) => {
  const sample = await source.query(
    'SELECT id, email, first_name, last_name FROM shop_order WHERE archived_at IS NULL ORDER BY random() LIMIT 1000',
  );
  const someOrder = () => sample[Math.floor(Math.random() * sample.length)];
  print(`| ${count(ORDERS)} orders, ${REQUESTS} requests each, ${LIMIT} a page | median ms | 95 % ms | found |`);
  print('| --- | --- | --- | --- |');
  const seqScanPlans = [];
  for (const [name, query] of Object.entries(cases(someOrder))) {
    const run = (lists) => lists.list({ page: 1, limit: LIMIT, ...(typeof query === 'function' ? query() : query) });
    const lists = new OrderLists(source);
    const { total, isCapped } = await run(lists);
    row(name, await repeated(REQUESTS, () => run(lists)), `${isCapped ? 'more than ' : ''}${count(total)}`);
    // on new lists, because these have their count in memory
    for (const { sql, lines } of await plansOf(source, () => run(new OrderLists(source))))
      if (lines.some((line) => SEQ_SCAN.test(line))) seqScanPlans.push([`${name}: ${sql}`, ...lines].join('\n'));
  }
  return seqScanPlans;
});
