// `npm run bench:sales`: the owner's figures at a million orders, on a database of its own that is dropped at the end.
// Needs the built service. Plain JavaScript on the built classes: what is measured is what runs.
import { systemClock } from '@geodes/kit';
import { SalesService } from '../../dist/sales/sales.service.js';
import { bench, count, plansOf, repeated, row, say } from './bench.mjs';

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

await bench('bench_sales', async (source, { orders, requests }) => {
  say(`| ${count(orders)} orders, ${requests} requests each | median ms | 95 % ms | orders |`);
  say('| --- | --- | --- | --- |');
  const service = new SalesService(source, systemClock);
  const plans = [];
  for (const [name, asked] of Object.entries(cases)) {
    const ask = () => {
      service.clearCache();
      return service.sales(asked);
    };
    const { total } = await ask();
    row(name, await repeated(requests, ask), count(total.orders));
    for (const { lines } of await plansOf(source, ask, '(ANALYZE, COSTS OFF, TIMING OFF)'))
      plans.push([name, ...lines].join('\n'));
  }
  const kept = () => service.sales(cases['last 365 days by day']);
  row('kept for a minute', await repeated(requests, kept), '');
  return plans;
});
