import type { EntityManager } from 'typeorm';
import type { OwnerStatus, Tracking } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { appendAuditEntry, type KnownFields } from '@geodes/kit/audit-log';
import { appendLetter } from '../letters/append-letter.js';
import { Order } from './order.entity.js';

/** Locks an order until the transaction ends. Throws NOT_FOUND. */
export const lockOrder = async (manager: EntityManager, id: string): Promise<Order> => {
  const order = await manager.findOne(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
  return order;
};

/** The audit log records only what the owner decides, and no data of the buyer. */
export const auditFields = ({ status, carrier, trackingNumber, archivedAt }: Order): KnownFields => ({
  status,
  carrier,
  trackingNumber,
  archived: archivedAt !== null,
});

/** Returns why the status cannot be set; undefined if it can. */
export const whyLocked = (order: Order): string | undefined => {
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
 * Sets status and tracking of an order that the caller has locked, with the audit entry and, if it becomes shipped, the
 * buyer's letter. Throws STATUS_LOCKED if the payment is not captured or the order is cancelled or archived.
 */
export const setOrderStatus = async (
  manager: EntityManager,
  order: Order,
  { status, ...tracking }: Tracking & { status: OwnerStatus },
): Promise<void> => {
  const locked = whyLocked(order);
  if (locked) throw new AppError('STATUS_LOCKED', locked);
  const { id } = order;
  const change = { status, ...changedTracking(order, tracking) };
  await manager.update(Order, { id }, change);
  const before = auditFields(order);
  const after = { ...before, ...change };
  await appendAuditEntry(manager, { entity: 'order', entityId: id, action: 'edited', before, after });
  if (status === 'shipped' && order.status !== 'shipped')
    await appendLetter(manager, 'order-shipped', { id, orderId: id });
};
