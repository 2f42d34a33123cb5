import { median, quantile } from '@geodes/testing';
import { BROWSER, ifWrong, type Measurement } from '../bench.js';
import { differentFilters, HOT } from '../data/queries.js';
import { ms, percent, whole } from '../figures.js';
import { load, type Heard } from '../load/load.js';
import type { Row } from '../report/row.js';
import { compareCold } from './filters.js';
import { compareReady } from './ready-replies.js';

const GEODES = [10, 1_000, 100_000];
const CONNECTIONS = [1, 16, 256];
const DIFFERENT = 20_000;

const row = (work: string, heard: Pick<Heard, 'perSecond' | 'ms'>, beside = ''): Row => ({
  work,
  target: '',
  measured: `${whole(heard.perSecond)} a second`,
  beside: `median ${ms(median(heard.ms))}, 95 % ${ms(quantile(heard.ms, 0.95))}${beside}`,
});

/** How the cost of the catalogue's pages grows with stones, with connections, and with a second gateway. */
export const growth: Measurement = async (bench) => {
  const rows: Row[] = [];
  const wrong: string[] = [];
  for (const connections of CONNECTIONS) {
    await bench.shop.have(bench.geodes, bench.say);
    const work = `hot page, ${connections} connections`;
    const { shop, floor, ratio } = await compareReady(bench, { work, path: HOT, least: 0, connections });
    rows.push(row(work, shop, `; ${percent(ratio)} of floor (a)`));
    wrong.push(...ifWrong(work, shop.wrong + floor.wrong));
  }
  const gateways = await withGateways(bench);
  rows.push(...gateways.rows);
  wrong.push(...gateways.wrong);
  for (const geodes of GEODES) {
    await bench.shop.have(geodes, bench.say);
    const hot = await load({
      origins: [bench.shop.gateway],
      connections: 64,
      seconds: bench.seconds,
      ask: { path: HOT, headers: BROWSER },
    });
    rows.push(row(`hot page, ${whole(geodes)} geodes`, hot));
    const { shop, floor, ratio } = await compareCold(bench, differentFilters(DIFFERENT));
    rows.push(
      row(`another filter in every request, ${whole(geodes)} geodes`, shop, `; ${percent(ratio)} of floor (b)`),
    );
    wrong.push(...ifWrong(`${geodes} geodes`, hot.wrong + shop.wrong + floor.wrong));
  }
  for (const { work, measured, beside } of rows) bench.say(`  ${work}: ${measured}; ${beside}`);
  return { rows, wrong };
};

/** One gateway, then two of them. */
const withGateways: Measurement = async ({ shop, seconds }) => {
  const second = await shop.startGateway({});
  const hot = (origins: string[]) => load({ origins, connections: 64, seconds, ask: { path: HOT, headers: BROWSER } });
  await hot([second]);
  const one = await hot([shop.gateway]);
  const two = await hot([shop.gateway, second]);
  shop.stopGateways();
  return {
    rows: [row('hot page, 1 gateway', one), row('hot page, 2 gateways', two)],
    wrong: ifWrong('hot page, 1 and 2 gateways', one.wrong + two.wrong),
  };
};
