import { dollars } from '@geodes/contracts';
import { demoOrder, median, quantile } from '@geodes/testing';
import { TWO_OF_EACH } from './config.js';
import { playRounds } from './play-rounds.js';
import { countEach, type Report } from './report.js';

export const RACE = { rounds: 20 };

const BUYERS = 1_000;
/** To each gateway. */
const CONNECTIONS = 250;
const FIRST_PRICE_CENTS = 10_000;
/** Two of every four buyers hold the geode first, one on each gateway. */
const holdsFirst = (index: number): boolean => index % 4 < 2;

/** Sends many orders for one geode, round after round: one is paid, and the others are refused soon. */
export const race = async ({ rounds }: typeof RACE, say: (line: string) => void): Promise<Report> => {
  const all = { median: [] as number[], p95: [] as number[], perSecond: [] as number[] };
  const violations = await playRounds(
    { name: 'race', rounds, connections: CONNECTIONS },
    async ({ owner, number, sendAll }) => {
      const geode = await owner.newGeode({ title: `Race ${number}`, price: dollars(FIRST_PRICE_CENTS + number) });
      const orders = Array.from({ length: BUYERS }, (_, index) => ({
        ...demoOrder([geode.id]),
        holdsFirst: holdsFirst(index),
      }));
      const { replies, found } = await sendAll(orders);
      const losers = replies.filter(({ status }) => status !== 201).map(({ ms }) => ms);
      const lastMs = Math.max(...replies.map(({ ms }) => ms));
      all.median.push(median(losers));
      all.p95.push(quantile(losers, 0.95));
      all.perSecond.push(BUYERS / (lastMs / 1_000));
      say(
        `  round ${number}: loser median ${median(losers).toFixed(0)} ms, 95th ${quantile(losers, 0.95).toFixed(0)} ms, ` +
          `last ${lastMs.toFixed(0)} ms, ${JSON.stringify(countEach(replies.map(({ status }) => status)))}`,
      );
      return found;
    },
    say,
  );
  return {
    name: 'race',
    violations,
    figures: {
      rounds,
      'buyers per round': BUYERS,
      processes: TWO_OF_EACH,
      'time to a refusal, median ms': Math.round(median(all.median)),
      'time to a refusal, 95th percentile ms': Math.round(median(all.p95)),
      'worst round, 95th percentile ms': Math.round(Math.max(...all.p95)),
      'responses per second': Math.round(median(all.perSecond)),
    },
    targets: {
      'time to a refusal, median ms': '< 1200',
      'time to a refusal, 95th percentile ms': '< 2200',
      'responses per second': 'about 500',
    },
  };
};
