import type { EntityManager } from 'typeorm';
import type { OrderStatusBody, Tracking } from '@geodes/contracts';
import { AppError, failpoint } from '@geodes/kit';
import { appendAuditEntries, appendAuditEntry, type KnownFields } from '@geodes/kit/audit-log';
import { appendShippingLetters, takeOutShippingLetters } from '../letters/letter-store.js';
import { appendOutboxEvent, type NewEvent } from '../outbox/outbox-row.js';
import { Order, SENT } from './order.entity.js';

/** Locks an order until the transaction ends. Throws NOT_FOUND. */
export const lockOrder = async (manager: EntityManager, id: string): Promise<Order> => {
  const order = await manager.findOne(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
  return order;
};

/** The audit log records only what the owner decides, and no data of the buyer. */
const auditFields = ({ status, carrier, trackingNumber, archivedAt }: Order): KnownFields => ({
  status,
  carrier,
  trackingNumber,
  archived: archivedAt !== null,
});

/** Returns why the status cannot be set; undefined if it can. */
const whyLocked = (order: Order): string | undefined => {
  if (order.archivedAt) return 'This order is in the archive; its status can no longer be changed.';
  if (order.status === 'cancelled') return 'This order was cancelled; its status can no longer be changed.';
  if (order.paymentState !== 'captured')
    return 'The payment of this order is not confirmed yet; its status can be changed after that.';
  return undefined;
};

export type StoredTracking = Pick<Order, 'carrier' | 'trackingNumber'>;

/** Returns the tracking after a change. A missing field stays, an empty one is cleared, spaces in a number become single. */
export const changedTracking = (order: StoredTracking, { carrier, trackingNumber }: Tracking): StoredTracking => ({
  carrier: carrier === undefined ? order.carrier : carrier,
  trackingNumber:
    trackingNumber === undefined ? order.trackingNumber : trackingNumber?.replaceAll(/\s+/g, ' ').trim() || null,
});

/**
 * Sets status and tracking of orders that the caller has locked, with the audit entries and, if they become shipped, the
 * buyers' letters; one that still waits is taken out if its order is set back. Throws STATUS_LOCKED, with nothing changed, if a
 * payment is not captured or an order is cancelled or archived; CHANGED if an order has not the expected status.
 */
export const setOrderStatuses = async (
  manager: EntityManager,
  changes: readonly { order: Order; change: OrderStatusBody }[],
): Promise<void> => {
  if (changes.length === 0) return;
  const rows = changes.map(({ order, change: { status, expectedStatus, ...tracking } }) => {
    const locked = whyLocked(order);
    if (locked) throw new AppError('STATUS_LOCKED', locked);
    if (expectedStatus && expectedStatus !== order.status)
      throw new AppError('CHANGED', `This order is ${order.status} by now. Please look at it again.`);
    return { id: order.id, status, ...changedTracking(order, tracking) };
  });
  await manager.query(
    `UPDATE shop_order SET status = row.status, carrier = row.carrier, tracking_number = row."trackingNumber",
       updated_at = now()
     FROM jsonb_to_recordset($1) AS row (id uuid, status text, carrier text, "trackingNumber" text)
     WHERE shop_order.id = row.id`,
    [JSON.stringify(rows)],
  );
  await appendAuditEntries(
    manager,
    changes.map(({ order }, index) => {
      const before = auditFields(order);
      const after = auditFields({ ...order, ...rows[index] });
      return { entity: 'order', entityId: order.id, action: 'edited', before, after };
    }),
  );
  const idsOf = (isWanted: (change: (typeof changes)[number]) => boolean) =>
    changes.filter(isWanted).map(({ order }) => order.id);
  const shipped = idsOf(({ order, change }) => change.status === 'shipped' && order.status !== 'shipped');
  if (shipped.length > 0) await appendShippingLetters(manager, shipped);
  const setBack = idsOf(({ order, change }) => SENT.includes(order.status) && !SENT.includes(change.status));
  if (setBack.length > 0) await takeOutShippingLetters(manager, setBack);
};

/**
 * Archives an order. Returns the outbox event, which the caller publishes after the commit. Throws NOT_FOUND,
 * ALREADY_ARCHIVED; NOT_ARCHIVABLE unless the status is shipped, delivered or completed.
 */
export const archiveOrder = async (manager: EntityManager, id: string): Promise<NewEvent | undefined> => {
  const order = await lockOrder(manager, id);
  if (order.archivedAt) throw new AppError('ALREADY_ARCHIVED', 'This order is already in the archive.');
  if (!SENT.includes(order.status) || order.paymentState !== 'captured') {
    throw new AppError('NOT_ARCHIVABLE', 'Only shipped, delivered and completed orders can be archived.');
  }
  await manager.update(Order, { id }, { archivedAt: () => 'now()' });
  const recorded = await appendOutboxEvent(manager, 'order.archived', id);
  const before = auditFields(order);
  const after = { ...before, archived: true };
  await appendAuditEntry(manager, { entity: 'order', entityId: id, action: 'archived', before, after });
  await failpoint('orders.archive.inside');
  return recorded;
};
