import { Inject, Injectable } from '@nestjs/common';
import { AppError, Bus, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { REDIS, type Redis } from '../connections.js';
import { type OrderKey, type OrderRequest, sendCheckout } from './place-order.js';

const KEY = 'gateway:unconfirmed-orders';
const INTERVAL_MS = 5_000;
const RETENTION_SECONDS = 24 * 60 * 60;
/** Bounds the memory during an outage; of further orders only the buyer's own retry is left. */
const MAX_ORDERS = 200;
const CALL_TIMEOUT_MS = 3_000;

/**
 * Orders whose number a buyer knows, though no orders process may have recorded them. They wait in Redis, and each
 * gateway sends them until an orders process has recorded or refused them: the one that was asked may have ended.
 */
@Injectable()
export class UnconfirmedOrders extends PeriodicTask {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'unconfirmed orders not sent' });
  }

  /** Keeps an order, for a day at most. Never throws: without Redis the buyer still gets the reply. */
  async add(request: OrderRequest, key: OrderKey): Promise<void> {
    try {
      if ((await this.redis.hlen(KEY)) >= MAX_ORDERS) throw new Error(`${MAX_ORDERS} orders wait already`);
      await this.redis.hset(KEY, key.orderId, JSON.stringify({ ...request, ...key }));
      await this.redis.expire(KEY, RETENTION_SECONDS);
    } catch (error) {
      this.logger.error({ err: error, orderId: key.orderId }, 'unconfirmed order not kept');
    }
  }

  /** Sends each order. Ends at the first without a response, because no orders process responds then. */
  protected async round(): Promise<undefined> {
    for (const [orderId, text] of Object.entries(await this.redis.hgetall(KEY))) {
      if (this.isStopping) return;
      const command = { ...(JSON.parse(text) as OrderRequest & OrderKey), waitMs: 0, isNumberKnown: true };
      const send = sendCheckout(command, CALL_TIMEOUT_MS, (...call) => this.bus.call('orders.checkout', ...call));
      const result = await send.catch((error) => (isUnavailable(error) ? 'not-taken' : 'refused'));
      if (result === 'not-taken' || result === 'no-response') return;
      await this.redis.hdel(KEY, orderId);
    }
  }
}

/** The orders service takes no checkouts for a while. */
const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAVAILABLE';
