import {
  type ErrorCode,
  OWNER_STATUSES,
  type OwnerStatus,
  type PlacedRefund,
  type RefundOrder,
  dollars,
} from '@geodes/contracts';
import type { Random } from '@geodes/testing';
import { AppError } from '@geodes/kit';
import type { Network } from '../fakes/network.js';
import type { RunContext } from '../simulation/run-context.js';
import { type ProcessRun, virtualClock } from '../simulation/scheduler.js';

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
const drawRefund = (random: Random, { id: orderId, geodeIds }: OwnerOrder): RefundOrder => {
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

/** Error codes that the owner's commands may return. */
const EXPECTED_ERRORS: ErrorCode[] = [
  'NOT_FOUND',
  'STATUS_LOCKED',
  'NOT_ARCHIVABLE',
  'ALREADY_ARCHIVED',
  'CHANGED',
  'UNAVAILABLE',
  'GEODE_IN_ORDER',
  'NOT_REFUNDABLE',
];
/** Repeats the statuses that allow archiving, so that archiving often succeeds. */
const STATUSES: OwnerStatus[] = [...OWNER_STATUSES, 'shipped', 'delivered', 'completed', 'shipped', 'delivered'];
const TIMEOUT_MS = 5_000;
/** Of the gateway. */
const REFUND_TIMEOUT_MS = 20_000;
/** The owner repeats a refund without a response this often. */
const MAX_REPEATS = 2;
const REPEAT_DELAYS_MS = [100, 4_000, 15_000];

/** The owner: sets statuses, archives, refunds and changes prices, whatever the checkouts are doing. */
export class Owner {
  /** The refunds that the owner asked for; a repeated one is one entry for each request. */
  readonly refunds: RecordedRefund[] = [];
  private calls = 0;

  constructor(
    private readonly run: ProcessRun,
    private readonly context: RunContext,
    private readonly network: Network,
    /** Orders that appear in responses. */
    private readonly orders: () => OwnerOrder[],
    private readonly geodeIds: string[],
  ) {}

  /** A command has neither a response nor timed out. */
  get isWaiting(): boolean {
    return this.calls > 0;
  }

  act(): void {
    const { random } = this.context;
    const orders = this.orders();
    if (random.chance(0.1)) {
      const changes = { price: dollars(random.pick([9_999, 15_000])) };
      return this.send('catalog.update-geode', { id: random.pick(this.geodeIds), changes });
    }
    if (orders.length === 0) return;
    const order = random.pick(orders);
    const { id } = order;
    if (random.chance(order.isPaid ? 0.5 : 0.03)) this.refund(order);
    else if (random.chance(0.35)) this.send('orders.archive', { id });
    else this.send('orders.set-status', { id, status: random.pick(STATUSES) });
  }

  endHold(holdId: string): void {
    this.send('catalog.end-hold-for-owner', { holdId });
  }

  /** Refunds an order, sometimes by a double click or in two tabs, which have different keys. */
  private refund(order: OwnerOrder): void {
    const { random } = this.context;
    const refund = this.refundOnce(order);
    void refund();
    if (random.chance(0.2)) {
      this.context.count('a refund sent twice at once');
      void refund();
    }
    if (random.chance(0.2)) {
      this.context.count('two refunds of an order at once');
      void this.refundOnce(order)();
    }
  }

  /** Returns a request for one refund. It repeats while it gets no response, under the same key. */
  private refundOnce(order: OwnerOrder): () => Promise<void> {
    const { random, scheduler } = this.context;
    const command = drawRefund(random, order);
    return async () => {
      for (let tries = 0; tries <= MAX_REPEATS && !this.context.isClosing; tries += 1) {
        const recorded: RecordedRefund = { command, reply: undefined };
        this.refunds.push(recorded);
        const response = await this.call('orders.refund', command, REFUND_TIMEOUT_MS);
        recorded.reply = response.reply as PlacedRefund | undefined;
        if (response.code !== 'UNAVAILABLE') return;
        await virtualClock(scheduler, this.run).sleep(random.pick(REPEAT_DELAYS_MS));
      }
    };
  }

  private send(subject: string, request: object): void {
    void this.call(subject, request, TIMEOUT_MS);
  }

  private async call(subject: string, request: object, timeoutMs: number): Promise<{ reply?: unknown; code?: string }> {
    this.calls += 1;
    try {
      const reply = await this.network.call(this.run, subject, request, timeoutMs);
      this.context.count(`${subject}: done`);
      return { reply };
    } catch (error) {
      const code = error instanceof AppError ? error.code : String(error);
      this.context.count(`${subject}: ${code}`);
      if (!EXPECTED_ERRORS.includes(code as ErrorCode))
        this.context.violation(`${subject} returned ${code} to the owner`);
      return { code };
    } finally {
      this.calls -= 1;
    }
  }
}
