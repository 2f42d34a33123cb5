import type { PlacedRefund, RefundOrder } from '@geodes/contracts';
import type { Random } from '@geodes/testing';

/** An order as the owner sees it. */
export interface OwnerOrder {
  id: string;
  geodeIds: string[];
  isPaid: boolean;
}

/** A refund that the owner wanted; `reply` is undefined while no response arrived. */
export interface RecordedRefund {
  command: RefundOrder;
  reply: PlacedRefund | undefined;
}

/** Parts of an order, US cents: some are more than an order costs, or than is left of it. */
const PARTS_CENTS = [1, 40, 101, 2_500, 9_000];
const REASONS = [undefined, 'Broken in transit'];

/** Draws the refund of an order, whole or in part, with or without geodes that return to sale. */
export const drawRefund = (random: Random, { id: orderId, geodeIds }: OwnerOrder): RefundOrder => {
  const amountCents = random.chance(0.4) ? undefined : random.pick(PARTS_CENTS);
  const reason = random.pick(REASONS);
  const restock = random.chance(0.5) ? geodeIds.filter(() => random.chance(0.8)) : [];
  const refundId = random.uuid();
  return {
    orderId,
    refundId,
    key: `${orderId} ${refundId}`,
    ...(amountCents === undefined ? {} : { amountCents }),
    ...(reason ? { reason } : {}),
    ...(restock.length > 0 ? { restock } : {}),
  };
};
