// `npm run bench:sales`: measures the owner's sales at a million orders, on a temporary database. Plain JavaScript on
// the built service, so that it measures the code that runs in production.
import { systemClock } from '@geodes/kit';
import { SalesService } from '../../dist/sales/sales.service.js';
import { bench, count, ORDERS, plansOf, print, repeated, row } from './bench.mjs';

const REQUESTS = 9;

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

await bench('bench_sales', async (source) => {
  print(`| ${count(ORDERS)} orders, ${REQUESTS} requests each | median ms | 95 % ms | orders |`);
  print('| --- | --- | --- | --- |');
  const service = new SalesService(source, systemClock);
  const plans = [];
  for (const [name, query] of Object.entries(cases)) {
    const run = () => {
      service.clearCache();
      return service.sales(query);
    };
    const { total } = await run();
    row(name, await repeated(REQUESTS, run), count(total.orders));
    for (const { lines } of await plansOf(source, run, '(ANALYZE, COSTS OFF, TIMING OFF)'))
      plans.push([name, ...lines].join('\n'));
  }
  const cached = () => service.sales(cases['last 365 days by day']);
  row('cached', await repeated(REQUESTS, cached), '');
  return plans;
});
