import { hostname, userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrderFactView } from '@geodes/contracts';
import { factLines, factTable } from './fact-report.js';
import type { Output } from './output.js';
import { type Shop, ShopRefuses } from './shop.js';

const MOST_LISTED = 500;
/** How long a retried fact is looked after: a refusal comes at once, an outage takes longer. */
const WATCH_MS = 10_000;
const LOOK_EVERY_MS = 250;

export const listFacts = async (shop: Shop, { all }: { all: boolean }, output: Output): Promise<void> => {
  const list = await shop.ask('orders.facts', { all, limit: MOST_LISTED });
  output.tell(list, factTable(list));
};

export const showFact = async (shop: Shop, id: string, output: Output): Promise<void> => {
  const fact = await shop.ask('orders.fact', { id });
  output.tell(fact, factLines(fact));
};

export const retryAllFacts = async (shop: Shop, output: Output): Promise<void> => {
  const reply = await shop.ask('orders.retry-fact', {});
  const { retried } = reply;
  const lines = retried === 0 ? 'No fact was given up.' : `Tried again: ${retried}. Look with npm run ops -- facts`;
  output.tell(reply, lines);
};

/** Throws ShopRefuses where it is refused again. */
export const retryFact = async (shop: Shop, id: string, output: Output): Promise<void> => {
  const before = await shop.ask('orders.fact', { id });
  await shop.ask('orders.retry-fact', { id });
  const after = await outcome(shop, before);
  if (after.state === 'failed') throw new ShopRefuses(`Refused again: ${after.lastError}`);
  const said = after.state === 'done' ? 'Applied.' : `Not applied yet${waitsFor(after)}; it is tried again by itself.`;
  output.tell(after, said);
};

export const dropFact = async (shop: Shop, id: string, reason: string, output: Output): Promise<void> => {
  const by = `${userInfo().username}@${hostname()}`.slice(0, 100);
  const fact = await shop.ask('orders.drop-fact', { id, reason, by });
  output.tell(fact, `Dropped. It stays in the list (npm run ops -- facts --all) and can be retried.`);
};

/** The fact when it is applied, refused again or held up; as it is after ten seconds otherwise. */
const outcome = async (shop: Shop, before: OrderFactView): Promise<OrderFactView> => {
  const end = performance.now() + WATCH_MS;
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const fact = await shop.ask('orders.fact', { id: before.id });
    if (fact.state !== 'waiting' || fact.lastFailedAt !== before.lastFailedAt || performance.now() > end) return fact;
  }
};

const waitsFor = ({ lastError }: OrderFactView): string => (lastError ? ` (last: ${lastError})` : '');
