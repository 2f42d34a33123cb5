import { hostname, userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrderEventView } from '@geodes/contracts';
import { formatEvent, formatEvents } from './event-report.js';
import type { Print } from './print.js';
import { type Shop, ShopRefused } from './shop.js';

const MAX_LISTED = 500;
/** How long a retry waits for its outcome: a refusal comes at once, an outage takes longer. */
const OUTCOME_TIMEOUT_MS = 10_000;
const POLL_MS = 250;

export const listEvents = async (shop: Shop, { all }: { all: boolean }, print: Print): Promise<void> => {
  const list = await shop.call('orders.list-events', { all, limit: MAX_LISTED });
  print(list, formatEvents(list));
};

export const showEvent = async (shop: Shop, id: string, print: Print): Promise<void> => {
  const event = await shop.call('orders.get-event', { id });
  print(event, formatEvent(event));
};

export const retryAllEvents = async (shop: Shop, print: Print): Promise<void> => {
  const reply = await shop.call('orders.retry-event', {});
  const { retried } = reply;
  const lines = retried === 0 ? 'No event was given up.' : `Tried again: ${retried}. Look with npm run ops -- events`;
  print(reply, lines);
};

/** Retries one event and waits for the outcome. Throws ShopRefused when the catalogue refuses it again. */
export const retryEvent = async (shop: Shop, id: string, print: Print): Promise<void> => {
  const before = await shop.call('orders.get-event', { id });
  await shop.call('orders.retry-event', { id });
  const after = await waitForOutcome(shop, before);
  if (after.state === 'failed') throw new ShopRefused(`Refused again: ${after.lastError}`);
  const text =
    after.state === 'done' ? 'Applied.' : `Not applied yet${lastErrorText(after)}; it is retried automatically.`;
  print(after, text);
};

export const dropEvent = async (shop: Shop, id: string, reason: string, print: Print): Promise<void> => {
  const by = `${userInfo().username}@${hostname()}`.slice(0, 100);
  const event = await shop.call('orders.drop-event', { id, reason, by });
  print(event, `Dropped. It stays in the list (npm run ops -- events --all) and can be retried.`);
};

/** Polls until the event is applied or has failed again, at most ten seconds, and returns its last state. */
const waitForOutcome = async (shop: Shop, before: OrderEventView): Promise<OrderEventView> => {
  const deadline = performance.now() + OUTCOME_TIMEOUT_MS;
  for (;;) {
    await pause(POLL_MS);
    const event = await shop.call('orders.get-event', { id: before.id });
    if (event.state !== 'waiting' || event.lastFailedAt !== before.lastFailedAt || performance.now() > deadline)
      return event;
  }
};

const lastErrorText = ({ lastError }: OrderEventView): string => (lastError ? ` (last: ${lastError})` : '');
