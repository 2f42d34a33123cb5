import type { OrderEventState, OrderEventView } from '@geodes/contracts';
import { orderNumber } from '../checkout/checkout.js';
import type { OutboxRow } from './outbox-row.entity.js';

/** A fact that was applied is done, also where a job that was still under way did so after it was dropped. */
export const stateOf = ({ doneAt, droppedAt, failedAt }: Ends): OrderEventState => {
  if (doneAt) return 'done';
  if (droppedAt) return 'dropped';
  return failedAt ? 'failed' : 'waiting';
};
type Ends = Pick<OutboxRow, 'doneAt' | 'droppedAt' | 'failedAt'>;

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
