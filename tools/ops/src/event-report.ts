import type { OrderEventList, OrderEventState, OrderEventView } from '@geodes/contracts';
import { localTime } from './local-time.js';
import { tableOf } from './table.js';

/** What each state means to the operator. */
const STATES: Record<OrderEventState, string> = {
  waiting: 'waiting',
  failed: 'given up',
  dropped: 'dropped',
  done: 'applied',
};

const MAX_REASON = 60;

/** The list for a person: one line a fact, then what to type. */
export const eventTable = ({ events: facts, counts }: OrderEventList): string => {
  if (facts.length === 0) return 'No fact waits: everything that happened to orders was applied.';
  const table = tableOf(
    ['id', 'fact', 'order', 'state', 'since', 'refused', 'why'],
    facts.map((fact) => [
      fact.id,
      fact.type,
      fact.orderNumber,
      STATES[fact.state],
      localTime(fact.createdAt),
      `${fact.failures} x`,
      why(fact),
    ]),
    [38, 16, 10, 10, 21, 9, MAX_REASON],
  );
  const total = `${counts.failed} given up, ${counts.waiting} waiting.`;
  const advice = 'npm run ops -- facts show ID | retry ID | drop ID --reason "…"';
  return [table, counts.failed > 0 ? `${total} ${advice}` : total].join('\n');
};

/** One fact for a person, a line a property. */
export const eventLines = (fact: OrderEventView): string =>
  [
    ['fact', `${fact.type} of order ${fact.orderNumber}`],
    ['id', fact.id],
    ['order', fact.orderId],
    ['state', STATES[fact.state]],
    ['happened', localTime(fact.createdAt)],
    ['queued', `${fact.enqueued} times${fact.nextTryAt ? `, next at ${localTime(fact.nextTryAt)}` : ''}`],
    ['refused', `${fact.failures} times${fact.failedAt ? `, given up at ${localTime(fact.failedAt)}` : ''}`],
    ['last error', fact.lastError && `${fact.lastError} (${localTime(fact.lastFailedAt ?? fact.createdAt)})`],
    ['applied', fact.doneAt && localTime(fact.doneAt)],
    ['dropped', fact.droppedAt && `${localTime(fact.droppedAt)} by ${fact.droppedBy}: ${fact.droppedReason}`],
  ]
    .flatMap(([name, value]) => (value ? [`${name?.padEnd(11)} ${value}`] : []))
    .join('\n');

const why = ({ state, droppedReason, lastError }: OrderEventView): string =>
  (state === 'dropped' ? droppedReason : lastError) ?? '';
