import { hostname, userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrderEventView } from '@geodes/contracts';
import { eventLines, eventTable } from './event-report.js';
import type { Output } from './output.js';
import { type Shop, ShopRefuses } from './shop.js';

const MAX_LISTED = 500;
/** How long a retried fact is looked after: a refusal comes at once, an outage takes longer. */
const WATCH_MS = 10_000;
const LOOK_INTERVAL_MS = 250;

export const listEvents = async (shop: Shop, { all }: { all: boolean }, output: Output): Promise<void> => {
  const list = await shop.ask('orders.list-events', { all, limit: MAX_LISTED });
  output.tell(list, eventTable(list));
};

export const showEvent = async (shop: Shop, id: string, output: Output): Promise<void> => {
  const fact = await shop.ask('orders.get-event', { id });
  output.tell(fact, eventLines(fact));
};

export const retryAllEvents = async (shop: Shop, output: Output): Promise<void> => {
  const reply = await shop.ask('orders.retry-event', {});
  const { retried } = reply;
  const lines = retried === 0 ? 'No fact was given up.' : `Tried again: ${retried}. Look with npm run ops -- facts`;
  output.tell(reply, lines);
};

/** Throws ShopRefuses where it is refused again. */
export const retryEvent = async (shop: Shop, id: string, output: Output): Promise<void> => {
  const before = await shop.ask('orders.get-event', { id });
  await shop.ask('orders.retry-event', { id });
  const after = await outcome(shop, before);
  if (after.state === 'failed') throw new ShopRefuses(`Refused again: ${after.lastError}`);
  const said = after.state === 'done' ? 'Applied.' : `Not applied yet${waitsFor(after)}; it is tried again by itself.`;
  output.tell(after, said);
};

export const dropEvent = async (shop: Shop, id: string, reason: string, output: Output): Promise<void> => {
  const by = `${userInfo().username}@${hostname()}`.slice(0, 100);
  const fact = await shop.ask('orders.drop-event', { id, reason, by });
  output.tell(fact, `Dropped. It stays in the list (npm run ops -- facts --all) and can be retried.`);
};

/** The fact when it is applied, refused again or held up; as it is after ten seconds otherwise. */
const outcome = async (shop: Shop, before: OrderEventView): Promise<OrderEventView> => {
  const end = performance.now() + WATCH_MS;
  for (;;) {
    await pause(LOOK_INTERVAL_MS);
    const fact = await shop.ask('orders.get-event', { id: before.id });
    if (fact.state !== 'waiting' || fact.lastFailedAt !== before.lastFailedAt || performance.now() > end) return fact;
  }
};

const waitsFor = ({ lastError }: OrderEventView): string => (lastError ? ` (last: ${lastError})` : '');
