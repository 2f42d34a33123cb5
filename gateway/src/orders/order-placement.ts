import { Inject, Injectable } from '@nestjs/common';
import { AppError, Bus, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask, reasonOf } from '@geodes/kit';
import { REDIS, type Redis } from '../connections.js';
import {
  type OrderKey,
  type OrderRequest,
  type PlacedResult,
  placeOrder,
  sendCheckout,
  unknownOrder,
} from './place-order.js';

const KEY = 'gateway:unconfirmed-orders';
const INTERVAL_MS = 5_000;
const CALL_TIMEOUT_MS = 3_000;
const RETENTION_MS = 24 * 60 * 60_000;
/** Of further orders only the buyer's own retry is left. */
const MAX_ORDERS = 200;

type UnconfirmedOrder = OrderRequest & OrderKey & { addedAt: number };

/**
 * Places orders over the bus. Unconfirmed orders, whose number a buyer has seen though no orders process may have
 * recorded them, wait in Redis. Each gateway sends them until one has recorded or refused them: the one that was asked
 * may have ended.
 */
@Injectable()
export class OrderPlacement extends PeriodicTask {
  /** Orders that are not in Redis yet, as text by id. */
  private readonly unkept = new Map<string, string>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'unconfirmed orders not sent' });
  }

  /** Throws as `placeOrder` does, but not that no process took an order that is kept: it may still be paid. */
  async place(request: OrderRequest, key: OrderKey): Promise<PlacedResult> {
    // the buyer has seen the number of an order that is kept
    const isNumberKnown = await this.isKept(key.orderId);
    try {
      const result = await placeOrder(request, key, {
        isNumberKnown,
        checkout: (...call) => this.bus.call('orders.checkout', ...call),
        clock: this.clock,
        isStopping: () => this.isStopping,
      });
      if (result.isUnconfirmed) await this.add(request, key);
      return result;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'UNAVAILABLE') await this.forget(key.orderId);
      else if (await this.isKept(key.orderId)) return { status: 202, order: unknownOrder(key.orderId) };
      throw error;
    }
  }

  private async isKept(orderId: string): Promise<boolean> {
    return this.unkept.has(orderId) || (await this.redis.hexists(KEY, orderId).catch(() => 0)) === 1;
  }

  /** Stops sending an order that an orders process has recorded or refused. Never throws: sending it again does no harm. */
  private async forget(orderId: string): Promise<void> {
    this.unkept.delete(orderId);
    await this.redis.hdel(KEY, orderId).catch(() => undefined);
  }

  /** Keeps an unconfirmed order for a day at most, without Redis in memory. Never throws. */
  private async add(request: OrderRequest, key: OrderKey): Promise<void> {
    const order: UnconfirmedOrder = { ...request, ...key, addedAt: this.clock.wall() };
    if (this.unkept.size < MAX_ORDERS) this.unkept.set(key.orderId, JSON.stringify(order));
    else this.logger.error({ orderId: key.orderId }, 'too many unconfirmed orders; one was not kept');
    await this.keep();
  }

  protected async round(): Promise<undefined> {
    await this.keep();
    const kept = await this.redis.hgetall(KEY).catch(() => ({}));
    const orders = Object.entries({ ...kept, ...Object.fromEntries(this.unkept) });
    await Promise.all(orders.map(([orderId, text]) => this.send(orderId, text)));
  }

  /** Moves orders into Redis. The rest stays in memory while Redis is away or full. */
  private async keep(): Promise<void> {
    try {
      for (const [orderId, text] of this.unkept) {
        if ((await this.redis.hlen(KEY)) >= MAX_ORDERS) return;
        await this.redis.hsetnx(KEY, orderId, text);
        this.unkept.delete(orderId);
      }
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'unconfirmed orders are in memory only');
    }
  }

  private async send(orderId: string, text: string): Promise<void> {
    const { addedAt, ...order } = JSON.parse(text) as UnconfirmedOrder;
    if (this.clock.wall() - addedAt > RETENTION_MS)
      this.logger.error({ orderId }, 'unconfirmed order dropped after a day');
    else if (!(await this.isTaken(order))) return;
    await this.forget(orderId);
  }

  /** Returns whether an orders process has recorded or refused the order. */
  private async isTaken(order: OrderRequest & OrderKey): Promise<boolean> {
    const command = { ...order, waitMs: 0, isNumberKnown: true };
    try {
      const result = await sendCheckout(command, CALL_TIMEOUT_MS, (...call) =>
        this.bus.call('orders.checkout', ...call),
      );
      return result !== 'not-taken' && result !== 'no-response';
    } catch (error) {
      this.logger.warn({ orderId: order.orderId, reason: reasonOf(error) }, 'unconfirmed order refused');
      return error instanceof AppError && error.code !== 'UNAVAILABLE';
    }
  }
}
