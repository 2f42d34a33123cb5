import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Shipment, ShipmentResult, ShipOrders, Tracking } from '@geodes/contracts';
import { AppError, inTransaction, LOGGER, type Logger, withRetry } from '@geodes/kit';
import { Order } from './order.entity.js';
import { changedTracking, lockOrder, setOrderStatus } from './order-status.js';

const ORDER_NUMBER = /^[0-9A-F]{8}$/;
/** Starts no further order after this, because the gateway stops waiting at 30 s. */
const MAX_DURATION_MS = 20_000;
/** One order may just be locked; after the second in a row the database is taken to be down. */
const MAX_OUTAGES = 2;

type Verdict = Pick<ShipmentResult, 'outcome' | 'message'>;

const refused = (message: string): Verdict => ({ outcome: 'refused', message });
const NOT_STORED = refused('The shop could not store this one. Please send it again: nothing happens twice.');

/** Returns an order number as people write it: without # and spaces, in upper case. */
const normalise = (orderNumber: string): string => orderNumber.replaceAll(/[#\s]/g, '').toUpperCase();

/** Sets the orders of a list to shipped. */
@Injectable()
export class Shipping {
  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ships each order in a transaction of its own, so that none stops the others. Safe to repeat. Orders that the database
   * did not take in time are refused with a sentence.
   */
  async ship({ shipments, isCheck = false }: ShipOrders): Promise<ShipmentResult[]> {
    const numbers = shipments.map(({ orderNumber }) => normalise(orderNumber));
    const ids = await this.findIds(numbers);
    const decide = isCheck ? await this.checking([...ids.values()].flat()) : this.shippingUntil(MAX_DURATION_MS);
    const results: ShipmentResult[] = [];
    for (const [index, shipment] of shipments.entries()) {
      const number = numbers[index] ?? '';
      const found = ids.get(number) ?? [];
      const fault = numberFault(number, found.length, numbers.indexOf(number) < index);
      const [id = ''] = found;
      results.push({ orderNumber: number, ...(fault ? refused(fault) : await decide(id, shipment)) });
    }
    if (!isCheck) this.logger.info(countOutcomes(results), 'orders shipped');
    return results;
  }

  /** Returns a function that says what would happen to an order. */
  private async checking(ids: string[]): Promise<(id: string, tracking: Tracking) => Verdict> {
    const orders = await withRetry(() => this.database.getRepository(Order).findBy({ id: In(ids) }));
    const byId = new Map(orders.map((order) => [order.id, order]));
    return (id, tracking) => {
      const order = byId.get(id);
      return order ? shipmentVerdict(order, tracking) : refused('There is no such order.');
    };
  }

  /** Returns a function that ships an order. While the database is down, and after `limitMs`, it refuses. */
  private shippingUntil(limitMs: number): (id: string, shipment: Shipment) => Promise<Verdict> {
    const deadline = performance.now() + limitMs;
    let outages = 0;
    return async (id, shipment) => {
      if (outages >= MAX_OUTAGES || performance.now() > deadline) return NOT_STORED;
      try {
        const verdict = await this.shipOne(id, shipment);
        outages = 0;
        return verdict;
      } catch (error) {
        const isOutage = error instanceof AppError && error.code === 'UNAVAILABLE';
        if (error instanceof AppError && !isOutage) return refused(error.message);
        if (isOutage) outages += 1;
        this.logger.error({ orderId: id, err: error }, 'order not shipped');
        return NOT_STORED;
      }
    };
  }

  private shipOne(id: string, { carrier, trackingNumber }: Tracking): Promise<Verdict> {
    return inTransaction(this.database, async (manager) => {
      const order = await lockOrder(manager, id);
      const verdict = shipmentVerdict(order, { carrier, trackingNumber });
      if (verdict.outcome === 'shipped')
        await setOrderStatus(manager, order, { status: 'shipped', carrier, trackingNumber });
      return verdict;
    });
  }

  /** Returns the ids of each order number. Repeats the index's expression literally, or PostgreSQL would not use it. */
  private async findIds(numbers: string[]): Promise<Map<string, string[]>> {
    const rows = await withRetry(() =>
      this.database.query<{ id: string; number: string }[]>(
        `SELECT id, upper(right(id::text, 8)) AS number FROM shop_order WHERE upper(right(id::text, 8)) = ANY ($1)`,
        [numbers],
      ),
    );
    const byNumber = Map.groupBy(rows, ({ number }) => number);
    return new Map([...byNumber].map(([number, found]) => [number, found.map(({ id }) => id)]));
  }
}

const numberFault = (number: string, orders: number, isRepeated: boolean): string | undefined => {
  if (!ORDER_NUMBER.test(number)) return 'An order number has eight digits or letters from A to F.';
  if (orders === 0) return `There is no order ${number}.`;
  if (orders > 1) return `Several orders have the number ${number}. Please set this one in its details.`;
  return isRepeated ? `Order ${number} is in this list twice; only its first line counts.` : undefined;
};

/** Returns what a shipment does to an order. It moves no order back that has arrived. */
const shipmentVerdict = (order: Order, tracking: Tracking): Verdict => {
  if (order.archivedAt) return refused('This order is in the archive.');
  if (order.status === 'cancelled') return refused('This order was cancelled.');
  if (order.paymentState !== 'captured') return refused('The payment of this order is not confirmed yet.');
  const next = changedTracking(order, tracking);
  const isSame = next.carrier === order.carrier && next.trackingNumber === order.trackingNumber;
  const hasArrived = order.status === 'delivered' || order.status === 'completed';
  if (isSame && (hasArrived || order.status === 'shipped')) return { outcome: 'unchanged', message: null };
  if (hasArrived)
    return refused(`This order is ${order.status} already. Its tracking number can be changed in its details.`);
  return { outcome: 'shipped', message: null };
};

const countOutcomes = (results: ShipmentResult[]): Record<ShipmentResult['outcome'], number> => {
  const count = (outcome: ShipmentResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  return { shipped: count('shipped'), unchanged: count('unchanged'), refused: count('refused') };
};
