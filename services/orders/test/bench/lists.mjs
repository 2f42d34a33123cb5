// `npm run bench:orders`: the owner's lists and searches at a million orders, on a database of its own that is dropped
// at the end. Needs the built service. Plain JavaScript on the built classes: what is measured is what runs.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { freshDatabase } from '@geodes/testing';
import { ordersDatabase } from '../../dist/data-source.js';
import { OrderLists } from '../../dist/orders/order-lists.js';
import { fill } from './fill.mjs';

const { values } = parseArgs({
  options: {
    /* one that was filled before, which stays */ database: { type: 'string' },
    orders: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '200' },
  },
});
const ORDERS = Number(values.orders);
const REQUESTS = Number(values.requests);
const LIMIT = 20;
const TARGET_MS = 100;

const say = (text) => process.stdout.write(`${text}\n`);
const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

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

const own = values.database ? undefined : await freshDatabase('bench_orders');
const source = new DataSource({ ...ordersDatabase(own?.url ?? values.database), extra: { statement_timeout: 0 } });
try {
  await source.initialize();
  if (own) say(await fill(source, ORDERS, say));
  const sample = await source.query(
    'SELECT id, email, first_name, last_name FROM shop_order WHERE archived_at IS NULL ORDER BY random() LIMIT 1000',
  );
  const someOrder = () => sample[Math.floor(Math.random() * sample.length)];
  say(
    `| ${ORDERS.toLocaleString('en-US')} orders, ${REQUESTS} requests each, ${LIMIT} a page | median ms | 95 % ms | found |`,
  );
  say('| --- | --- | --- | --- |');
  const unbounded = [];
  for (const [name, asked] of Object.entries(cases(someOrder))) {
    const lists = new OrderLists(source);
    const ask = () => lists.list({ page: 1, limit: LIMIT, ...(typeof asked === 'function' ? asked() : asked) });
    const { total, isCapped } = await ask();
    const times = [];
    for (let request = 0; request < REQUESTS; request += 1) times.push(await timed(ask));
    times.sort((a, b) => a - b);
    const median = quantile(times, 0.5);
    const shown = median >= TARGET_MS ? `**${median.toFixed(1)}**` : median.toFixed(1);
    say(
      `| ${name} | ${shown} | ${quantile(times, 0.95).toFixed(1)} | ${isCapped ? 'more than ' : ''}${total.toLocaleString('en-US')} |`,
    );
    unbounded.push(...(await readingAll(source, name, ask)));
  }
  say(`\nLoad ${loadavg()[0].toFixed(1)}.`);
  for (const plan of unbounded) say(`\n${plan}`);
} finally {
  if (source.isInitialized) await source.destroy();
  await own?.drop();
}

/** The plans of a request's statements that read the whole table, each with its statement. */
async function readingAll(database, name, ask) {
  const said = [];
  const query = database.query;
  database.query = (sql, parameters) => {
    said.push([sql, parameters]);
    return query.call(database, sql, parameters);
  };
  try {
    await ask();
  } finally {
    database.query = query;
  }
  const plans = [];
  for (const [sql, parameters] of said) {
    const lines = (await database.query(`EXPLAIN ${sql}`, parameters)).map((row) => row['QUERY PLAN']);
    if (lines.some((line) => line.includes('Seq Scan on shop_order')))
      plans.push([`${name}: ${sql}`, ...lines].join('\n'));
  }
  return plans;
}
