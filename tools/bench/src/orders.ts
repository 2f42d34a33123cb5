import { median } from '@geodes/testing';
import { type Benchmark, ms, whole } from './benchmark.js';
import { load, type LoadResult } from './load.js';
import { processorMs } from './process-tree.js';
import { fillOrders, orderOf } from './shop.js';

const GEODES = 10_000;
const PAST_ORDERS = 100_000;
const CONNECTIONS = 16;
/** Node compiles hot code: the first hundreds of orders take half as long again. */
const WARM_UP_S = 10;
const SECONDS = 15;
/** More than the shop can sell. */
const MAX_PER_SECOND = 200;
const ROUNDS = 5;
const RIVALS = 64;
const RIVALS_SECONDS = 2;
const RIVAL_ORDERS = 8_000;

/** Measures orders of different geodes with a Square that responds at once, and the shop's processor time per order. */
export const orders: Benchmark = async ({ shop, say }) => {
  await shop.fill(GEODES, say, { again: true });
  await fillOrders(shop.database('orders'), PAST_ORDERS, say);
  const ids = await shop.geodeIds((WARM_UP_S + SECONDS) * MAX_PER_SECOND);
  const buy = async (seconds: number): Promise<LoadResult & { cpuMs: number }> => {
    const requests = ids.splice(0, seconds * MAX_PER_SECOND).map(orderOf);
    const before = processorMs(shop.processes());
    const result = await load({
      origin: shop.origin,
      requests,
      connections: CONNECTIONS,
      seconds,
      countStatuses: true,
    });
    const cpuMs = processorMs(shop.processes()) - before;
    const paid = result.statuses[201] ?? 0;
    if (paid < result.requests || result.failed > 0) throw new Error(`orders: ${JSON.stringify(result)}`);
    if (paid >= requests.length) throw new Error('There were too few geodes for the orders.');
    return { ...result, cpuMs };
  };
  await buy(WARM_UP_S);
  const { perSecond, median: middle, p95, requests, cpuMs, generatorCpu } = await buy(SECONDS);
  return [
    {
      work: `POST /api/orders/square, ${CONNECTIONS} connections`,
      target: '70 a second, 32 ms of processor each; aim 100, 22 ms',
      measured: `${whole(perSecond)} a second, ${ms(cpuMs / requests)} of processor`,
      details: `median ${ms(middle)}, 95 % ${ms(p95)}; generator ${(generatorCpu * 100).toFixed(1)} % of a processor`,
      misses: perSecond < 70 || cpuMs / requests > 32,
    },
  ];
};

/** Measures many buyers of one geode, geode after geode: one buys it, all others are refused. */
export const hotGeode: Benchmark = async ({ shop, say }) => {
  await shop.fill(GEODES, say, { again: true });
  const ids = await shop.geodeIds(ROUNDS + 1);
  const losers: number[] = [];
  for (const id of ids) {
    const requests = Array.from({ length: RIVAL_ORDERS }, () => orderOf(id));
    const result = await load({
      origin: shop.origin,
      requests,
      connections: RIVALS,
      seconds: RIVALS_SECONDS,
      countStatuses: true,
    });
    const { 201: sold = 0, 409: refused = 0 } = result.statuses;
    if (sold !== 1 || sold + refused < result.requests || result.failed > 0)
      throw new Error(`one geode, many buyers: ${JSON.stringify(result)}`);
    losers.push(result.perSecond);
  }
  const measured = losers.slice(1); // the first round warms up
  return [
    {
      work: `losers of one geode, ${RIVALS} connections`,
      target: '400 a second',
      measured: `${whole(median(measured))} a second`,
      details: `${ROUNDS} geodes; ${whole(Math.min(...measured))} to ${whole(Math.max(...measured))}`,
      misses: median(measured) < 400,
    },
  ];
};
