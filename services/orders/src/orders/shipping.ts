import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { ShipmentResult, ShipOrders, Tracking } from '@geodes/contracts';
import { AppError, inTransaction, LOGGER, type Logger, withRetry } from '@geodes/kit';
import { Order } from './order.entity.js';
import { changedTracking, setOrderStatuses, type StoredTracking } from './order-status.js';

const ORDER_NUMBER = /^[0-9A-F]{8}$/;
/** Orders of one transaction. A busy database takes a hundred milliseconds for a transaction of one. */
const BATCH_SIZE = 50;
/** Starts no further batch after this, because the gateway stops waiting at 30 s. */
const MAX_DURATION_MS = 20_000;
/** One order may just be locked; after the second in a row the database is taken to be down. */
const MAX_OUTAGES = 2;

type Verdict = Pick<ShipmentResult, 'outcome' | 'message'>;
type Verdicts = Map<string, Verdict>;

/** A parcel whose order is known. */
interface Parcel {
  id: string;
  tracking: Tracking;
}

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
   * Ships each order for itself, so that none stops the others. Safe to repeat. Orders that the database did not take in
   * time are refused with a sentence.
   */
  async ship({ shipments, isCheck = false }: ShipOrders): Promise<ShipmentResult[]> {
    const numbers = shipments.map(({ orderNumber }) => normalise(orderNumber));
    const ids = await this.findIds(numbers);
    const rows = shipments.map(({ carrier, trackingNumber }, index) => {
      const number = numbers[index] ?? '';
      const found = ids.get(number) ?? [];
      const fault = numberFault(number, found.length, numbers.indexOf(number) < index);
      return { number, fault, id: found[0] ?? '', tracking: { carrier, trackingNumber } };
    });
    const parcels = rows.filter(({ fault }) => !fault);
    const verdicts = isCheck ? await this.check(parcels) : await this.shipInBatches(parcels);
    const results = rows.map(({ number, fault, id }) => ({
      orderNumber: number,
      ...(fault ? refused(fault) : (verdicts.get(id) ?? NOT_STORED)),
    }));
    if (!isCheck) this.logger.info(countOutcomes(results), 'orders shipped');
    return results;
  }

  /** Returns what would happen. */
  private async check(parcels: Parcel[]): Promise<Verdicts> {
    const where = { id: In(parcels.map(({ id }) => id)) };
    const orders = await withRetry(() => this.database.getRepository(Order).findBy(where));
    return verdictsOf(orders, parcels);
  }

  /**
   * Retries the parcels of a failed batch one by one. Orders that the database did not take are missing in the result.
   */
  private async shipInBatches(parcels: Parcel[]): Promise<Verdicts> {
    const deadline = performance.now() + MAX_DURATION_MS;
    const verdicts: Verdicts = new Map();
    const queue: Parcel[][] = [];
    for (let from = 0; from < parcels.length; from += BATCH_SIZE) queue.push(parcels.slice(from, from + BATCH_SIZE));
    let outages = 0;
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      if (outages >= MAX_OUTAGES || performance.now() > deadline) break;
      try {
        for (const [id, verdict] of await this.shipBatch(batch)) verdicts.set(id, verdict);
        outages = 0;
      } catch (error) {
        if (batch.length > 1) {
          queue.unshift(...batch.map((parcel) => [parcel]));
        } else {
          if (error instanceof AppError && error.code === 'UNAVAILABLE') outages += 1;
          this.logger.error({ orderId: batch[0]?.id, err: error }, 'order not shipped');
        }
      }
    }
    return verdicts;
  }

  /** Ships all orders of a batch or, if it throws, none. Locks them in the order of their ids, so that none deadlock. */
  private shipBatch(parcels: Parcel[]): Promise<Verdicts> {
    return inTransaction(this.database, async (manager) => {
      const orders = await manager.find(Order, {
        where: { id: In(parcels.map(({ id }) => id)) },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      const verdicts = verdictsOf(orders, parcels);
      const byId = new Map(parcels.map(({ id, tracking }) => [id, tracking]));
      const shipped = orders.filter(({ id }) => verdicts.get(id)?.outcome === 'shipped');
      await setOrderStatuses(
        manager,
        shipped.map((order) => ({ order, change: { ...byId.get(order.id), status: 'shipped' } })),
      );
      return verdicts;
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

const verdictsOf = (orders: Order[], parcels: Parcel[]): Verdicts => {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return new Map(
    parcels.flatMap(({ id, tracking }): [string, Verdict][] => {
      const order = byId.get(id);
      return order ? [[id, shipmentVerdict(order, tracking)]] : [];
    }),
  );
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
  return { outcome: 'shipped', message: order.status === 'shipped' ? replacementText(order, next) : null };
};

/** Returns what a shipment does to an order that is shipped already. */
const replacementText = ({ trackingNumber }: StoredTracking, next: StoredTracking): string =>
  trackingNumber && next.trackingNumber !== trackingNumber
    ? `Its number ${trackingNumber} is replaced; the buyer gets no second letter.`
    : 'It is shipped already. Its tracking is updated; the buyer gets no second letter.';

const countOutcomes = (results: ShipmentResult[]): Record<ShipmentResult['outcome'], number> => {
  const count = (outcome: ShipmentResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  return { shipped: count('shipped'), unchanged: count('unchanged'), refused: count('refused') };
};
