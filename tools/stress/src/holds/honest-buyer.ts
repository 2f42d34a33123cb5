import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '@geodes/contracts';
import { demoOrder, ORDER_PATH, type Random, type Reply } from '@geodes/testing';
import { HoldingBrowser } from './holding-browser.js';

const THINKS_MS = { from: 500, to: 3_000 };
const RESTS_MS = { from: 10_000, to: 30_000 };
/** A buyer whose geode is gone looks for another one, at most this often. */
const MAX_TRIES = 5;

/** What buyers got, all together. */
export interface Shopping {
  bought: number;
  /** Tries that ended with a refusal in words, by status. */
  refused: Record<string, number>;
  /** Buyers who found nothing in MAX_TRIES tries. */
  gaveUp: number;
  /** Responses without a sentence for the buyer. */
  violations: string[];
}

export interface BuyerDeps {
  gateways: readonly string[];
  agent: Agent;
  random: Random;
  address: string;
  geodes: () => readonly string[];
  /** Puts another geode on sale for a bought one. */
  replace: (id: string) => void;
  shopping: Shopping;
  signal: AbortSignal;
}

/** Buys one geode after another, as the site does: holds it, types, pays. */
export const shop = async (deps: BuyerDeps): Promise<void> => {
  const { random, signal } = deps;
  await sleep(random.below(RESTS_MS.from));
  while (!signal.aborted) {
    if (!(await buyOne(deps))) deps.shopping.gaveUp += 1;
    await sleep(random.between(RESTS_MS.from, RESTS_MS.to), undefined, { signal }).catch(() => undefined);
  }
};

const buyOne = async (deps: BuyerDeps): Promise<boolean> => {
  const { gateways, agent, address, random, geodes, shopping, replace, signal } = deps;
  const browser = new HoldingBrowser(gateways, agent, address);
  for (let attempt = 1; attempt <= MAX_TRIES && !signal.aborted; attempt += 1) {
    const id = random.pick(geodes());
    const { reply, hold } = await browser.takeHold([id]);
    if (!hold) {
      refuse(reply, shopping);
      continue;
    }
    await sleep(random.between(THINKS_MS.from, THINKS_MS.to));
    const { body, headers } = demoOrder([id]);
    const placed = await browser.send('POST', ORDER_PATH, { body, headers });
    if (placed.status === 201) {
      shopping.bought += 1;
      replace(id);
      return true;
    }
    refuse(placed, shopping);
  }
  return signal.aborted;
};

const refuse = ({ status, text }: Reply, { refused, violations }: Shopping): void => {
  refused[status] = (refused[status] ?? 0) + 1;
  const message = messageOf(text);
  const isForBuyer = [402, 409, 428, 429, 503].includes(status) && /^[A-Z“].+[.!]$/s.test(message);
  if (!isForBuyer) violations.push(`a buyer received ${status} ${text.slice(0, 200)}`);
};

const messageOf = (text: string): string => {
  try {
    return (JSON.parse(text) as ErrorBody).message;
  } catch {
    return '';
  }
};
