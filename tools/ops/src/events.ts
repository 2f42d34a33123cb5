import { hostname, userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrderEventList, OrderEventState, OrderEventView, OrdersState, QueueState } from '@geodes/contracts';
import { formatLocalTime, formatTable, type Print } from './print.js';
import { type Shop, ShopRefused, ShopUnavailable } from './shop.js';

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

const STATES: Record<OrderEventState, string> = {
  waiting: 'waiting',
  failed: 'given up',
  dropped: 'dropped',
  done: 'applied',
};

const MAX_REASON = 60;

/** Formats a table of events, then the commands to type if any were given up. */
export const formatEvents = ({ events, counts }: OrderEventList): string => {
  if (events.length === 0) return 'No event waits: everything that happened to orders was applied.';
  const table = formatTable(
    ['id', 'event', 'order', 'state', 'since', 'refused', 'why'],
    events.map((event) => [
      event.id,
      event.type,
      event.orderNumber,
      STATES[event.state],
      formatLocalTime(event.createdAt),
      `${event.failures} x`,
      reasonText(event),
    ]),
    [38, 16, 10, 10, 21, 9, MAX_REASON],
  );
  const total = `${counts.failed} given up, ${counts.waiting} waiting.`;
  const advice = 'npm run ops -- events show ID | retry ID | drop ID --reason "…"';
  return [table, counts.failed > 0 ? `${total} ${advice}` : total].join('\n');
};

/** Formats one event, one property a line. */
export const formatEvent = (event: OrderEventView): string =>
  [
    ['event', `${event.type} of order ${event.orderNumber}`],
    ['id', event.id],
    ['order', event.orderId],
    ['state', STATES[event.state]],
    ['happened', formatLocalTime(event.createdAt)],
    ['queued', `${event.enqueued} times${event.nextTryAt ? `, next at ${formatLocalTime(event.nextTryAt)}` : ''}`],
    ['refused', `${event.failures} times${event.failedAt ? `, given up at ${formatLocalTime(event.failedAt)}` : ''}`],
    ['last error', event.lastError && `${event.lastError} (${formatLocalTime(event.lastFailedAt ?? event.createdAt)})`],
    ['applied', event.doneAt && formatLocalTime(event.doneAt)],
    ['dropped', event.droppedAt && `${formatLocalTime(event.droppedAt)} by ${event.droppedBy}: ${event.droppedReason}`],
  ]
    .flatMap(([name, value]) => (value ? [`${name?.padEnd(11)} ${value}`] : []))
    .join('\n');

const reasonText = ({ state, droppedReason, lastError }: OrderEventView): string =>
  (state === 'dropped' ? droppedReason : lastError) ?? '';

/** Prints the job counts of every queue. Throws ShopUnavailable when Redis does not respond to the orders service. */
export const listQueues = async (shop: Shop, print: Print): Promise<void> => {
  const { queues } = await shop.call('orders.state', {});
  if (!queues)
    throw new ShopUnavailable('Redis does not answer: jobs wait as events in the outbox (npm run ops -- outbox).');
  print(queues, formatQueues(queues));
};

const formatQueues = (queues: readonly QueueState[]): string =>
  formatTable(
    ['queue', 'waiting', 'active', 'delayed', 'failed', 'oldest'],
    queues.map(({ name, waiting, active, delayed, failed, oldestAt }) => [
      name,
      waiting,
      active,
      delayed,
      failed,
      oldestAt ? formatLocalTime(oldestAt) : '',
    ]),
  );

/** Prints the events that are not queued yet or not confirmed. */
export const printOutbox = async (shop: Shop, print: Print): Promise<void> => {
  const { events } = await shop.call('orders.state', {});
  print(events, formatOutbox(events));
};

const formatOutbox = ({ count, oldestAt, givenUp }: OrdersState['events']): string => {
  const waiting = oldestAt ? `${count} events wait, the oldest since ${formatLocalTime(oldestAt)}.` : 'No event waits.';
  const failed = givenUp > 0 ? `${givenUp} were given up: npm run ops -- events` : 'None was given up.';
  return `${waiting} ${failed}`;
};
