import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { EntityId, trimmed, uuid, type Nothing } from './text.js';

/** An outbox event from orders to catalog, sent through the queue in `messages.ts`. Safe to handle twice. */
export class OrderEvent {
  @uuid() eventId!: string;
  @uuid() orderId!: string;
  @IsIn(['order.paid', 'order.archived']) type!: 'order.paid' | 'order.archived';
  /** W3C traceparent of the order's trace. */
  @IsOptional() @IsString() @MaxLength(55) traceparent?: string;
}

/** Confirms that a consumer has applied an order event. Only then is the outbox row done. */
export class AckOrderEvent {
  @uuid() eventId!: string;
}

/** Stored characters of a reason. */
const MAX_REASON_LENGTH = 2_000;

/** Reports that all attempts of a job to apply an order event failed. Sent once per job. */
export class FailOrderEvent {
  @uuid() eventId!: string;
  /** Shown to the operator; longer texts are cut. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.slice(0, MAX_REASON_LENGTH) : value))
  @IsString()
  reason!: string;
  /**
   * True if a database or NATS was down. Such failures do not count, and the event is retried until the outage ends.
   */
  @IsBoolean() isOutage!: boolean;
}

/**
 * `waiting`: in the queue, or due to be enqueued again. `failed`: refused too often, waits for the operator. `dropped`:
 * the operator gave it up with a reason. `done`: applied.
 */
export type OrderEventState = 'waiting' | 'failed' | 'dropped' | 'done';

/** An order event for the operator. Times are ISO 8601. */
export interface OrderEventView {
  id: string;
  type: OrderEvent['type'];
  orderId: string;
  orderNumber: string;
  state: OrderEventState;
  createdAt: string;
  /** How often it was enqueued. */
  enqueued: number;
  /** When it is enqueued again if not confirmed; null if that is now or never. */
  nextTryAt: string | null;
  /** How often catalog failed to apply it, outages excluded. */
  failures: number;
  lastError: string | null;
  lastFailedAt: string | null;
  failedAt: string | null;
  doneAt: string | null;
  droppedAt: string | null;
  droppedBy: string | null;
  droppedReason: string | null;
}

export class OrderEventQuery {
  /** If true, lists all states, newest first. Otherwise lists failed events, then waiting ones, each oldest first. */
  @IsBoolean() all!: boolean;
  @IsInt() @Min(1) @Max(500) limit!: number;
}

export interface OrderEventList {
  events: OrderEventView[];
  /** Total events of each state, listed or not. */
  counts: Record<'waiting' | 'failed', number>;
}

/** Retries one event, or all failed ones if no id is given. A dropped event needs its id. */
export class RetryOrderEvent {
  @IsOptional() @uuid() id?: string;
}

/** Body of POST /api/admin/failed-events/{id}/drop. */
export class DropEventBody {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(500) reason!: string;
}

/** Drops an event for good. The row stays, with the operator's name and reason. */
export class DropOrderEvent extends DropEventBody {
  @uuid() id!: string;
  /** The operator's user name on their machine. */
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) by!: string;
}

export interface OrderEventMessages {
  'orders.ack-event': { request: AckOrderEvent; reply: Nothing };
  'orders.fail-event': { request: FailOrderEvent; reply: Nothing };
  'orders.list-events': { request: OrderEventQuery; reply: OrderEventList };
  'orders.get-event': { request: EntityId; reply: OrderEventView };
  'orders.retry-event': { request: RetryOrderEvent; reply: { retried: number } };
  'orders.drop-event': { request: DropOrderEvent; reply: OrderEventView };
}
