import type { OrderEventState, OrderEventView } from '@geodes/contracts';
import { orderNumber } from '../orders/order.entity.js';
import type { OutboxRow } from './outbox-row.entity.js';

type EndTimes = Pick<OutboxRow, 'doneAt' | 'droppedAt' | 'failedAt'>;

/** An applied event is done even if it was dropped: a job that was running then may still have applied it. */
export const stateOf = ({ doneAt, droppedAt, failedAt }: EndTimes): OrderEventState => {
  if (doneAt) return 'done';
  if (droppedAt) return 'dropped';
  return failedAt ? 'failed' : 'waiting';
};

export const eventView = (row: OutboxRow): OrderEventView => {
  const state = stateOf(row);
  return {
    id: row.id,
    type: row.type,
    orderId: row.orderId,
    orderNumber: orderNumber(row.orderId),
    state,
    createdAt: row.createdAt.toISOString(),
    enqueued: row.enqueueCount,
    nextTryAt: state === 'waiting' ? iso(row.enqueueAfter) : null,
    failures: row.failures,
    lastError: row.lastError,
    lastFailedAt: iso(row.lastFailedAt),
    failedAt: iso(row.failedAt),
    doneAt: iso(row.doneAt),
    droppedAt: iso(row.droppedAt),
    droppedBy: row.droppedBy,
    droppedReason: row.droppedReason,
  };
};

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
