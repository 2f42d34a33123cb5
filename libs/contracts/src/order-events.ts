import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { trimmed, uuid } from './text.js';

/** What orders tells the catalogue; see jobs. Sent to the catalogue's queue, safe to handle twice. */
export class OrderEvent {
  @uuid() eventId!: string;
  @uuid() orderId!: string;
  @IsIn(['order.paid', 'order.archived']) type!: 'order.paid' | 'order.archived';
  /** The trace it belongs to, as W3C's header says it. */
  @IsOptional() @IsString() @MaxLength(55) traceparent?: string;
}

/** Says that a consumer has applied an order event: only now is the outbox row done. */
export class AckOrderEvent {
  @uuid() eventId!: string;
}

/** Longest reason that is kept, characters. */
const REASON_LENGTH = 2_000;

/** Says that a consumer could not apply an order event, after all tries of one job. Sent once a job. */
export class FailOrderEvent {
  @uuid() eventId!: string;
  /** For the operator; what is longer is cut. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.slice(0, REASON_LENGTH) : value))
  @IsString()
  reason!: string;
  /** A database or NATS was away: the fact itself was not judged, and is tried for as long as that lasts. */
  @IsBoolean() isOutage!: boolean;
}

/**
 * `waiting`: in the queue, or put there again soon. `failed`: refused too often, waits for the operator. `dropped`: the
 * operator said why it need not be applied. `done`: applied.
 */
export type OrderEventState = 'waiting' | 'failed' | 'dropped' | 'done';

/** An order event as the operator sees it. Times are ISO 8601. */
export interface OrderEventView {
  id: string;
  type: OrderEvent['type'];
  orderId: string;
  orderNumber: string;
  state: OrderEventState;
  createdAt: string;
  /** How often it was put into the queue. */
  enqueued: number;
  /** When it is put there again if nobody confirms it; null where that is now or not intended. */
  nextTryAt: string | null;
  /** How often the catalogue refused it. */
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
  /** Also those that are done or dropped; newest first. Else the oldest first, those that failed before the others. */
  @IsBoolean() all!: boolean;
  @IsInt() @Min(1) @Max(500) limit!: number;
}

export interface OrderEventList {
  events: OrderEventView[];
  /** How many there are of each state, listed or not. */
  counts: Record<'waiting' | 'failed', number>;
}

export class OrderEventId {
  @uuid() id!: string;
}

/** Tries one fact again, or with no id all that failed. A dropped one has to be named. */
export class RetryOrderEvent {
  @IsOptional() @uuid() id?: string;
}

/** Gives a fact up for good. The row stays, with who said so and why. */
export class DropOrderEvent extends OrderEventId {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(500) reason!: string;
  /** Who drops it, as the operator's machine knows him. */
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) by!: string;
}
