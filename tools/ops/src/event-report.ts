import type { OrderEventList, OrderEventState, OrderEventView } from '@geodes/contracts';
import { formatLocalTime, formatTable } from './print.js';

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
