// `npm run bench:orders`: the owner's lists and searches at a million orders, on a database of its own that is dropped
// at the end. Needs the built service. Plain JavaScript on the built classes: what is measured is what runs.
import { OrderLists } from '../../dist/orders/order-lists.js';
import { bench, count, plansOf, repeated, row, say } from './bench.mjs';

const LIMIT = 20;

/** What is asked for, by name; a function where each request asks for another order. */
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
  'search: e-mail': () => ({ archived: false, search: someOrder().email }),
  'search: e-mail, among completed': () => ({ archived: false, view: 'completed', search: someOrder().email }),
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

await bench('bench_orders', async (source, { orders, requests }) => {
  const sample = await source.query(
    'SELECT id, email, first_name, last_name FROM shop_order WHERE archived_at IS NULL ORDER BY random() LIMIT 1000',
  );
  const someOrder = () => sample[Math.floor(Math.random() * sample.length)];
  say(`| ${count(orders)} orders, ${requests} requests each, ${LIMIT} a page | median ms | 95 % ms | found |`);
  say('| --- | --- | --- | --- |');
  const readingAll = [];
  for (const [name, asked] of Object.entries(cases(someOrder))) {
    const lists = new OrderLists(source);
    const ask = () => lists.list({ page: 1, limit: LIMIT, ...(typeof asked === 'function' ? asked() : asked) });
    const { total, isCapped } = await ask();
    row(name, await repeated(requests, ask), `${isCapped ? 'more than ' : ''}${count(total)}`);
    for (const { sql, lines } of await plansOf(source, ask))
      if (lines.some((line) => line.includes('Seq Scan on shop_order')))
        readingAll.push([`${name}: ${sql}`, ...lines].join('\n'));
  }
  return readingAll;
});
