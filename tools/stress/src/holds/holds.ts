import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditUntilClean, Owner, Random, startShop } from '@geodes/testing';
import { countsText, type Report, RESULTS } from '../report.js';
import {
  type AttackDeps,
  type OffSale,
  ipAddressOfBuyer,
  attackByDeclinedOrders,
  attackByHolds,
  manyAddresses,
  one48,
  one64,
  oneAddress,
} from './attack.js';
import { shop as goShopping, type Shopping } from './honest-buyer.js';

export interface HoldsOptions {
  /** Of each attack. */
  minutes: number;
  seed: number;
}

export const HOLDS: Omit<HoldsOptions, 'seed'> = { minutes: 10 };

/** More than twice what a /48 may keep off sale, so that the first attacks need no challenge. */
const GEODES = 240;
const BUYERS = 50;
const ADDRESSES = 200;
/** Unit-minutes an hour that the contract allows an IP address or /64, and a /48. */
const MAX_OF_ADDRESS = 200;
const MAX_OF_SITE = 5 * MAX_OF_ADDRESS;
/** An attacker counts from request to response, the shop in its database. One more hold of ten would exceed it. */
const SLACK = 1.05;
const SETTLE_TIMEOUT_MS = 60_000;
const MAX_SOCKETS = 100;

const ATTACKS: { name: string; maxUnitMinutes?: number; run: (deps: AttackDeps) => Promise<OffSale> }[] = [
  { name: 'one address', maxUnitMinutes: MAX_OF_ADDRESS, run: (deps) => attackByHolds(oneAddress, deps) },
  { name: 'one /64', maxUnitMinutes: MAX_OF_ADDRESS, run: (deps) => attackByHolds(one64, deps) },
  { name: 'one /48', maxUnitMinutes: MAX_OF_SITE, run: (deps) => attackByHolds(one48, deps) },
  {
    name: 'declined cards',
    maxUnitMinutes: MAX_OF_ADDRESS,
    run: (deps) => attackByDeclinedOrders(() => '192.0.2.77', deps),
  },
  { name: `${ADDRESSES} addresses`, run: (deps) => attackByHolds(manyAddresses(ADDRESSES), deps) },
];

/** Keeps as many geodes off sale as the shop lets it, from one place after another, while honest buyers shop. */
export const holds = async ({ minutes, seed }: HoldsOptions, say: (line: string) => void): Promise<Report> => {
  say(`  seed ${seed}`);
  const env = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' };
  const shop = await startShop({ log: join(RESULTS, 'holds-shop.log'), env });
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const owner = new Owner(shop);
  const random = new Random(seed);
  const geodes = new Set<string>();
  const addGeode = async () => void geodes.add((await owner.newGeode()).id);
  const figures: Report['figures'] = { 'minutes of each attack': minutes, 'honest buyers': BUYERS };
  const violations: string[] = [];
  try {
    for (let index = 0; index < GEODES; index += 1) await addGeode();
    const common = { gateways: shop.gateways, agent, geodes: () => [...geodes] };
    for (const { name, maxUnitMinutes = Infinity, run } of ATTACKS) {
      const shopping: Shopping = { bought: 0, refused: {}, gaveUp: 0, violations };
      const ending = new AbortController();
      const { signal } = ending;
      const replace = (id: string) => {
        geodes.delete(id);
        void addGeode().catch(() => undefined);
      };
      const buyers = Array.from({ length: BUYERS }, (_, index) =>
        goShopping({ ...common, random, address: ipAddressOfBuyer(index), replace, shopping, signal }),
      );
      const attack = run({ ...common, random, signal });
      await sleep(minutes * 60_000);
      ending.abort();
      await Promise.all(buyers);
      const offSale = await attack;
      const max = maxUnitMinutes * Math.ceil(minutes / 60);
      if (offSale.minutes > SLACK * max)
        violations.push(`${name}: ${offSale.minutes.toFixed(1)} unit-minutes off sale, not ${max}`);
      if (shopping.bought === 0) violations.push(`${name}: no honest buyer bought anything`);
      const found = figuresOf(name, offSale, shopping);
      Object.assign(figures, found);
      say(`  ${name} done, ${violations.length} violations; ${JSON.stringify(found)}`);
      await owner.endHolds();
    }
    violations.push(...(await auditUntilClean(shop, SETTLE_TIMEOUT_MS)));
  } finally {
    agent.destroy();
    await shop.stop();
  }
  return { name: 'holds', violations, figures, targets: {} };
};

const figuresOf = (name: string, offSale: OffSale, { bought, refused, gaveUp }: Shopping): Report['figures'] => ({
  [`${name}: replies`]: countsText(offSale.replies),
  [`${name}: geodes taken off sale`]: offSale.units,
  [`${name}: unit-minutes off sale`]: offSale.minutes.toFixed(1),
  [`${name}: bought by honest buyers`]: bought,
  [`${name}: refused to honest buyers`]: countsText(refused) || 'none',
  [`${name}: buyers without a geode`]: gaveUp,
});
