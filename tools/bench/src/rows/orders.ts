import { randomUUID } from 'node:crypto';
import type { GeodePage } from '@geodes/contracts';
import { demoOrder, median, ORDER_PATH, quantile } from '@geodes/testing';
import { type Bench, ifWrong, type Measurement } from '../bench.js';
import { ms, whole } from '../figures.js';
import { type Ask, type Heard, load } from '../load/load.js';
import type { Row } from '../report/row.js';

const LIMIT_MS = 10_000;
const PAGE = 100;
/** Node compiles what runs often: the first hundreds of orders take half as long again. */
const WARM_UP = 600;
const ORDERS = 600;
const FEW_ORDERS = 200;
const LEAST_PER_SECOND = 60;
const AIM_PER_SECOND = 100;
const MEDIAN_MS = 60;
const ROUNDS = 5;
const RIVALS = 640;
const RIVALS_AT_ONCE = 64;
const LOSERS_PER_SECOND = 500;
const WINNER_MS = 1_000;

/** A new buyer's order. */
const orderOf = (geodeId: string): Ask => {
  const { headers, body } = demoOrder([geodeId]);
  return { path: ORDER_PATH, headers, body };
};

/** So many stones that are on sale, oldest first: nothing else asks for those. */
export const stonesOnSale = async (gateway: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; ids.length < count; page += 1) {
    const reply = await fetch(`${gateway}/api/geodes?sortBy=oldest&limit=${PAGE}&page=${page}`, {
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const { geodes } = (await reply.json()) as GeodePage;
    if (geodes.length === 0) throw new Error(`There are only ${ids.length} stones on sale.`);
    ids.push(...geodes.map(({ id }) => id));
  }
  return ids.slice(0, count);
};

/** Each order is for the next of these stones. */
export const buy = ({ shop }: Bench, stones: string[], connections: number): Promise<Heard> => {
  let next = 0;
  return load({
    origins: [shop.gateway],
    connections,
    requests: stones.length,
    method: 'POST',
    right: [201],
    // autocannon makes one more per connection than it sends
    ask: () => orderOf(stones[next++] ?? randomUUID()),
  });
};

/** Orders for different stones, paid at a Square that takes no time. */
export const orders: Measurement = async (bench) => {
  const { shop, say, geodes } = bench;
  await shop.have(geodes, say, true);
  const stones = await stonesOnSale(shop.gateway, WARM_UP + ORDERS + FEW_ORDERS);
  await buy(bench, stones.splice(0, WARM_UP), 16);
  const many = await buy(bench, stones.splice(0, ORDERS), 16);
  const few = await buy(bench, stones.splice(0, FEW_ORDERS), 4);
  const rows: Row[] = [
    {
      work: `POST ${ORDER_PATH}, different stones, 16 connections`,
      target: `${LEAST_PER_SECOND} a second, aim ${AIM_PER_SECOND}`,
      measured: `${whole(many.perSecond)} a second`,
      beside: `median ${ms(median(many.ms))}, 95 % ${ms(quantile(many.ms, 0.95))}`,
      misses: many.perSecond < LEAST_PER_SECOND,
    },
    {
      work: 'the same, 4 connections',
      target: `median under ${MEDIAN_MS} ms`,
      measured: ms(median(few.ms)),
      beside: `95 % ${ms(quantile(few.ms, 0.95))}, ${whole(few.perSecond)} a second`,
      misses: median(few.ms) >= MEDIAN_MS,
    },
  ];
  for (const { work, measured, beside } of rows) say(`  ${work}: ${measured}; ${beside}`);
  const said = JSON.stringify([many.statuses, few.statuses]);
  return { rows, wrong: ifWrong(`POST ${ORDER_PATH} ${said}`, many.wrong + few.wrong) };
};

/** Many buyers of one stone. */
export const hotStone: Measurement = async (bench) => {
  const { shop, say, geodes } = bench;
  await shop.have(geodes, say);
  const stones = await stonesOnSale(shop.gateway, ROUNDS + 1);
  const wrong: string[] = [];
  const losers: number[] = [];
  const winners: number[] = [];
  for (const [round, stone] of stones.entries()) {
    let winner = Number.NaN;
    const heard = await load({
      origins: [shop.gateway],
      connections: RIVALS_AT_ONCE,
      requests: RIVALS,
      method: 'POST',
      right: [201, 409],
      ask: () => orderOf(stone),
      hear: (status, time) => {
        if (status === 201) winner = time;
      },
    });
    if (heard.statuses[201] !== 1) wrong.push(`one stone was sold ${heard.statuses[201] ?? 0} times`);
    wrong.push(...ifWrong('one hot stone', heard.wrong));
    // the first round warms up
    if (round === 0) continue;
    losers.push(heard.perSecond);
    winners.push(winner);
  }
  const rows: Row[] = [
    {
      work: `POST ${ORDER_PATH}, one stone, ${RIVALS_AT_ONCE} connections: losers`,
      target: `${LOSERS_PER_SECOND} a second`,
      measured: `${whole(median(losers))} a second`,
      beside: `${ROUNDS} stones, ${RIVALS} buyers each; ${whole(Math.min(...losers))} to ${whole(Math.max(...losers))}`,
      misses: median(losers) < LOSERS_PER_SECOND,
    },
    {
      work: 'the winner has the answer',
      target: 'under 1 s',
      measured: ms(median(winners)),
      beside: `slowest ${ms(Math.max(...winners))}`,
      misses: Math.max(...winners) >= WINNER_MS,
    },
  ];
  for (const { work, measured, beside } of rows) say(`  ${work}: ${measured}; ${beside}`);
  return { rows, wrong };
};
