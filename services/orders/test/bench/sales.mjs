// `npm run bench:sales`: the owner's figures at a million orders, on a database of its own that is dropped at the end.
// Needs the built service. Plain JavaScript on the built classes: what is measured is what runs.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { systemClock } from '@geodes/kit';
import { freshDatabase } from '@geodes/testing';
import { ordersDatabase } from '../../dist/data-source.js';
import { SalesKeeper } from '../../dist/sales/sales-keeper.js';
import { SalesService } from '../../dist/sales/sales.service.js';
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
const TARGET_MS = 100;
/** Of so many payments the entries are not summed yet: more than a busy shop has in ten seconds. */
const PAID_JUST_NOW = 200;

const say = (text) => process.stdout.write(`${text}\n`);
const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const period = (step, days) => ({ step, from: daysAgo(days - 1), to: daysAgo(0) });

const cases = {
  'last 30 days by day': period('day', 30),
  'last 90 days by week': period('week', 90),
  'last 365 days by day': period('day', 365),
  'last 12 months by month': period('month', 365),
  'all time (7 years) by week': period('week', 2_700),
  'all time (9 years) by month': period('month', 3_400),
};

/** Payments as checkout makes them, one after the other. */
const pay = async (database) => {
  const rows = await database.query(
    `SELECT id FROM shop_order WHERE payment_state = 'captured' ORDER BY created_at DESC LIMIT $1`,
    [PAID_JUST_NOW],
  );
  const times = [];
  for (const { id } of rows)
    await database.query(`UPDATE shop_order SET payment_state = 'authorised' WHERE id = $1`, [id]);
  await new SalesKeeper(database, systemClock).move();
  for (const { id } of rows) {
    times.push(
      await timed(() => database.query(`UPDATE shop_order SET payment_state = 'captured' WHERE id = $1`, [id])),
    );
  }
  return times.sort((a, b) => a - b);
};

const row = (name, times, more) => {
  const median = quantile(times, 0.5);
  const shown = median >= TARGET_MS ? `**${median.toFixed(1)}**` : median.toFixed(1);
  say(`| ${name} | ${shown} | ${quantile(times, 0.95).toFixed(1)} | ${more} |`);
};

const own = values.database ? undefined : await freshDatabase('bench_sales');
const source = new DataSource({ ...ordersDatabase(own?.url ?? values.database), extra: { statement_timeout: 0 } });
try {
  await source.initialize();
  if (own) say(await fill(source, ORDERS, say));
  const recount = await timed(() => source.query('SELECT recount_sales()'));
  await source.query('VACUUM ANALYZE sales_day, sales_month');
  const [{ days }] = await source.query('SELECT count(*)::int AS days FROM sales_day');
  const paid = await pay(source);
  const [{ entries }] = await source.query('SELECT count(*)::int AS entries FROM sales_entry');
  say(`${days.toLocaleString('en-US')} sums, counted anew in ${Math.round(recount / 1000)} s; ${entries} entries.`);
  say(`| ${ORDERS.toLocaleString('en-US')} orders, ${REQUESTS} requests each | median ms | 95 % ms | orders |`);
  say('| --- | --- | --- | --- |');
  const service = new SalesService(source, systemClock);
  const plans = [];
  for (const [name, asked] of Object.entries(cases)) {
    const { total } = await service.sales(asked);
    const times = [];
    for (let request = 0; request < REQUESTS; request += 1) times.push(await timed(() => service.sales(asked)));
    row(
      name,
      times.sort((a, b) => a - b),
      total.orders.toLocaleString('en-US'),
    );
    plans.push(...(await plansOf(source, name, () => service.sales(asked))));
  }
  row('a payment: the update with its triggers', paid, '');
  say(`\nLoad ${loadavg()[0].toFixed(1)}.`);
  for (const plan of plans) say(`\n${plan}`);
} finally {
  if (source.isInitialized) await source.destroy();
  await own?.drop();
}

/** The plans of a request's statements, each with its name; orders themselves are in none of them. */
async function plansOf(database, name, ask) {
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
    const lines = (await database.query(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${sql}`, parameters)).map(
      (line) => line['QUERY PLAN'],
    );
    plans.push([name, ...lines].join('\n'));
  }
  return plans;
}
