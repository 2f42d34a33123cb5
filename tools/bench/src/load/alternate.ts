import { median, quantile } from '@geodes/testing';
import { percent } from '../figures.js';
import { type Heard, load, type Load } from './load.js';

export interface Side {
  perSecond: number;
  ms: number[];
  wrong: number;
}

/** The shop beside its floor. */
export interface Compared {
  shop: Side;
  floor: Side;
  /** Requests a second of the shop, as a share of the floor's in the same round: the middle one of the rounds. */
  ratio: number;
  /** The same of each round. */
  ratios: number[];
}

const WARM_UP_S = 1;

const together = (rounds: readonly Heard[]): Side => ({
  perSecond: rounds.reduce((sum, { perSecond }) => sum + perSecond, 0) / rounds.length,
  ms: rounds.flatMap(({ ms }) => ms),
  wrong: rounds.reduce((sum, { wrong }) => sum + wrong, 0),
});

/** Shop and floor in turn, so that whatever else the machine does meets both. */
export const alternate = async (shop: Load, floor: Load, rounds: number): Promise<Compared> => {
  const heard = { shop: [] as Heard[], floor: [] as Heard[] };
  for (const side of [shop, floor]) await load(side.requests === undefined ? { ...side, seconds: WARM_UP_S } : side);
  for (let round = 0; round < rounds; round += 1) {
    heard.shop.push(await load(shop));
    heard.floor.push(await load(floor));
  }
  const ratios = heard.shop.map(({ perSecond }, round) => perSecond / (heard.floor[round]?.perSecond ?? Number.NaN));
  return { shop: together(heard.shop), floor: together(heard.floor), ratio: median(ratios), ratios };
};

/** The lowest and the highest of the rounds. */
export const spread = ({ ratios }: Compared): string =>
  `${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))}`;

/** How many times as long the shop takes for this share of its answers. */
export const slower = ({ shop, floor }: Compared, share: number): number =>
  quantile(shop.ms, share) / quantile(floor.ms, share);
