import { randomInt } from 'node:crypto';
import { carts, CARTS } from '../src/carts.js';
import { chaos, CHAOS } from '../src/chaos/chaos.js';
import { drop, DROP } from '../src/drop/drop.js';
import { holds } from '../src/holds/holds.js';
import { type Report, runAndReport } from '../src/report.js';
import { rolling, ROLLING } from '../src/rolling.js';
import { live, LIVE } from '../src/streams/live.js';

type Say = (line: string) => void;

const MINUTE = 60_000;
const CART_ROUNDS = 200;
const CART_ROUND_TIMEOUT_MS = 20_000;
const CHAOS_ORDERS = 500;
const ORDER_TIMEOUT_MS = 2_000;
/** How often each process is replaced. */
const ROLLING_ROUNDS = 3;

const draw = (): number => randomInt(1, 2 ** 31);

const tests: [name: string, run: (say: Say) => Promise<Report>, timeoutMs: number][] = [
  [
    'buyers with overlapping carts get all of their geodes or none, without a deadlock, and a refused buyer leaves the ' +
      'other geodes on sale',
    (say) => carts({ ...CARTS, rounds: CART_ROUNDS }, say),
    5 * MINUTE + CART_ROUNDS * CART_ROUND_TIMEOUT_MS,
  ],
  [
    'orders while every process is killed in turn and Square hangs, fails and repeats webhooks settle within two minutes ' +
      'after the last fault, agree with Square to the cent, and every response was true',
    (say) => chaos({ ...CHAOS, orders: CHAOS_ORDERS, seed: draw() }, say),
    10 * MINUTE + CHAOS_ORDERS * ORDER_TIMEOUT_MS,
  ],
  [
    'a thousand geodes that go on sale, each for fifty people and a script that asks without end go to the script at ' +
      'most twice as often as to one person',
    (say) => drop({ ...DROP, seed: draw() }, say),
    30 * MINUTE,
  ],
  [
    'an address, a /64, a /48 and declined cards keep geodes off sale for at most their unit-minutes an hour, and every ' +
      'honest buyer gets an answer in words',
    (say) => holds({ minutes: 1, seed: draw() }, say),
    15 * MINUTE,
  ],
  [
    'open pages on two gateways while gateways, catalogue, NATS and Redis are killed show every geode as the database ' +
      'has it once the shop has settled',
    (say) => live({ ...LIVE, seed: draw() }, say),
    (6 + 2 * LIVE.rounds) * MINUTE,
  ],
  [
    'a shop with two processes of each kind that are replaced one by one under load fails no request and no checkout',
    (say) => rolling({ ...ROLLING, rounds: ROLLING_ROUNDS }, say),
    (4 + 4 * ROLLING_ROUNDS) * MINUTE,
  ],
];

for (const [name, run, timeoutMs] of tests)
  it(name, async () => expect(await runAndReport(run)).toEqual([]), timeoutMs);
