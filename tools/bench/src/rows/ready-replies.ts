import { quantile } from '@geodes/testing';
import { type Bench, BROWSER, ifWrong } from '../bench.js';
import { percent, ms, whole } from '../figures.js';
import { prepared, startFloor } from '../floors/floor.js';
import { alternate, type Compared, slower, spread } from '../load/alternate.js';
import type { Row } from '../report/row.js';

export interface ReadyCase {
  work: string;
  path: string;
  headers?: Record<string, string>;
  /** Share of the floor's requests a second. */
  least: number;
  aim?: number;
  /** The 95th percentile is at most so many times the floor's. */
  mostSlower?: number;
  gateway?: string;
  connections?: number;
}

const CONNECTIONS = 64;

/** A reply that is kept ready, beside a bare server that sends the same bytes. */
export const compareReady = async (
  { shop, rounds, seconds, say }: Bench,
  { path, headers = BROWSER, gateway = shop.gateway, connections = CONNECTIONS, work }: ReadyCase,
): Promise<Compared> => {
  const reply = await prepared(gateway + path, headers);
  const floor = await startFloor({ replies: { [path]: reply } });
  try {
    const load = { connections, seconds, ask: { path, headers } };
    const compared = await alternate({ ...load, origins: [gateway] }, { ...load, origins: [floor.origin] }, rounds);
    say(
      `  ${work}: ${whole(compared.shop.perSecond)} a second, floor ${whole(compared.floor.perSecond)}: ` +
        `${percent(compared.ratio)} (${spread(compared)})`,
    );
    return compared;
  } finally {
    floor.stop();
  }
};

/** Its lines of the table. */
export const readyRows = (
  { work, least, aim, mostSlower }: ReadyCase,
  compared: Compared,
): { rows: Row[]; wrong: string[] } => {
  const { shop, floor, ratio } = compared;
  const rows: Row[] = [
    {
      work,
      target: `${percent(least)} of floor (a)${aim ? `, aim ${percent(aim)}` : ''}`,
      measured: percent(ratio),
      beside: `${whole(shop.perSecond)} a second, floor ${whole(floor.perSecond)}; rounds ${spread(compared)}`,
      misses: ratio < least,
    },
  ];
  if (mostSlower !== undefined)
    rows.push({
      work: `${work}: 95th percentile`,
      target: `under ${mostSlower} × the floor's`,
      measured: `${slower(compared, 0.95).toFixed(1)} ×`,
      beside: `${ms(quantile(shop.ms, 0.95))}, floor ${ms(quantile(floor.ms, 0.95))}`,
      misses: slower(compared, 0.95) >= mostSlower,
    });
  return { rows, wrong: ifWrong(work, shop.wrong + floor.wrong) };
};
