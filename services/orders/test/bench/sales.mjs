// `npm run bench:sales`: the owner's figures at a million orders, on a database of its own that is dropped at the end.
// Needs the built service. Plain JavaScript on the built classes: what is measured is what runs.
import { systemClock } from '@geodes/kit';
import { SalesKeeper } from '../../dist/sales/sales-keeper.js';
import { SalesService } from '../../dist/sales/sales.service.js';
import { bench, count, plansOf, repeated, row, say, timed } from './bench.mjs';

/** Of so many payments the entries are not summed yet: more than a busy shop has in ten seconds. */
const PAID_JUST_NOW = 200;

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
  return times;
};

await bench('bench_sales', async (source, { orders, requests }) => {
  const recount = await timed(() => source.query('SELECT recount_sales()'));
  await source.query('VACUUM ANALYZE sales_day, sales_month');
  const [{ days }] = await source.query('SELECT count(*)::int AS days FROM sales_day');
  const paid = await pay(source);
  const [{ entries }] = await source.query('SELECT count(*)::int AS entries FROM sales_entry');
  say(`${count(days)} sums, counted anew in ${Math.round(recount / 1000)} s; ${entries} entries.`);
  say(`| ${count(orders)} orders, ${requests} requests each | median ms | 95 % ms | orders |`);
  say('| --- | --- | --- | --- |');
  const service = new SalesService(source, systemClock);
  const plans = [];
  for (const [name, asked] of Object.entries(cases)) {
    const ask = () => service.sales(asked);
    const { total } = await ask();
    row(name, await repeated(requests, ask), count(total.orders));
    // orders themselves are in none of them
    for (const { lines } of await plansOf(source, ask, '(ANALYZE, COSTS OFF, TIMING OFF)'))
      plans.push([name, ...lines].join('\n'));
  }
  row('a payment: the update with its triggers', paid, '');
  return plans;
});
