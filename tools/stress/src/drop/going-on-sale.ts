import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody, Hold } from '@geodes/contracts';
import type { Owner, Reply } from '@geodes/testing';
import type { HoldingBrowser } from '../holds/holding-browser.js';
import type { Report } from '../report.js';

/** Of the shops: turns are drawn by IP address, so the limits by IP address stay on. */
export const SHOP_ENV = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn', HOLD_MINUTES: '10' };
const HOLD_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Units that are on sale besides, so that never half of what is on sale is on hold. */
const SPARE_UNITS = 500;

/** What a part of the test found. */
export type Part = Pick<Report, 'violations' | 'figures' | 'targets'>;

/** Adds a geode of which there are many on sale. Returns its id. */
export const addSpare = async (owner: Owner): Promise<string> =>
  (await owner.newGeode({ title: 'Spare', quantity: SPARE_UNITS })).id;

/** Adds geodes that go on sale tomorrow. Returns their ids. */
export const addGeodes = async (owner: Owner, count: number): Promise<string[]> => {
  const availableFrom = new Date(Date.now() + DAY_MS).toISOString();
  const ids: string[] = [];
  while (ids.length < count) ids.push((await owner.newGeode({ title: `Drop ${ids.length}`, availableFrom })).id);
  return ids;
};

/** Puts geodes on sale at an instant, milliseconds since 1970. The clock of this machine is the shop's. */
export const putOnSaleAt = async (owner: Owner, ids: string[], instant: number): Promise<void> => {
  await owner.call('PATCH', '/api/admin/geodes/schedule', { ids, availableFrom: new Date(instant).toISOString() });
};

export const sleepUntil = (instant: number): Promise<void> => sleep(Math.max(0, instant - Date.now()));

/** Returns when the database took the geodes of a hold off sale, milliseconds since 1970. */
export const takenAt = ({ expiresAt }: Hold): number => Date.parse(expiresAt) - HOLD_MS;

/** Each buyer has an IP address of their own: 100.64.0.0/10 has four millions. */
export const ipAddressOf = (index: number): string =>
  [100, 64 + (index >> 16), (index >> 8) & 255, index & 255].join('.');

/** The response to one request for a hold. */
export interface HoldOutcome {
  outcome: string;
  ms: number;
  hold?: Hold;
}

/** Asks once for a hold. Never rejects. */
export const askForHold = async (browser: HoldingBrowser, geodeId: string): Promise<HoldOutcome> => {
  const since = performance.now();
  const { reply, hold } = await browser
    .takeHold([geodeId])
    .catch((error: unknown) => ({ reply: { status: 0, text: String(error) }, hold: undefined }));
  return { outcome: outcomeOf(reply), ms: performance.now() - since, ...(hold ? { hold } : {}) };
};

/** Returns `201`, or `409 OUT_OF_STOCK` with the code of an error. */
export const outcomeOf = ({ status, text }: Pick<Reply, 'status' | 'text'>): string => {
  if (status < 400) return String(status);
  try {
    return `${status} ${(JSON.parse(text) as ErrorBody).code}`;
  } catch {
    return String(status);
  }
};
