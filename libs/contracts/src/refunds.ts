import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { MAX_PAID_CENTS } from './payments.js';
import { ifGiven, numberAsText, together, trimmed, uuid } from './text.js';

/** Dollars above 0, with cents or without, whose cents are a safe integer. */
const AMOUNT = /^(?=.*[1-9])\d{1,13}(?:\.\d{1,2})?$/;
/**
 * Square keeps at most this many characters of a reason.
 * https://developer.squareup.com/reference/square/refunds-api/refund-payment
 */
const MAX_REASON_LENGTH = 192;

const reason = (): PropertyDecorator => together(IsOptional(), trimmed(), IsString(), MaxLength(MAX_REASON_LENGTH));
const geodeIds = (): PropertyDecorator =>
  together(IsOptional(), IsArray(), ArrayMaxSize(50), ArrayUnique(), uuid({ each: true }));

/** Body of POST /api/admin/orders/{id}/refunds. */
export class RefundBody {
  /** Dollars such as `12.50`; without it all that is left. */
  @ifGiven()
  @numberAsText()
  @Matches(AMOUNT, { message: 'The amount must be dollars and cents such as 12.50.' })
  amount?: string;
  @reason() reason?: string;
  /** Geodes of the order that go back on sale once Square has taken the refund. */
  @geodeIds() restock?: string[];
}

/** Refunds a paid order. `key` is the Idempotency-Key; `refundId` is derived from it (uuid v5). */
export class RefundOrder {
  @uuid() orderId!: string;
  @uuid() refundId!: string;
  @IsString() @IsNotEmpty() @MaxLength(300) key!: string;
  /** US cents; without it all that is left. More than that is NOT_REFUNDABLE, however much it is. */
  @IsOptional() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) amountCents?: number;
  @reason() reason?: string;
  @geodeIds() restock?: string[];
}

/** `pending`: Square has not finished it, or has not responded yet. `failed`: nothing was given back. */
export type RefundStatus = 'pending' | 'completed' | 'failed';

/** Converts Square's status of a refund: PENDING, COMPLETED, REJECTED or FAILED. */
export const refundStatus = (status: string): RefundStatus => {
  if (status === 'COMPLETED') return 'completed';
  return status === 'FAILED' || status === 'REJECTED' ? 'failed' : 'pending';
};

/** Reply of POST /api/admin/orders/{id}/refunds. */
export interface PlacedRefund {
  id: string;
  /** Dollars. */
  amount: string;
  status: RefundStatus;
  /** Why it failed, in Square's words; null otherwise. */
  message: string | null;
}

/** Refunds a part of an attempt's captured payment. Safe to repeat: the id is Square's idempotency key. */
export class RefundPart {
  @uuid() refundId!: string;
  @uuid() attemptId!: string;
  @IsInt() @Min(1) @Max(MAX_PAID_CENTS) amountCents!: number;
  @reason() reason?: string;
}

/** `accepted`: Square has the refund, whatever becomes of it. `refused`: it has none. */
export type RefundPartOutcome =
  | { outcome: 'accepted'; squareRefundId: string; status: RefundStatus }
  | { outcome: 'refused'; message: string }
  | { outcome: 'unknown' };

/** Puts sold units of an order on sale again. Safe to repeat: each unit returns once. */
export class ReturnGeodes {
  @uuid() orderId!: string;
  @IsArray() @ArrayMaxSize(50) @uuid({ each: true }) geodeIds!: string[];
}

export interface RefundMessages {
  /** Throws NOT_FOUND, BAD_REQUEST, KEY_REUSED, NOT_REFUNDABLE. */
  'orders.refund': { request: RefundOrder; reply: PlacedRefund };
  'payments.refund-part': { request: RefundPart; reply: RefundPartOutcome };
  'catalog.return-geodes': { request: ReturnGeodes; reply: { returned: string[] } };
}
