import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ORDER_PATH, type Random, type Reply, demoOrder } from '@geodes/testing';
import { HoldingBrowser } from './holding-browser.js';

/** Where the requests of an attack come from: an IP address for each browser. */
type Source = (random: Random) => string;

const hex = (random: Random): string => (1 + random.below(0xffff)).toString(16);

export const oneAddress: Source = () => '192.0.2.66';
export const one64: Source = (random) => `2001:db8:64:1::${hex(random)}:${hex(random)}`;
export const one48: Source = (random) => `2001:db8:48:${hex(random)}::${hex(random)}`;
export const manyAddresses =
  (count: number): Source =>
  (random) =>
    `100.64.0.${1 + random.below(count)}`;

/** Each honest buyer has an address of their own. */
export const ipAddressOfBuyer = (index: number): string => `198.51.100.${index + 1}`;

const WORKERS = 8;
const UNITS = 10;
/** After a refusal, so that the attack does not only measure refusals. */
const PAUSE_MS = 100;
/** Half of the holds are let go after at most this; the others are kept to their end. */
const MAX_KEPT_MS = 2_000;

/** What an attack kept off sale. */
export class OffSale {
  /** Summed over units; a hold that is kept counts for its full length. */
  minutes = 0;
  readonly replies: Record<string, number> = {};
  units = 0;

  count(status: number): void {
    this.replies[status] = (this.replies[status] ?? 0) + 1;
  }

  add(units: number, ms: number): void {
    this.units += units;
    this.minutes += (units * ms) / 60_000;
  }
}

export interface AttackDeps {
  gateways: readonly string[];
  agent: Agent;
  random: Random;
  /** The geodes that honest buyers want. */
  geodes: () => readonly string[];
  signal: AbortSignal;
}

/** Returns the geodes that a refusal names. */
const goneOf = ({ status, text }: Reply): string[] =>
  status === 409 ? ((JSON.parse(text) as { details?: { geodeIds?: string[] } }).details?.geodeIds ?? []) : [];

/** Repeats a refused request without the geodes that are gone. Returns the last reply and the geodes it is about. */
const holdWhatIsLeft = async (browser: HoldingBrowser, wanted: readonly string[]) => {
  const first = await browser.takeHold(wanted);
  const gone = goneOf(first.reply);
  const ids = wanted.filter((id) => !gone.includes(id));
  return { ...(gone.length > 0 && ids.length > 0 ? await browser.takeHold(ids) : first), ids };
};

/** Holds ten geodes that seem free, again and again; lets half of the holds go and keeps the others. */
export const attackByHolds = async (source: Source, deps: AttackDeps): Promise<OffSale> => {
  const offSale = new OffSale();
  const kept = new Set<string>();
  const work = async () => {
    while (!deps.signal.aborted) {
      const browser = new HoldingBrowser(deps.gateways, deps.agent, source(deps.random));
      const free = deps.geodes().filter((id) => !kept.has(id));
      const wanted = deps.random.shuffled(free).slice(0, UNITS);
      if (wanted.length === 0) {
        await sleep(PAUSE_MS);
        continue;
      }
      const since = Date.now();
      const { reply, hold, ids } = await holdWhatIsLeft(browser, wanted);
      offSale.count(reply.status);
      if (!hold) {
        await sleep(PAUSE_MS);
        continue;
      }
      if (deps.random.chance(0.5)) {
        for (const id of ids) kept.add(id);
        offSale.add(ids.length, Date.parse(hold.expiresAt) - since);
        continue;
      }
      await sleep(deps.random.below(MAX_KEPT_MS));
      await browser.release(hold);
      offSale.add(ids.length, Date.now() - since);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return offSale;
};

/** Orders ten random geodes without a hold and with a declined card, again and again. */
export const attackByDeclinedOrders = async (source: Source, deps: AttackDeps): Promise<OffSale> => {
  const offSale = new OffSale();
  const work = async () => {
    while (!deps.signal.aborted) {
      const browser = new HoldingBrowser(deps.gateways, deps.agent, source(deps.random));
      const ids = deps.random.shuffled(deps.geodes()).slice(0, UNITS);
      const { body, headers } = demoOrder(ids, 'cnon:card-nonce-declined');
      const since = Date.now();
      const { status } = await browser.send('POST', ORDER_PATH, { body, headers });
      offSale.count(status);
      if (status === 402) offSale.add(ids.length, Date.now() - since);
      else await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return offSale;
};
